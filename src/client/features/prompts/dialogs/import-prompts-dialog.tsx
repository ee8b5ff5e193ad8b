import { trpc } from "#client/api/trpc.ts";
import { ImportDialog } from "#client/features/imports/import-dialog.tsx";
import {
  isJsonTable,
  PROMPT_FILE_EXTENSIONS,
  readPromptFiles,
} from "#shared/imports/prompts/prompt-files.ts";
import { PROMPT_IMPORT } from "#shared/imports/prompts/prompt-import.ts";

/** Dialog that imports prompts from a file. */
export function ImportPromptsDialog({ onClose }: { onClose: () => void }) {
  return <ImportDialog target={usePromptImport()} onClose={onClose} />;
}

function usePromptImport() {
  const { prompts } = trpc.useUtils();
  const { mutateAsync } = trpc.imports.prompts.useMutation();
  return {
    kind: PROMPT_IMPORT,
    title: "Import Prompts",
    example: "name,prompt,tags\nPoet,Write a poem about {{topic}}.,writing; fun",
    collection: {
      noun: "prompt",
      words: "Markdown, JSON, YAML, TOML or CSV",
      extensions: PROMPT_FILE_EXTENSIONS,
      isTable: isJsonTable,
      read: readPromptFiles,
    },
    send: mutateAsync,
    onImported: () => void prompts.invalidate(),
  };
}
