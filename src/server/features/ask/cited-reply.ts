import { z } from "zod";

const replySchema = z.object({
  sentences: z.array(z.object({ text: z.string().max(2000), passages: z.array(z.int()).max(20) })).max(20),
});

/** Form of an AI provider's answer: sentences with the numbers of the passages that they rest on. */
export const REPLY_FORM = z.toJSONSchema(replySchema);

/**
 * Returns the sentences of a reply, each with the numbers of its passages, and all numbers. Drops sentences without a
 * valid number; null if none is left. Throws for a reply of another form.
 */
export function readCitedReply(
  json: unknown,
  passages: number,
): { text: string; citations: number[] } | null {
  const cited = replySchema.parse(json).sentences.flatMap((sentence) => {
    const numbers = [...new Set(sentence.passages)].filter((number) => number >= 1 && number <= passages);
    const text = sentence.text.replaceAll(/\s+/gu, " ").trim();
    return numbers.length > 0 && text !== "" ? { text, numbers } : [];
  });
  if (cited.length === 0) return null;
  return {
    text: cited
      .map(({ text, numbers }) => `${text} ${numbers.map((number) => `[${number}]`).join("")}`)
      .join(" "),
    citations: [...new Set(cited.flatMap(({ numbers }) => numbers))].toSorted((a, b) => a - b),
  };
}
