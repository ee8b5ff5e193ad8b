import { z } from "zod";

import { wholeNumber } from "#shared/kernel/text.ts";

const MAX_SENTENCES = 20;
const text = z.string().max(2000);

/** JSON schema of the AI provider's answer: sentences with the numbers of the passages that they cite. */
export const REPLY_JSON_SCHEMA = z.toJSONSchema(
  z.object({
    sentences: z.array(z.object({ text, passages: z.array(z.int()).max(20) })).max(MAX_SENTENCES),
  }),
);

/** Accepts any items as sentences, because not every provider enforces the schema. Each sentence is validated alone. */
const replySchema = z.object({ sentences: z.array(z.unknown()) });
const sentenceSchema = z.object({ text, passages: z.array(z.unknown()) });

/** Citations that a model wrote into its text, such as [2], [1, 9], [^2], [source 2] or \u30102\u2020source\u3011. */
const INLINE_CITATIONS =
  /\s*(?:\[(?:\^|(?:P|passages?|sources?|quotes?|refs?)\s*)?[\d\u00B9\u00B2\u00B3\u2070-\u2079]{1,2}(?:\s*[,;\u2013-]\s*\d{1,2})*\]|\u3010\d[^\u3011]*\u3011)/giu;

/**
 * Returns the sentences of a reply, each followed by the numbers of its passages, and the list of all these numbers.
 * Drops sentences without a valid number. Returns null if none is left. Throws if the reply has another shape.
 */
export function readCitedReply(
  json: unknown,
  passages: number,
): { text: string; citations: number[] } | null {
  const valid = wholeNumber(z.int().min(1).max(passages));
  const cited = replySchema
    .parse(json)
    .sentences.slice(0, MAX_SENTENCES)
    .flatMap((item) => {
      const sentence = sentenceSchema.safeParse(item).data;
      if (!sentence) return [];
      const numbers = [...new Set(sentence.passages.flatMap((number) => valid.safeParse(number).data ?? []))];
      const cleaned = sentence.text.replaceAll(INLINE_CITATIONS, "").replaceAll(/\s+/gu, " ").trim();
      return numbers.length > 0 && cleaned !== "" ? { text: cleaned, numbers } : [];
    });
  if (cited.length === 0) return null;
  return {
    text: cited
      .map((sentence) => `${sentence.text} ${sentence.numbers.map((number) => `[${number}]`).join("")}`)
      .join(" "),
    citations: [...new Set(cited.flatMap(({ numbers }) => numbers))].toSorted((a, b) => a - b),
  };
}
