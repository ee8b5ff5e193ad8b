import { useController } from "react-hook-form";

import { formChoices } from "#client/features/options/option-choices.ts";
import { usePromptOptions } from "#client/features/options/use-prompt-options.ts";
import { Select } from "#client/ui/select.tsx";

import type { PromptForm } from "./prompt-form-values.ts";

interface OptionSelectProps {
  form: PromptForm;
  field: "modality" | "industry";
}

const PLACEHOLDERS = { modality: "Choose a modality", industry: "Choose an industry" };

/** A choice among this browser's options, and what the prompt has already, which may be none of them. */
export function OptionSelect({ form, field }: OptionSelectProps) {
  const options = usePromptOptions();
  const controller = useController({ control: form.control, name: field }).field;
  const active = field === "modality" ? options.modalities : options.industries;
  const value = controller.value ?? "";
  const held = [form.formState.defaultValues?.[field] ?? "", value];
  return (
    <Select
      {...controller}
      value={value}
      placeholder={PLACEHOLDERS[field]}
      options={formChoices(active, held)}
    />
  );
}
