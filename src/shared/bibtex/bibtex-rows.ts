import { z } from "zod";

/** Entries of BibTeX that are to be read into rows. */
export const bibtexRequestSchema = z.object({ content: z.string() });
export type BibtexRequest = z.infer<typeof bibtexRequestSchema>;

/** An entry as a row, column to cell, or why it cannot be read. */
export const bibtexRowsSchema = z.array(
  z.union([z.object({ row: z.record(z.string(), z.unknown()) }), z.object({ error: z.string() })]),
);
export type BibtexRows = z.infer<typeof bibtexRowsSchema>;
