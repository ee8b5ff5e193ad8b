import { completeAddress } from "#shared/texts/web-address.ts";

/** Largest sizes of text fields, in Unicode code points; lists in items. */
export const TEXT_LIMITS = {
  name: 200,
  shortText: 200,
  url: 2048,
  mediumText: 4000,
  notes: 20_000,
  tag: 50,
  tags: 50,
} as const;

/** The length of a text as people count it: one per code point, so an emoji is not two. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Tags as they are kept: trimmed, without empty ones and repetitions, in the order given. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ""))];
}

/** The form in which names are compared: letter case, spaces and compatibility forms do not make a new name. */
export const foldName = (name: string): string =>
  name.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();

/**
 * The absolute http or https address that a text stands for, a bare `chatgpt.com` completed; undefined where it is none.
 * It takes what `httpUrl` takes.
 */
export function readWebAddress(text: string): string | undefined {
  const address = completeAddress(text.trim());
  const isAddress =
    address.length <= TEXT_LIMITS.url && /^https?:\/\//iu.test(address) && URL.canParse(address);
  return isAddress ? address.replaceAll(/[\t\n\r]/gu, "") : undefined;
}
