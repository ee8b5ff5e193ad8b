import { firstPageOf } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import { HistoryDialog } from "#client/features/history/history-dialog.tsx";
import type { HistoryKind, ItemHistory } from "#client/features/history/item-history.ts";
import {
  BY_PAGE,
  farOffVersion,
  useItemHistory,
  versionsOf,
} from "#client/features/history/use-item-history.ts";
import { useRestoring } from "#client/features/history/use-restoring.ts";
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

/** Returns a prompt's history, including the version in the URL. */
function usePromptHistory(id: string, version: number | null): ItemHistory {
  const { prompts } = trpc.useUtils();
  const pages = trpc.prompts.versions.useInfiniteQuery(versionsOf(id), BY_PAGE);
  const farOff = trpc.prompts.versions.useQuery(...farOffVersion(id, version, pages));
  const readAgain = () => {
    prompts.versions.setInfiniteData(versionsOf(id), (known) => known && firstPageOf(known));
    return prompts.versions.invalidate({ id });
  };
  const restore = trpc.prompts.restore.useMutation(
    useRestoring("prompt", () => Promise.all([readAgain(), prompts.invalidate()])),
  );
  return useItemHistory(id, { pages, farOff, restore, readAgain });
}
