import { z } from "zod";

import { wholeNumber } from "#shared/kernel/text.ts";

const MAX_SENTENCES = 20;
const text = z.string().max(2000);

/** Form of an AI provider's answer: sentences with the numbers of the passages that they rest on. */
export const REPLY_FORM = z.toJSONSchema(
  z.object({
    sentences: z.array(z.object({ text, passages: z.array(z.int()).max(20) })).max(MAX_SENTENCES),
  }),
);

/** The reply as read, since not every provider enforces the form. Each sentence is checked alone. */
const replySchema = z.object({ sentences: z.array(z.unknown()) });
const sentenceSchema = z.object({ text, passages: z.array(z.unknown()) });

/** Numbers that a model also wrote into its text, such as [2], [1, 9], [^2], [source 2] or \u30102\u2020source\u3011. */
const WRITTEN_NUMBERS =
  /\s*(?:\[(?:\^|(?:P|passages?|sources?|quotes?|refs?)\s*)?[\d\u00B9\u00B2\u00B3\u2070-\u2079]{1,2}(?:\s*[,;\u2013-]\s*\d{1,2})*\]|\u3010\d[^\u3011]*\u3011)/giu;

/**
 * Returns the sentences of a reply, each with the numbers of its passages, and all numbers. Drops sentences without a
 * valid number; null if none is left. Throws for a reply of another form.
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
      const written = sentence.text.replaceAll(WRITTEN_NUMBERS, "").replaceAll(/\s+/gu, " ").trim();
      return numbers.length > 0 && written !== "" ? { text: written, numbers } : [];
    });
  if (cited.length === 0) return null;
  return {
    text: cited
      .map((sentence) => `${sentence.text} ${sentence.numbers.map((number) => `[${number}]`).join("")}`)
      .join(" "),
    citations: [...new Set(cited.flatMap(({ numbers }) => numbers))].toSorted((a, b) => a - b),
  };
}
