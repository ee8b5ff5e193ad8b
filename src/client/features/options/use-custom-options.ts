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

/** The options of one section in this browser, and what can be done with them. */
export interface OptionsStore {
  /** What selectors offer, sorted by label. */
  active: Record<OptionKind, string[]>;
  /** Defaults that can be restored, sorted by label. */
  hidden: Record<OptionKind, string[]>;
  add: (kind: OptionKind, typed: string) => OptionChange;
  remove: (kind: OptionKind, value: string) => OptionChange;
  restore: (kind: OptionKind, value: string) => OptionChange;
  restoreAll: (kind: OptionKind) => void;
}

/** The lists under a storage key: the section's defaults together with the person's own choices. */
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
    // Changes build on what is stored at that moment: another tab may have been quicker.
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
