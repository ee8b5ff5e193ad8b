import { z } from "zod";

import { completeAddress, cleanTags, codePointLength, normalizeLineEnds, TEXT_LIMITS } from "./text-rules.ts";

// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/u;
// eslint-disable-next-line no-control-regex -- the same, but tab, line feed and carriage return may stand in prose
const CONTROL_CHARACTER_IN_PROSE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;

const HAS_TEXT = / is required$/u;

/** Required text. `message`, such as "Title is required", is shown at the field if it is missing. */
export const requiredText = (message: string) =>
  z.string({
    error({ input }) {
      if (input == null) return message;
      return HAS_TEXT.test(message) ? message.replace(HAS_TEXT, " must be text") : undefined;
    },
  });

function boundedText(max: number, forbidden: RegExp, schema = z.string()) {
  return schema.superRefine((text, context) => {
    // A code point has at most two units, so there is no need to count a far longer text.
    if (text.length > 2 * max || (text.length > max && codePointLength(text) > max)) {
      context.addIssue({ code: "custom", message: `Use at most ${max.toLocaleString("en-US")} characters` });
    }
    if (forbidden.test(text) || !text.isWellFormed()) {
      context.addIssue({
        code: "custom",
        message: "Remove invisible control characters or broken symbols from this text",
      });
    }
  });
}

/** One line of text without control characters, trimmed. May be empty. */
export const line = (max: number) => boundedText(max, CONTROL_CHARACTER).transform((text) => text.trim());

/** Multi-line text. May contain tabs and line breaks, but no other control characters. */
export const prose = (max: number) =>
  boundedText(max, CONTROL_CHARACTER_IN_PROSE).overwrite(normalizeLineEnds);

/** Required line of text. `message` is shown at the field if it is missing. */
export const requiredLine = (max: number, message: string) =>
  boundedText(max, CONTROL_CHARACTER, requiredText(message))
    .transform((text) => text.trim())
    .pipe(z.string().min(1, message));

/** Required multi-line text, stored with surrounding spaces. */
export const requiredProse = (max: number, message: string) =>
  boundedText(max, CONTROL_CHARACTER_IN_PROSE, requiredText(message))
    .overwrite(normalizeLineEnds)
    .refine((text) => text.trim() !== "", message);

/** Converts an empty form field to `null`, the only value for "not given". */
const emptyToNull = (text: string | null | undefined) => (text == null || text.trim() === "" ? null : text);

export const optionalLine = (max: number) => line(max).nullish().transform(emptyToNull);
export const optionalProse = (max: number) => prose(max).nullish().transform(emptyToNull);

/** Absolute http or https address. A bare `chatgpt.com` is completed. */
export const httpUrl = z
  .string()
  .trim()
  .overwrite(completeAddress)
  .max(TEXT_LIMITS.url, `Use at most ${TEXT_LIMITS.url} characters`)
  .pipe(z.url({ protocol: /^https?$/, message: "Please enter a valid URL" }))
  .refine((url) => url.isWellFormed() && !CONTROL_CHARACTER.test(url), "Please enter a valid URL");

/** Optional web address. An empty field means none. */
export const optionalHttpUrl = z
  .union([z.literal("").transform(() => null), httpUrl], { error: "Please enter a valid URL" })
  .nullish()
  .transform((url) => url ?? null);

/** Maximum number of invalid items reported. Formatting 10,000 issues takes a quarter of a second. */
const MAX_INVALID_ITEMS = 100;

/**
 * List whose length is validated before its items. Validation stops after many invalid items, because formatting their
 * messages would take too long.
 */
export function boundedList<Output, Input>(
  item: z.ZodType<Output, Input>,
  max: number,
  message: string,
): z.ZodType<Output[], Input[]> {
  const list = z.preprocess(
    (items, context) => {
      if (!Array.isArray(items)) return items;
      if (items.length <= max) return takeUntilTooManyInvalid(item, items);
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    },
    z.array(item).max(max, message),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what comes before the list changes nothing of it
  return list as z.ZodType<Output[], Input[]>;
}

/** Returns the whole list, or its beginning up to the maximum number of invalid items. */
function takeUntilTooManyInvalid(item: z.ZodType, items: readonly unknown[]): readonly unknown[] {
  let wrong = 0;
  const end =
    items.length <= MAX_INVALID_ITEMS
      ? -1
      : items.findIndex((candidate) => {
          wrong += item.safeParse(candidate).success ? 0 : 1;
          return wrong > MAX_INVALID_ITEMS;
        });
  return end < 0 ? items : items.slice(0, end);
}

/** Maximum number of tags before duplicates are removed. No real request has more. */
const MAX_TAGS_IN_REQUEST = 1000;
const TOO_MANY_TAGS = `Use at most ${TEXT_LIMITS.tags} tags`;

const createTagList = (tag: z.ZodType<string, string>) =>
  boundedList(tag, MAX_TAGS_IN_REQUEST, TOO_MANY_TAGS)
    .transform(cleanTags)
    .pipe(z.array(z.string()).max(TEXT_LIMITS.tags, TOO_MANY_TAGS));

/** List of at most 50 tags, each at most 50 characters. */
export const tagList = createTagList(line(TEXT_LIMITS.tag));
/** List of tags in lower case, as the AI Stack stores them. */
export const lowercaseTagList = createTagList(z.string().toLowerCase().pipe(line(TEXT_LIMITS.tag)));

/** List for which `null` means empty. */
export const listOrNull = <Input, Item>(list: z.ZodType<Item[], Input>) =>
  list.nullable().transform((items) => items ?? []);

/** Opaque identifier, as used in calls. */
export const idSchema = z.string().min(1).max(100);
export const byId = z.object({ id: idSchema });

/** Number of an item's edits, from 1. */
export const revisionSchema = z.int().min(1);
/** Revision on which an edit is based. Without it, the edit overwrites any state. */
export const baseRevision = revisionSchema
  .nullable()
  .transform((revision) => revision ?? undefined)
  .optional();

const WHOLE_NUMBER = /^-?\d{1,16}$/u;

/** Converts decimal digits to a whole number. Returns other input unchanged. */
export const readWholeNumber = (input: unknown): unknown =>
  typeof input === "string" && WHOLE_NUMBER.test(input) ? Number(input) : input;

/**
 * Schema of a whole number, as a number or in decimal digits. Rejects other input that `Number` accepts: true, [5],
 * "0x10", "1e2" and blanks.
 */
export const wholeNumber = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess(readWholeNumber, schema);
