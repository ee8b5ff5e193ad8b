import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";

import { issuesOf } from "#client/api/errors.ts";

import {
  isToolFormField,
  type ToolForm,
  type ToolFormFields,
  type ToolFormInput,
  toolFormSchema,
  type ToolFormValues,
} from "./tool-form-values.ts";

/** The form of a tool: checked by the server's schema, first when a field is left, then with every key. */
export const useToolForm = (defaultValues: ToolFormValues): ToolForm =>
  useForm<ToolFormInput, unknown, ToolFormFields>({
    resolver: zodResolver(toolFormSchema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });

/** Shows what the server refused at the fields that it named. */
export function showIssues(form: ToolForm, error: unknown): void {
  for (const { path, message } of issuesOf(error)) {
    const field = path.split(".")[0];
    if (isToolFormField(field)) form.setError(field, { message });
  }
}

/** For the element around the fields: after a refused submit the first field at fault takes the focus. */
export function useFirstInvalidFocus(submitCount: number) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const atFault = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (submitCount === 0 || !atFault) return;
    atFault.focus({ preventScroll: true });
    // With room for its label above and the sentence below.
    atFault.scrollIntoView({ block: "center" });
  }, [submitCount]);
  return fields;
}
