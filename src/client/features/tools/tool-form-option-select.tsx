import { useController } from "react-hook-form";

import { formChoices } from "#client/features/options/option-choices.ts";
import { useToolOptions } from "#client/features/options/use-tool-options.ts";
import { Select } from "#client/ui/select.tsx";

import type { ToolForm } from "./tool-form-values.ts";

interface OptionSelectProps {
  form: ToolForm;
  field: "modality" | "industry";
}

const PLACEHOLDERS = { modality: "Choose a modality", industry: "Choose an industry" };

/** A choice among this browser's options, and what the tool has already, which may be none of them. */
export function OptionSelect({ form, field }: OptionSelectProps) {
  const options = useToolOptions();
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
