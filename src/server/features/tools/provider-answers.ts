import { z } from "zod";

import { cleanTags, foldName, optionLabel, TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { httpUrl, prose, requiredLine } from "#shared/kernel/text.ts";
import type { AutofillField } from "#shared/tools/autofill-fields.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

const MAX_TAGS = 10;
const LOOKS_LIKE_HTML = /<[a-z!/]/iu;

/** Values that a suggestion may have. */
export interface Choices {
  /** Options of the field, for modality and industry. */
  options: readonly string[];
  /** Tags in the catalogue. */
  tags: readonly string[];
}

const textAnswer = z.object({ value: z.string() });
const tagsAnswer = z.object({ value: z.array(z.string()) });

/** Returns the JSON schema of an answer for a field. */
export function autofillAnswerSchema(field: AutofillField, { options }: Choices) {
  if (field === "tags") return z.toJSONSchema(tagsAnswer);
  const isFromOptions = field === "modality" || field === "industry";
  return z.toJSONSchema(isFromOptions ? z.object({ value: z.enum(options) }) : textAnswer);
}

/** Returns the value in an answer, or null if it has another shape. */
export const readAnswerValue = (json: unknown): string | string[] | null =>
  (textAnswer.safeParse(json).data ?? tagsAnswer.safeParse(json).data)?.value ?? null;

/** Returns a suggestion in valid form for the field, or null if it is unusable. */
export function checkSuggestion(
  field: AutofillField,
  value: string | readonly string[] | null,
  { options, tags }: Choices,
): string | null {
  if (value === null) return null;
  if (field === "tags") return checkTags(typeof value === "string" ? value.split(",") : value, tags);
  if (typeof value !== "string" || LOOKS_LIKE_HTML.test(value.slice(0, 10_000))) return null;
  if (field === "url") return httpUrl.safeParse(value).data ?? null;
  if (field === "company") return requiredLine(TEXT_LIMITS.name, "empty").safeParse(value).data ?? null;
  if (field === "capabilities") return prose(TEXT_LIMITS.mediumText).safeParse(value).data?.trim() || null;
  return options.find((option) => [option, optionLabel(option)].some((name) => isSame(name, value))) ?? null;
}

const isSame = (a: string, b: string): boolean => foldName(a) === foldName(b);

/** Returns at most ten tags. Tags in the catalogue come first, with the catalogue's spelling. */
function checkTags(suggested: readonly string[], existing: readonly string[]): string | null {
  const tagByKey = new Map(existing.map((tag) => [foldName(tag), tag]));
  const tag = requiredLine(TEXT_LIMITS.tag, "empty");
  const usable = suggested
    .slice(0, 100)
    .filter((text) => !LOOKS_LIKE_HTML.test(text) && !text.includes(","))
    .flatMap((text) => tag.safeParse(text).data ?? []);
  const [knownTags, newTags] = [true, false].map((isKnown) =>
    usable.filter((text) => tagByKey.has(foldName(text)) === isKnown),
  );
  const chosen = [
    ...(knownTags ?? []).map((text) => tagByKey.get(foldName(text)) ?? text),
    ...(newTags ?? []),
  ];
  return cleanTags(chosen).slice(0, MAX_TAGS).join(", ") || null;
}

const releasesSchema = z.object({
  releases: z.array(z.object({ date: z.string(), url: z.string() })).max(100),
});

/** JSON schema of an answer with release notes. */
export const releaseAnswerSchema = z.toJSONSchema(releasesSchema);

const noteSchema = z.object({ date: z.iso.date(), url: httpUrl });

/** Evidence for URLs that a model returned. */
interface AnswerContext {
  /** URLs of pages that the model's search found. */
  found: readonly string[];
  toolUrl: string | null;
  now: Date;
}

/**
 * Returns the release notes of an answer that have a date and are on the tool's own site or one that the search found.
 */
export function readReleaseAnswer(json: unknown, { found, toolUrl, now }: AnswerContext): ReleaseNote[] {
  const hosts = new Set([...found, toolUrl ?? ""].map(hostOf).filter((host) => host !== ""));
  const today = now.toISOString().slice(0, 10);
  return (releasesSchema.safeParse(json).data?.releases ?? []).flatMap((release) => {
    const { data: note } = noteSchema.safeParse(release);
    return note && note.date <= today && hosts.has(hostOf(note.url)) ? [note] : [];
  });
}

const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./u, "") : "";
