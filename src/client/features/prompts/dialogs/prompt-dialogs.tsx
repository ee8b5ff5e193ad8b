import { lazy, Suspense } from "react";

import { useOpenItem } from "#client/features/page-view/use-open-item.ts";
import { useGoneNotice } from "#client/features/page-view/use-refusal.ts";
import type { PromptsView } from "#client/features/prompts/page/prompts-view-url.ts";
import type { PromptsViewActions } from "#client/features/prompts/page/use-prompts-view.ts";
import type { Prompt } from "#shared/prompts.ts";

import { DeletePromptDialog } from "./delete-prompt-dialog.tsx";
import { PromptDetailDialog } from "./prompt-detail-dialog.tsx";

const AddPromptDialog = lazy(async () => ({
  default: (await import("#client/features/prompts/form/add-prompt-dialog.tsx")).AddPromptDialog,
}));
const EditPromptDialog = lazy(async () => ({
  default: (await import("#client/features/prompts/form/edit-prompt-dialog.tsx")).EditPromptDialog,
}));
const UsePromptDialog = lazy(async () => ({
  default: (await import("#client/features/prompts/variables/use-prompt-dialog.tsx")).UsePromptDialog,
}));
const PromptHistoryDialog = lazy(async () => ({
  default: (await import("#client/features/prompts/history/prompt-history-dialog.tsx")).PromptHistoryDialog,
}));
const ExportPromptsDialog = lazy(async () => ({
  default: (await import("./export-prompts-dialog.tsx")).ExportPromptsDialog,
}));
const ImportPromptsDialog = lazy(async () => ({
  default: (await import("./import-prompts-dialog.tsx")).ImportPromptsDialog,
}));
const PromptSettingsDialog = lazy(async () => ({
  default: (await import("./prompt-settings-dialog.tsx")).PromptSettingsDialog,
}));

interface PromptDialogsProps {
  view: PromptsView;
  actions: PromptsViewActions;
  username: string;
  /** All prompts, or null while they are not known. */
  prompts: readonly Prompt[] | null;
}

/** The dialog that the address names. */
export function PromptDialogs({ view: { dialog, itemId }, actions, username, prompts }: PromptDialogsProps) {
  const { item: prompt, isUnknown } = useOpenItem(prompts, itemId, dialog === "edit");

  useGoneNotice(isUnknown, "Prompt Not Found", actions.close);

  const onClose = actions.close;
  if (prompt) {
    return (
      // A boundary per dialog: one kept for the next would hide the former while that loads, and hiding closes it.
      <Suspense key={dialog}>
        {dialog === "detail" && (
          <PromptDetailDialog
            prompt={prompt}
            onClose={onClose}
            onOpen={(next) => actions.open(next, prompt.id)}
            onTag={actions.searchTag}
          />
        )}
        {dialog === "use" && <UsePromptDialog prompt={prompt} onClose={onClose} />}
        {dialog === "history" && <PromptHistoryDialog prompt={prompt} onClose={onClose} />}
        {dialog === "edit" && <EditPromptDialog prompt={prompt} onClose={onClose} />}
        {dialog === "delete" && <DeletePromptDialog prompt={prompt} onClose={onClose} />}
      </Suspense>
    );
  }
  return (
    <Suspense>
      {dialog === "add" && <AddPromptDialog prompts={prompts ?? []} username={username} onClose={onClose} />}
      {dialog === "export" && prompts && <ExportPromptsDialog prompts={prompts} onClose={onClose} />}
      {dialog === "import" && <ImportPromptsDialog onClose={onClose} />}
      {dialog === "settings" && <PromptSettingsDialog onClose={onClose} />}
    </Suspense>
  );
}
