import { useCallback, useMemo, useSyncExternalStore } from "react";

import {
  activeOptions,
  addOption,
  hiddenOptions,
  removeOption,
  restoreAllOptions,
  restoreOption,
} from "#shared/tools/options.ts";
import type { OptionChange, OptionDefaults, OptionKind } from "#shared/tools/options.ts";

import { readStoredOptions, storeOptions, subscribeToStoredOptions } from "./stored-options.ts";

/** Options of one section in this browser, with functions to change them. */
export interface OptionsStore {
  /** Options in selects, sorted by label. */
  active: Record<OptionKind, string[]>;
  /** Removed defaults that can be restored, sorted by label. */
  hidden: Record<OptionKind, string[]>;
  add: (kind: OptionKind, typed: string) => OptionChange;
  remove: (kind: OptionKind, value: string) => OptionChange;
  restore: (kind: OptionKind, value: string) => OptionChange;
  restoreAll: (kind: OptionKind) => void;
}

/** Combines a section's default options with the user's own, stored under a key. */
export function useCustomOptions(storageKey: string, defaults: OptionDefaults): OptionsStore {
  const own = useSyncExternalStore(
    subscribeToStoredOptions,
    useCallback(() => readStoredOptions(storageKey), [storageKey]),
  );
  return useMemo(() => {
    const keep = (change: OptionChange) => {
      if (change.ok) storeOptions(storageKey, change.options);
      return change;
    };
    // Changes are based on the currently stored value, because another tab may have changed it.
    const stored = () => readStoredOptions(storageKey);
    return {
      active: {
        industry: activeOptions("industry", defaults, own),
        modality: activeOptions("modality", defaults, own),
      },
      hidden: {
        industry: hiddenOptions("industry", defaults, own),
        modality: hiddenOptions("modality", defaults, own),
      },
      add: (kind, typed) => keep(addOption(kind, defaults, stored(), typed)),
      remove: (kind, value) => keep(removeOption(kind, defaults, stored(), value)),
      restore: (kind, value) => keep(restoreOption(kind, stored(), value)),
      restoreAll: (kind) => storeOptions(storageKey, restoreAllOptions(kind, stored())),
    };
  }, [storageKey, defaults, own]);
}
