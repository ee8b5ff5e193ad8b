import { optionLabel } from "#shared/kernel/text-rules.ts";

import type { Prompt } from "./prompts.ts";

export const promptShows = ["all", "starred"] as const;

export interface PromptFilter {
  search: string;
  industry: string | null;
  modality: string | null;
  tag: string | null;
  show: (typeof promptShows)[number];
}

const equalsIgnoringCase = (text: string | null, wanted: string) =>
  text?.toLowerCase() === wanted.toLowerCase();

/**
 * True if a prompt matches the filter. The search covers name, purpose, tags, industry and modality, the last two both
 * as stored and as shown.
 */
export function matchesPromptFilter(
  prompt: Prompt & { isStarred: boolean },
  { search, industry, modality, tag, show }: PromptFilter,
): boolean {
  const lowercaseSearch = search.trim().toLowerCase();
  const options = [prompt.industry, prompt.modality].flatMap((value) =>
    value ? [value, optionLabel(value)] : [],
  );
  const texts = [prompt.name, prompt.purpose, ...prompt.tags, ...options];
  return (
    (lowercaseSearch === "" || texts.some((text) => text?.toLowerCase().includes(lowercaseSearch))) &&
    (show === "all" || prompt.isStarred) &&
    (industry === null || equalsIgnoringCase(prompt.industry, industry)) &&
    (modality === null || equalsIgnoringCase(prompt.modality, modality)) &&
    (tag === null || prompt.tags.some((own) => equalsIgnoringCase(own, tag)))
  );
}

/**
 * Returns all tags of prompts, sorted and without duplicates. Of spellings that differ only in case, uses the first.
 */
export function tagsOfPrompts(prompts: readonly Pick<Prompt, "tags">[]): string[] {
  const tags = new Map<string, string>();
  for (const tag of prompts.flatMap((prompt) => prompt.tags)) {
    if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()].toSorted((a, b) => a.localeCompare(b, "en-US"));
}
