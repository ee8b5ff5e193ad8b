import { type FormEvent, useEffect, useEffectEvent, useRef } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
  type UseFormReturn,
} from "react-hook-form";
import type { ZodType } from "zod";

import { issuesOf, logFailure } from "#client/api/errors.ts";

const NOT_LOADED =
  "Part of this form couldn't be loaded. Copy what you typed, reload the page and try again.";

/**
 * Form validated by the server's schema: first when a field loses focus, then at every key. The schema loads
 * separately, so that the form appears sooner.
 */
export function useCheckedForm<Input extends FieldValues, Output>(
  loadSchema: () => Promise<ZodType<Output, Input>>,
  defaultValues: DefaultValues<Input>,
) {
  const preload = useEffectEvent(loadSchema);
  useEffect(() => {
    // The first validation reports the failure.
    preload().catch(() => {});
  }, []);
  return useForm<Input, unknown, Output>({
    resolver: resolverOf(loadSchema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });
}

const resolverOf =
  <Input extends FieldValues, Output>(
    loadSchema: () => Promise<ZodType<Output, Input>>,
  ): Resolver<Input, unknown, Output> =>
  async (values, context, options) => {
    try {
      const [schema, { zodResolver }] = await Promise.all([loadSchema(), import("@hookform/resolvers/zod")]);
      return await zodResolver(schema)(values, context, options);
    } catch (error) {
      logFailure("Couldn't load the validation of a form", error);
      return { values: {}, errors: refusalOf<Input>(options.names ?? Object.keys(values)) };
    }
  };

/** Reports on the first field that validation failed to load. */
function refusalOf<Input extends FieldValues>(names: readonly string[]): FieldErrors<Input>;
function refusalOf([first = "root"]: readonly string[]) {
  return { [first]: { type: "load", message: NOT_LOADED } };
}

/** Forms being validated or saved. */
const submitted = new WeakSet<object>();

/** Handles a form's submit, once at a time. Shows server errors at their fields, and others in a toast. */
export function submitForm<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  isField: (name: string | undefined) => name is FieldPath<Input>,
  save: (values: Output) => Promise<void>,
) {
  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values);
    } catch (error) {
      for (const { path, message } of issuesOf(error)) {
        const field = path.split(".")[0];
        if (isField(field)) form.setError(field, { message });
      }
    }
  });
  return async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submitted.has(form.control)) return;
    submitted.add(form.control);
    try {
      await submit(event);
    } finally {
      submitted.delete(form.control);
    }
  };
}

/** Returns the ref of the element around the fields. Focuses the first invalid field after a refused submit. */
export function useFirstInvalidFocus(submitCount: number) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const invalid = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (submitCount === 0 || !invalid) return;
    // Focus one of a group's radio buttons.
    (invalid.querySelector("input") ?? invalid).focus({ preventScroll: true });
    // Centered, so that its label above and the message below are visible.
    invalid.scrollIntoView({ block: "center" });
  }, [submitCount]);
  return fields;
}

/** Returns the first message in a field's errors. A list stores those of its items by position. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error)
    .map((part) => firstMessage(part))
    .find((message) => message !== undefined);
}
