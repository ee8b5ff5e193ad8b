import { trpc } from "#client/api/trpc.ts";
import { PROMPT_IMPORT } from "#shared/prompt-import.ts";

/** The library as a place to import prompts into. */
export function useImportTarget() {
  const { prompts } = trpc.useUtils();
  const { mutateAsync } = trpc.imports.prompts.useMutation();
  return {
    kind: PROMPT_IMPORT,
    title: "Import Prompts",
    example: "name,prompt,tags\nPoet,Write a poem about {{topic}}.,writing; fun",
    send: mutateAsync,
    onImported: () => void prompts.invalidate(),
  };
}
