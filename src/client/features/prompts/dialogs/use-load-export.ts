import { IN_BODY, trpc } from "#client/api/trpc.ts";
import type { PromptExportRequest } from "#shared/export.ts";

/** Asks the server for prompts as a file; anew each time: an export must not come from a cache. */
export function useLoadExport() {
  const { client } = trpc.useUtils();
  return (request: PromptExportRequest) => client.exports.prompts.query(request, { context: IN_BODY });
}
