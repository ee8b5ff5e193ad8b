import { optionLabel, TEXT_LIMITS } from "#shared/kernel/text-rules.ts";

export const optionKinds = ["industry", "modality"] as const;
export type OptionKind = (typeof optionKinds)[number];
export type OptionDefaults = Record<OptionKind, readonly string[]>;

export const TOOL_OPTION_DEFAULTS: OptionDefaults = {
  industry: [
    "general",
    "healthcare",
    "finance",
    "education",
    "marketing",
    "creative",
    "software-dev",
    "media",
  ],
  modality: ["text", "image", "video", "audio", "multimodal"],
};
export const TOOL_OPTIONS_KEY = "ai-tools-custom-options";

export const PROMPT_OPTION_DEFAULTS: OptionDefaults = {
  industry: [
    "technology",
    "marketing",
    "education",
    "healthcare",
    "finance",
    "legal",
    "real-estate",
    "e-commerce",
    "content-creation",
    "research",
    "consulting",
    "entertainment",
    "non-profit",
    "government",
    "general",
  ],
  modality: [
    "text-generation",
    "image-generation",
    "code-generation",
    "data-analysis",
    "creative-writing",
    "technical-writing",
    "chat-conversation",
    "summarization",
    "translation",
    "question-answering",
    "multimodal",
    "other",
  ],
};
export const PROMPT_OPTIONS_KEY = "prompt-custom-options";

/** User's own options. The browser stores them and never sends them to the server. */
export interface CustomOptions {
  customIndustries: string[];
  customModalities: string[];
  hiddenDefaultIndustries: string[];
  hiddenDefaultModalities: string[];
}

export const NO_CUSTOM_OPTIONS: CustomOptions = {
  customIndustries: [],
  customModalities: [],
  hiddenDefaultIndustries: [],
  hiddenDefaultModalities: [],
};

const OPTION_FIELDS = {
  industry: { custom: "customIndustries", hidden: "hiddenDefaultIndustries", noun: "Industry" },
  modality: { custom: "customModalities", hidden: "hiddenDefaultModalities", noun: "Modality" },
} as const;

/** Returns "Industry" or "Modality", for messages. */
export const optionNoun = (kind: OptionKind): string => OPTION_FIELDS[kind].noun;

const byLabel = (a: string, b: string) => optionLabel(a).localeCompare(optionLabel(b), "en-US");

/** Returns the options to offer: visible defaults and custom ones, sorted by label. */
export function activeOptions(kind: OptionKind, defaults: OptionDefaults, own: CustomOptions): string[] {
  const { custom, hidden } = OPTION_FIELDS[kind];
  const visible = defaults[kind].filter((value) => !own[hidden].includes(value));
  return [...new Set([...visible, ...own[custom]])].toSorted(byLabel);
}

/** Returns hidden defaults that can be restored, sorted by label. */
export function hiddenOptions(kind: OptionKind, defaults: OptionDefaults, own: CustomOptions): string[] {
  const hidden = own[OPTION_FIELDS[kind].hidden];
  return defaults[kind].filter((value) => hidden.includes(value)).toSorted(byLabel);
}

export type OptionChange =
  | { ok: true; options: CustomOptions; value: string; what: "added" | "hidden" | "removed" | "restored" }
  | { ok: false; message: string };

/** Adds an option, lowercased and trimmed. Adding a hidden default restores it. */
export function addOption(
  kind: OptionKind,
  defaults: OptionDefaults,
  own: CustomOptions,
  typed: string,
): OptionChange {
  const value = typed.trim().toLowerCase();
  const { custom, noun } = OPTION_FIELDS[kind];
  if (value === "") return { ok: false, message: `${noun} name cannot be empty` };
  const isTooLong = value.length > TEXT_LIMITS.tag || optionLabel(value) === "";
  if (isTooLong || activeOptions(kind, defaults, own).includes(value)) {
    return { ok: false, message: `${noun} already exists or invalid name` };
  }
  if (defaults[kind].includes(value)) return restoreOption(kind, own, value);
  return { ok: true, value, what: "added", options: { ...own, [custom]: [...own[custom], value] } };
}

/** Deletes a custom option, or hides a default one. */
export function removeOption(
  kind: OptionKind,
  defaults: OptionDefaults,
  own: CustomOptions,
  value: string,
): OptionChange {
  const { custom, hidden } = OPTION_FIELDS[kind];
  const options = { ...own, [custom]: own[custom].filter((other) => other !== value) };
  if (!defaults[kind].includes(value)) return { ok: true, value, what: "removed", options };
  return { ok: true, value, what: "hidden", options: { ...options, [hidden]: [...own[hidden], value] } };
}

export function restoreOption(kind: OptionKind, own: CustomOptions, value: string): OptionChange {
  const { hidden } = OPTION_FIELDS[kind];
  const options = { ...own, [hidden]: own[hidden].filter((other) => other !== value) };
  return { ok: true, value, what: "restored", options };
}

/** Restores all defaults of this kind. */
export const restoreAllOptions = (kind: OptionKind, own: CustomOptions): CustomOptions => ({
  ...own,
  [OPTION_FIELDS[kind].hidden]: [],
});

/**
 * Parses the options stored in the browser. Throws if they are invalid, so that the caller can log it and reset them.
 */
export function readCustomOptions(stored: string | null): CustomOptions {
  if (stored === null) return NO_CUSTOM_OPTIONS;
  const parsed: unknown = JSON.parse(stored);
  if (typeof parsed !== "object" || parsed === null) throw new TypeError("Stored options: expected object");
  const lists = new Map(Object.entries(parsed));
  const listOf = (name: keyof CustomOptions) => readTextList(lists.get(name) ?? []);
  return {
    customIndustries: listOf("customIndustries"),
    customModalities: listOf("customModalities"),
    hiddenDefaultIndustries: listOf("hiddenDefaultIndustries"),
    hiddenDefaultModalities: listOf("hiddenDefaultModalities"),
  };
}

function readTextList(list: unknown): string[] {
  const isTexts = Array.isArray(list) && list.every((value) => typeof value === "string");
  if (!isTexts) throw new TypeError("Stored options: expected array of texts");
  return list;
}
