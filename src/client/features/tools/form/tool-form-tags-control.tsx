import { useController } from "react-hook-form";

import { TagInput } from "#client/ui/tag-input.tsx";

import type { ToolForm } from "./tool-form-values.ts";

/** The tags, in lowercase; one is added by Enter or a comma. */
export function TagsControl({ form }: { form: ToolForm }) {
  const { value, onChange, onBlur, ref } = useController({ control: form.control, name: "tags" }).field;
  return (
    <TagInput
      isLowercase
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      ref={ref}
      placeholder="chat, writing, code"
    />
  );
}
