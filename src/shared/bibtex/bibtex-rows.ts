import { z } from "zod";

/** BibTeX to convert to rows. */
export const bibtexRequestSchema = z.object({ content: z.string() });
export type BibtexRequest = z.infer<typeof bibtexRequestSchema>;

/** Entry as a row, from column to cell, or the reason why it can't be parsed. */
export const bibtexRowsSchema = z.array(
  z.union([z.object({ row: z.record(z.string(), z.unknown()) }), z.object({ error: z.string() })]),
);
export type BibtexRows = z.infer<typeof bibtexRowsSchema>;
