import { trpc } from "#client/api/trpc.ts";
import type { ImportTarget } from "#client/features/imports/import-target.ts";
import { type ImportField, TOOL_IMPORT } from "#shared/imports/tool-import.ts";

/** The catalogue as a place to import tools into. */
export function useImportTarget(): ImportTarget<ImportField> {
  const { tools } = trpc.useUtils();
  const { mutateAsync } = trpc.imports.tools.useMutation();
  return {
    kind: TOOL_IMPORT,
    title: "Import Tools",
    example: "name,company,url\nChatGPT,OpenAI,https://chatgpt.com",
    send: mutateAsync,
    onImported: () => void tools.list.invalidate(),
  };
}
