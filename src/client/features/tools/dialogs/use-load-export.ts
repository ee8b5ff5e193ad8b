import { IN_BODY, trpc } from "#client/api/trpc.ts";
import type { ExportRequest } from "#shared/export.ts";

/** Asks the server for tools as a file; anew each time: an export must not come from a cache. */
export function useLoadExport() {
  const { client } = trpc.useUtils();
  return (request: ExportRequest) => client.exports.tools.query(request, { context: IN_BODY });
}
