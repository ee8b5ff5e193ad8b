import type { App } from "#server/app.ts";
import type { BibtexRequest, BibtexRows } from "#shared/bibtex/bibtex-rows.ts";

/** The rows of some entries, so that somebody can say what becomes of their columns; nothing is imported. */
export async function bibtexRows(
  app: App,
  { content }: BibtexRequest,
  signal?: AbortSignal,
): Promise<BibtexRows> {
  const rows = await app.workers.run("imports.bibtex", content, { signal });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the worker has written
  return JSON.parse(rows) as BibtexRows;
}
