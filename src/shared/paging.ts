import { z } from "zod";

/** What every list call takes: without `limit` the answer is the whole list, up to a bound of its own. */
export const pageRequestSchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  cursor: z.string().max(500).optional(),
});
export type PageRequest = z.infer<typeof pageRequestSchema>;

/** A list as procedures answer it; `nextCursor` is null on the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** How long a list is: what matches, exactly or at least so much, of how many there are. */
export const listCountsSchema = z.object({ matching: z.int(), isExact: z.boolean(), total: z.int() });
export type ListCounts = z.infer<typeof listCountsSchema>;
