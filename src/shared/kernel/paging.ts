import { z } from "zod";

import { wholeNumber } from "./text.ts";

/** Input of every list call. Without `limit`, the call returns the whole list, up to its own limit. */
export const pageRequestSchema = z.object({
  limit: wholeNumber(z.int().min(1).max(500)).optional(),
  cursor: z.string().max(500).optional(),
});
export type PageRequest = z.infer<typeof pageRequestSchema>;

/** Page of a list as returned by procedures. `nextCursor` is null on the last page. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  const page = z.object({ items: z.array(item), nextCursor: z.string().nullable() });
  // tRPC validates asynchronously. Without need, that would take zod more than twice as long (8 ms for a thousand
  // tools).
  page.parseAsync = (value, params) => Promise.resolve(page.parse(value, params));
  return page;
}

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Length of a list: number of matches, exact or a minimum, and the total. */
export const listCountsSchema = z.object({ matching: z.int(), isExact: z.boolean(), total: z.int() });
export type ListCounts = z.infer<typeof listCountsSchema>;
