import { lazy, type ReactNode, Suspense } from "react";
import { useWatch } from "react-hook-form";

import { EditConflict } from "#client/features/forms/edit-conflict.tsx";
import type { Conflict } from "#client/features/forms/use-edits.ts";
import { optionLabel } from "#shared/labels.ts";

import {
  formValuesOf,
  PROMPT_FIELD_LABELS,
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
      labels={PROMPT_FIELD_LABELS}
      render={renderField}
      onChoose={onChoose}
    />
  );
}

function renderField(field: PromptFormField, values: PromptFormValues, other: PromptFormValues): ReactNode {
  if (field === "tags") return values.tags.join(", ");
  if (field === "modality" || field === "industry") return optionLabel(values[field]);
  if (field === "exampleImageUrl" || values[field] === "") return values[field];
  return (
    <Suspense fallback={values[field]}>
      <DiffText before={other[field]} after={values[field]} hasRemoved={false} />
    </Suspense>
  );
}
