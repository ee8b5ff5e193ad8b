import { logFailure } from "#client/api/log-failure.ts";
import { NO_CUSTOM_OPTIONS, readCustomOptions } from "#shared/tools/options.ts";
import type { CustomOptions } from "#shared/tools/options.ts";

interface Reading {
  text: string | null;
  options: CustomOptions;
}

const listeners = new Set<() => void>();
/** What was read last under each key, so that an unchanged text gives the same object. */
const readings = new Map<string, Reading>();
/** Storage may be forbidden or full: choices then live as long as the page. */
const unstored = new Map<string, string>();

/** A person's own options under this key; what cannot be read is logged and counts as none. */
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

/** Hears of changes here and in the browser's other tabs. */
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
