import type { App } from "#server/app.ts";
import type { BibtexRequest, BibtexRows } from "#shared/bibtex/bibtex-rows.ts";

/** Returns the rows of BibTeX entries for mapping their columns. Imports nothing. */
export async function bibtexRows(
  app: App,
  { content }: BibtexRequest,
  signal?: AbortSignal,
): Promise<BibtexRows> {
  const rows = await app.workers.run("imports.bibtex", content, { signal });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the worker has written
  return JSON.parse(rows) as BibtexRows;
}
