import { LibraryDialogs } from "#client/features/library/library-dialogs.tsx";
import type { Library } from "#client/features/library/use-library.ts";
import type { PageViewActions } from "#client/features/page-view/use-page-view.ts";
import type { PromptsView } from "#client/features/prompts/page/prompts-view.ts";
import { useDeletePrompt } from "#client/features/prompts/use-prompts.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import type { Prompt } from "#shared/prompts/prompts.ts";

const DeleteDialog = lazyComponent(
  async () => (await import("#client/ui/dialog/confirm-dialog.tsx")).DeleteDialog,
);
const PromptDetailDialog = lazyComponent(
  async () => (await import("./prompt-detail-dialog.tsx")).PromptDetailDialog,
);
const AddPromptDialog = lazyComponent(
  async () => (await import("#client/features/prompts/form/add-prompt-dialog.tsx")).AddPromptDialog,
);
const EditPromptDialog = lazyComponent(
  async () => (await import("#client/features/prompts/form/edit-prompt-dialog.tsx")).EditPromptDialog,
);
const UsePromptDialog = lazyComponent(
  async () => (await import("#client/features/prompts/variables/use-prompt-dialog.tsx")).UsePromptDialog,
);
const ExportPromptsDialog = lazyComponent(
  async () => (await import("./export-prompts-dialog.tsx")).ExportPromptsDialog,
);
const ImportPromptsDialog = lazyComponent(
  async () => (await import("./import-prompts-dialog.tsx")).ImportPromptsDialog,
);
const PromptSettingsDialog = lazyComponent(
  async () => (await import("./prompt-settings-dialog.tsx")).PromptSettingsDialog,
);

interface PromptDialogsProps {
  view: PromptsView;
  actions: PageViewActions<PromptsView>;
  username: string;
  library: Library<Prompt>;
  /** Closes the dialog and searches the list for the tag. */
  onTag: (tag: string) => void;
}

/** Dialogs of the Prompt Stack. */
export function PromptDialogs({ view, actions, username, library, onTag }: PromptDialogsProps) {
  const { dialog } = view;
  const onClose = actions.close;
  return (
    <LibraryDialogs
      kind="prompt"
      view={view}
      library={library}
      history={{ nameOf: ({ name }) => name, change: actions.change }}
      notFound="Prompt Not Found"
      notExported="Failed to fetch prompts"
      onClose={onClose}
      renderItem={(prompt) => (
        <>
          {dialog === "detail" && (
            <PromptDetailDialog
              prompt={prompt}
              onClose={onClose}
              onOpen={(next) => actions.open(next, prompt.id, next === "delete" ? undefined : "to dialog")}
              onTag={onTag}
            />
          )}
          {dialog === "use" && <UsePromptDialog prompt={prompt} onClose={onClose} />}
          {dialog === "edit" && <EditPromptDialog prompt={prompt} onClose={onClose} />}
          {dialog === "delete" && <DeletePromptDialog prompt={prompt} onClose={onClose} />}
        </>
      )}
    >
      {dialog === "add" && <AddPromptDialog prompts={library.items} username={username} onClose={onClose} />}
      {dialog === "export" && library.isKnown && (
        <ExportPromptsDialog prompts={library.items} onClose={onClose} />
      )}
      {dialog === "import" && <ImportPromptsDialog onClose={onClose} />}
      {dialog === "settings" && <PromptSettingsDialog onClose={onClose} />}
    </LibraryDialogs>
  );
}

function DeletePromptDialog({ prompt, onClose }: { prompt: Prompt; onClose: () => void }) {
  const deletePrompt = useDeletePrompt(onClose);
  return (
    <DeleteDialog
      title="Delete Prompt"
      name={prompt.name}
      confirmLabel="Delete Prompt"
      isPending={deletePrompt.isPending}
      onConfirm={() => deletePrompt.mutate({ id: prompt.id })}
      onClose={onClose}
    >
      The prompt and all its information will be permanently removed from your database.
    </DeleteDialog>
  );
}
