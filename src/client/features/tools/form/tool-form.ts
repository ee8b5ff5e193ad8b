import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { z } from "zod";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { type FormValues, isFieldOf, toFormValues } from "#client/features/forms/checked-form.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { namesOf, pickProperty } from "#shared/fields/field.ts";
import { TOOL_FORM } from "#shared/fields/tool-fields.ts";
import { cleanTags, readWebAddress } from "#shared/kernel/text-rules.ts";
import type { AutofillField } from "#shared/tools/autofill-fields.ts";
import type { toolFormSchema } from "#shared/tools/tools.ts";

/** Loads the form's schema, separately from the form. */
export const loadToolFormSchema = async () => (await import("#shared/tools/tools.ts")).toolFormSchema;
export const TOOL_FORM_FIELDS = namesOf(TOOL_FORM);

type ToolFormInput = z.input<typeof toolFormSchema>;
type ToolFormFields = z.output<typeof toolFormSchema>;
export type ToolForm = UseFormReturn<ToolFormInput, unknown, ToolFormFields>;
type ToolFormValues = FormValues<ToolFormInput>;

/** Converts a tool or form input to form values. */
export const formValuesOf = (tool: ToolFormInput): ToolFormValues =>
  toFormValues<ToolFormInput>(TOOL_FORM, tool);
export const EMPTY_TOOL_FORM = formValuesOf(pickProperty(TOOL_FORM, "emptyValue"));

export const isToolFormField = isFieldOf(EMPTY_TOOL_FORM);

type FieldValue = string | string[];

interface FilledField {
  value: FieldValue;
  previous: FieldValue;
  source: string;
}

export const textOf = (value: FieldValue) => (Array.isArray(value) ? value.join(", ") : value);

/** Sets a field as if the user had typed the value. */
export function setField(form: ToolForm, field: "name" | AutofillField, value: FieldValue): void {
  const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
  if (Array.isArray(value)) form.setValue("tags", value, options);
  else if (field !== "tags") form.setValue(field, value, options);
}

/** Returns functions that fill a field with the server's suggestion and restore the previous text. */
export function useAutofill(form: ToolForm, field: AutofillField) {
  const toast = useToast();
  const [filled, setFilled] = useState<FilledField | null>(null);
  const currentValue = useWatch({ control: form.control, name: field }) ?? "";
  const suggest = trpc.tools.autofill.useMutation({
    onError: (error) => toast.failure("Auto-fill failed", messageOf(error, "Could not auto-fill this field")),
    onSuccess: ({ value, source }) => {
      const previous = form.getValues(field) ?? "";
      // Suggested tags are added to the existing ones. Other fields are replaced.
      const next =
        typeof previous === "string" ? value : cleanTags([...previous, ...value.toLowerCase().split(",")]);
      setValue(next);
      setFilled({ value: next, previous, source });
      toast.success("Auto-filled successfully");
    },
  });

  const setValue = (value: FieldValue) => setField(form, field, value);

  function handleFill() {
    const toolName = form.getValues("name").trim();
    if (toolName === "") {
      toast.failure("Tool name required", "Please enter a tool name first to use auto-fill");
      form.setFocus("name");
    } else {
      const url = readWebAddress(form.getValues("url") ?? "");
      suggest.mutate({ toolName, fieldType: field, ...(url !== undefined && { url }) });
    }
  }

  // If the user has edited the text since, it is no longer a suggestion.
  const isShown = filled !== null && textOf(filled.value) === textOf(currentValue);
  return {
    fill: handleFill,
    isPending: suggest.isPending,
    source: isShown ? filled.source : null,
    previous: isShown && textOf(filled.previous) !== textOf(filled.value) ? textOf(filled.previous) : "",
    undo: () => {
      if (filled) setValue(filled.previous);
      setFilled(null);
    },
  };
}

export type Autofill = ReturnType<typeof useAutofill>;
