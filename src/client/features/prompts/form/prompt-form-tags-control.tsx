import { useController } from "react-hook-form";

import { TagInput } from "#client/ui/tag-input.tsx";

import type { PromptForm } from "./prompt-form-values.ts";

/** The tags; one is added by Enter, by a comma, or by leaving the control. */
export function TagsControl({ form }: { form: PromptForm }) {
  const { value, onChange, onBlur, ref } = useController({ control: form.control, name: "tags" }).field;
  return (
    <TagInput addOnBlur value={value} onChange={onChange} onBlur={onBlur} ref={ref} placeholder="Add a tag" />
  );
}
