import { logFailure } from "#client/api/log-failure.ts";
import { NO_CUSTOM_OPTIONS, readCustomOptions } from "#shared/tools/options.ts";
import type { CustomOptions } from "#shared/tools/options.ts";

interface Reading {
  text: string | null;
  options: CustomOptions;
}

const listeners = new Set<() => void>();
/** Parsed options by key. An unchanged text returns the same object. */
const readings = new Map<string, Reading>();
/** Values that couldn't be stored because storage is blocked or full. They exist until the page closes. */
const unstored = new Map<string, string>();

/** Returns the user's own options under a key. Logs invalid data and returns none. */
export function readStoredOptions(key: string): CustomOptions {
  const text = readText(key);
  const last = readings.get(key);
  if (last?.text === text) return last.options;
  const options = parse(key, text);
  readings.set(key, { text, options });
  return options;
}

export function storeOptions(key: string, options: CustomOptions): void {
  const text = JSON.stringify(options);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
  notify();
}

/** Subscribes to changes in this tab and others. */
export function subscribeToStoredOptions(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", notify);
  };
}

function readText(key: string): string | null {
  const text = unstored.get(key);
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
