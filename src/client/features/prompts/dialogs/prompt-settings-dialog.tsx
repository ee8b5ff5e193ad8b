import { Link } from "react-router-dom";

import { OptionsManager } from "#client/features/options/options-manager.tsx";
import { usePromptOptions } from "#client/features/options/use-custom-options.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { DialogClose } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";

/** Settings of the Prompt Stack: the user's own option lists, and a link to the prompts for assistants. */
export function PromptSettingsDialog({ onClose }: { onClose: () => void }) {
  const { store } = usePromptOptions();
  const isAdmin = useCurrentUser()?.role === "admin";
  const assistants = isAdmin ? "/admin/assistants" : "/account?tab=assistants";
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="large"
      title="Settings & Configuration"
      footer={<DialogClose>Close</DialogClose>}
    >
      <h3 className="text-base font-semibold text-ink">Industries and Modalities</h3>
      <p className="mb-3 text-pretty text-ink-muted">
        The choices in the Prompt Stack's filters and forms. Saved in this browser only, so your changes don't
        affect anyone else.
      </p>
      <div className="grid gap-x-8 gap-y-8 md:grid-cols-2">
        <OptionsManager kind="industry" store={store} />
        <OptionsManager kind="modality" store={store} />
      </div>
      <p className="mt-8 border-t border-line pt-6">
        <Link to={assistants} className="rounded-chip text-accent-ink hover:underline">
          Prompts for assistants
        </Link>
      </p>
    </Dialog>
  );
}
