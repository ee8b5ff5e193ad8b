import { z } from "zod";

import { wholeNumber } from "#shared/texts/numbers-in-text.ts";

/** What every list call takes: without `limit` the answer is the whole list, up to a bound of its own. */
export const pageRequestSchema = z.object({
  limit: wholeNumber(z.int().min(1).max(500)).optional(),
  cursor: z.string().max(500).optional(),
});
export type PageRequest = z.infer<typeof pageRequestSchema>;

/** A list as procedures answer it; `nextCursor` is null on the last page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  const page = z.object({ items: z.array(item), nextCursor: z.string().nullable() });
  // tRPC checks asynchronously, which takes zod more than twice as long (8 ms of a thousand tools) and waits for nothing.
  page.parseAsync = (value, params) => Promise.resolve(page.parse(value, params));
  return page;
}

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** How long a list is: what matches, exactly or at least so much, of how many there are. */
export const listCountsSchema = z.object({ matching: z.int(), isExact: z.boolean(), total: z.int() });
export type ListCounts = z.infer<typeof listCountsSchema>;
