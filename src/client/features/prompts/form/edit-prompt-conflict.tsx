import { lazy, type ReactNode, Suspense } from "react";
import { useWatch } from "react-hook-form";

import { EditConflict } from "#client/features/forms/edit-conflict.tsx";
import type { Conflict } from "#client/features/forms/use-edits.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";

import {
  formValuesOf,
  type PromptForm,
  type PromptFormField,
  type PromptFormValues,
} from "./prompt-form-values.ts";

const DiffText = lazy(async () => ({
  default: (await import("#client/features/prompts/history/diff-text.tsx")).DiffText,
}));

interface EditPromptConflictProps {
  form: PromptForm;
  conflict: Conflict<PromptFormValues>;
  onChoose: (field: PromptFormField, side: "theirs" | "yours") => void;
}

/** What somebody else saved of a prompt meanwhile, beside what is in the form; words that differ are marked. */
export function EditPromptConflict({ form, conflict, onChoose }: EditPromptConflictProps) {
  const typed = formValuesOf(useWatch({ control: form.control, compute: (values) => values }));
  return (
    <EditConflict
      noun="prompt"
      conflict={conflict}
      typed={typed}
      fields={PROMPT_FIELDS}
      render={renderText}
      onChoose={onChoose}
    />
  );
}

/** Fields whose values are chosen or replaced as a whole. */
const UNDIVIDED: ReadonlySet<PromptFormField> = new Set(["tags", "modality", "industry", "exampleImageUrl"]);

function renderText(text: string, other: string, field: PromptFormField): ReactNode {
  if (UNDIVIDED.has(field) || text === "") return text;
  return (
    <Suspense fallback={text}>
      <DiffText before={other} after={text} hasRemoved={false} />
    </Suspense>
  );
}
