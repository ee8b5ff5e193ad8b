import { z } from "zod";

import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";
import { requiredLine } from "#shared/kernel/text.ts";
import { completeAddress } from "#shared/texts/web-address.ts";

/** ISBN in any format, or the address of an article's page. */
export const lookupRequestSchema = z.object({
  isbnOrUrl: requiredLine(TEXT_LIMITS.url, "Please enter an ISBN or a web address").transform(
    completeAddress,
  ),
});
export type LookupRequest = z.infer<typeof lookupRequestSchema>;

/** Data of a book or article for the form. `source` names its origin. */
export const lookupAnswerSchema = z.object({
  title: z.string(),
  author: z.string(),
  year: z.int().nullable(),
  imageUrl: z.string().nullable(),
  isbn: z.string().nullable(),
  source: z.string(),
});
export type LookupAnswer = z.infer<typeof lookupAnswerSchema>;
