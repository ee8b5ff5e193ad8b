import { useCallback, useMemo, useSyncExternalStore } from "react";

import { logFailure } from "#client/api/errors.ts";
import {
  type OptionChange,
  type OptionDefaults,
  type OptionKind,
  type CustomOptions,
  activeOptions,
  addOption,
  hiddenOptions,
  removeOption,
  restoreAllOptions,
  restoreOption,
  NO_CUSTOM_OPTIONS,
  readCustomOptions,
  PROMPT_OPTION_DEFAULTS,
  PROMPT_OPTIONS_KEY,
  TOOL_OPTION_DEFAULTS,
  TOOL_OPTIONS_KEY,
} from "#shared/tools/options.ts";

interface ParsedOptions {
  text: string | null;
  options: CustomOptions;
}

const listeners = new Set<() => void>();
/** Parsed options by storage key. While the text is unchanged, they remain the same object. */
const parsedByKey = new Map<string, ParsedOptions>();
/** Values that couldn't be stored because storage is blocked or full. Lost when the page closes. */
const sessionTexts = new Map<string, string>();

/** Returns the user's own options under a storage key. Logs invalid data and returns no options. */
function readStoredOptions(key: string): CustomOptions {
  const text = readText(key);
  const last = parsedByKey.get(key);
  if (last?.text === text) return last.options;
  const options = parse(key, text);
  parsedByKey.set(key, { text, options });
  return options;
}

function storeOptions(key: string, options: CustomOptions): void {
  const text = JSON.stringify(options);
  try {
    localStorage.setItem(key, text);
    sessionTexts.delete(key);
  } catch {
    sessionTexts.set(key, text);
  }
  notify();
}

/** Subscribes to changes in this tab and others. */
function subscribeToStoredOptions(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", notify);
  };
}

function readText(key: string): string | null {
  const text = sessionTexts.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(key: string, text: string | null): CustomOptions {
  try {
    return readCustomOptions(text);
  } catch (error) {
    logFailure(`Couldn't read the options stored under ${key}`, error);
    return NO_CUSTOM_OPTIONS;
  }
}

const notify = () => listeners.forEach((listener) => listener());

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

/** Returns a section's options: its defaults combined with the user's own, which are stored under a key. */
function useCustomOptions(storageKey: string, defaults: OptionDefaults): OptionsStore {
  const customOptions = useSyncExternalStore(
    subscribeToStoredOptions,
    useCallback(() => readStoredOptions(storageKey), [storageKey]),
  );
  return useMemo(() => {
    const save = (change: OptionChange) => {
      if (change.ok) storeOptions(storageKey, change.options);
      return change;
    };
    // Read again for each change, because another tab may have changed it.
    const stored = () => readStoredOptions(storageKey);
    return {
      active: {
        industry: activeOptions("industry", defaults, customOptions),
        modality: activeOptions("modality", defaults, customOptions),
      },
      hidden: {
        industry: hiddenOptions("industry", defaults, customOptions),
        modality: hiddenOptions("modality", defaults, customOptions),
      },
      add: (kind, typed) => save(addOption(kind, defaults, stored(), typed)),
      remove: (kind, value) => save(removeOption(kind, defaults, stored(), value)),
      restore: (kind, value) => save(restoreOption(kind, stored(), value)),
      restoreAll: (kind) => storeOptions(storageKey, restoreAllOptions(kind, stored())),
    };
  }, [storageKey, defaults, customOptions]);
}

/** Returns this browser's industries and modalities of the Prompt Stack, sorted by label. */
export function usePromptOptions() {
  const store = useCustomOptions(PROMPT_OPTIONS_KEY, PROMPT_OPTION_DEFAULTS);
  return { industries: store.active.industry, modalities: store.active.modality, store };
}

/** Returns this browser's industries and modalities of the AI Stack, sorted by label. */
export function useToolOptions() {
  const store = useCustomOptions(TOOL_OPTIONS_KEY, TOOL_OPTION_DEFAULTS);
  return { industries: store.active.industry, modalities: store.active.modality, store };
}
