import { CopyCheck, ExternalLink } from "lucide-react";
import { useState, useDeferredValue, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "react-router-dom";

import { submitForm, useCheckedForm } from "#client/features/forms/checked-form.ts";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { useAddPrompt, useMaxPromptLength } from "#client/features/prompts/use-prompts.ts";
import { focusRowOnceShown } from "#client/ui/list/awaited-row.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import { type NearDuplicate, createNearDuplicateFinder } from "#shared/prompts/near-duplicates.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

import {
  type PromptForm,
  PromptFormFields,
  EMPTY_PROMPT_FORM,
  isPromptFormField,
  promptSchemaLoader,
} from "./prompt-form-fields.tsx";

interface AddPromptDialogProps {
  /** Existing prompts, used to find duplicates. */
  prompts: readonly Prompt[];
  username: string;
  onClose: () => void;
}

/** Dialog with the form for a new prompt. */
export function AddPromptDialog({ prompts, username, onClose }: AddPromptDialogProps) {
  const form = useCheckedForm(promptSchemaLoader(useMaxPromptLength()), {
    ...EMPTY_PROMPT_FORM,
    promptAuthor: username,
  });
  const [isUploading, setUploading] = useState(false);
  const addPrompt = useAddPrompt();

  const handleSubmit = submitForm(form, isPromptFormField, async (prompt) => {
    const { id } = await addPrompt.mutateAsync(prompt);
    onClose();
    focusRowOnceShown(id);
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Add New Prompt"
      isDirty={form.formState.isDirty}
      onSubmit={handleSubmit}
      submitLabel="Add Prompt"
      savingLabel="Adding Prompt..."
      isSaving={addPrompt.isPending}
      isUploading={isUploading}
    >
      <PromptFormFields
        form={form}
        uploadedMessage="Example image uploaded successfully"
        onUploading={setUploading}
        remark={<PromptDuplicates form={form} prompts={prompts} />}
      />
    </FormDialog>
  );
}

const MAX_SHOWN = 3;

interface PromptDuplicatesProps {
  form: PromptForm;
  prompts: readonly Prompt[];
}

/** List of similar prompts, shown while the user types. It may lag behind typing. */
function PromptDuplicates({ form, prompts }: PromptDuplicatesProps) {
  const name = useDeferredValue(useWatch({ control: form.control, name: "name" }));
  const prompt = useDeferredValue(useWatch({ control: form.control, name: "prompt" }));
  const find = useMemo(() => createNearDuplicateFinder(prompts), [prompts]);
  const found = useMemo(() => find({ name, prompt }), [find, name, prompt]);
  const hidden = found.length - MAX_SHOWN;

  return (
    <div aria-live="polite">
      {found.length > 0 && (
        <div className="mt-3 rounded-card border border-line bg-warning-soft p-3 text-sm">
          <p className="flex items-center gap-2 font-medium text-warning-ink">
            <CopyCheck aria-hidden className="size-4 shrink-0" />
            {found.length === 1 ? "There's already a similar prompt" : "There are already similar prompts"}
          </p>
          <ul className="mt-1.5 space-y-0.5">
            {found.slice(0, MAX_SHOWN).map((duplicate) => (
              <li key={duplicate.prompt.id} className="flex flex-wrap items-baseline gap-x-3">
                {/* In a new tab, so that the typed text remains. */}
                <Link
                  to={itemAddress({ kind: "prompt", id: duplicate.prompt.id })}
                  target="_blank"
                  className="inline-flex min-w-0 items-center gap-1.5 rounded-chip text-accent-ink underline-offset-2 hover:underline max-md:min-h-11"
                >
                  <span className="truncate">{duplicate.prompt.name}</span>
                  <ExternalLink aria-label="(opens in a new tab)" className="size-3.5 shrink-0" />
                </Link>
                <span className="text-ink-muted">{formatSimilarity(duplicate)}</span>
              </li>
            ))}
          </ul>
          {hidden > 0 && <p className="mt-1 text-ink-muted">and {hidden} more</p>}
        </div>
      )}
    </div>
  );
}

function formatSimilarity({ isSameName, similarity }: NearDuplicate<Prompt>): string {
  const text = similarity === 1 ? "same text" : similarity > 0 ? "almost the same text" : "";
  return [isSameName ? "same name" : "", text].filter(Boolean).join(", ");
}
