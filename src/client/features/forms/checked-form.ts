import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  useForm,
  type UseFormReturn,
} from "react-hook-form";
import type { ZodType } from "zod";

import { issuesOf } from "#client/api/errors.ts";

/** A form that is checked by the server's schema, first when a field is left, then with every key. */
export const useCheckedForm = <Input extends FieldValues, Output>(
  schema: ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
) =>
  useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });

/** Handles a form's submit. What the server refuses is shown at the fields it names; a toast reports the rest. */
export const submitForm = <Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  isField: (name: string | undefined) => name is FieldPath<Input>,
  save: (values: Output) => Promise<void>,
) =>
  form.handleSubmit(async (values) => {
    try {
      await save(values);
    } catch (error) {
      for (const { path, message } of issuesOf(error)) {
        const field = path.split(".")[0];
        if (isField(field)) form.setError(field, { message });
      }
    }
  });

/** For the element around the fields: after a refused submit the first invalid field takes the focus. */
export function useFirstInvalidFocus(submitCount: number) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const invalid = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (submitCount === 0 || !invalid) return;
    invalid.focus({ preventScroll: true });
    // With room for its label above and the sentence below.
    invalid.scrollIntoView({ block: "center" });
  }, [submitCount]);
  return fields;
}

/** The first sentence in the errors of a field; a list keeps those of its items by position. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error)
    .map((part) => firstMessage(part))
    .find((message) => message !== undefined);
}
