import { HistoryDialog } from "#client/features/history/history-dialog.tsx";
import type { HistoryKind } from "#client/features/history/item-history.ts";
import { usePromptHistory } from "#client/features/prompts/use-prompt-history.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

interface PromptHistoryDialogProps {
  prompt: Prompt;
  /** Number of the shown version; null for the current one. */
  version: number | null;
  onShow: (version: number | null) => void;
  onClose: () => void;
}

const OF_PROMPTS: HistoryKind = { kind: "prompt", fields: PROMPT_FIELDS, mainField: "prompt" };

/** Dialog with all versions of a prompt. */
export function PromptHistoryDialog({ prompt, ...rest }: PromptHistoryDialogProps) {
  const history = usePromptHistory(prompt.id, rest.version);
  return <HistoryDialog of={OF_PROMPTS} id={prompt.id} name={prompt.name} history={history} {...rest} />;
}
