import { useController } from "react-hook-form";

import { useToolOptions } from "#client/features/options/use-tool-options.ts";
import { Select } from "#client/ui/select.tsx";
import { optionLabel } from "#shared/labels.ts";

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
      options={withHeld(active, held).map((option) => ({ value: option, label: optionLabel(option) }))}
    />
  );
}

/** The options, and the values that a tool holds; one that differs in case only takes the option's place. */
function withHeld(options: readonly string[], held: readonly string[]): string[] {
  const kept = new Map(options.map((value) => [value.toLowerCase(), value]));
  for (const value of held) if (value !== "") kept.set(value.toLowerCase(), value);
  return [...kept.values()].toSorted((a, b) => optionLabel(a).localeCompare(optionLabel(b), "en-US"));
}
