import { useEffect, useEffectEvent, useRef } from "react";
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

import { issuesOf } from "#client/api/errors.ts";
import { logFailure } from "#client/api/log-failure.ts";

const NOT_LOADED =
  "Part of this form couldn't be loaded. Copy what you typed, reload the page and try again.";

/**
 * A form that is checked by the server's schema, first when a field is left, then with every key. The schema comes
 * beside the form, so that the form is there sooner.
 */
export function useCheckedForm<Input extends FieldValues, Output>(
  loadSchema: () => Promise<ZodType<Output, Input>>,
  defaultValues: DefaultValues<Input>,
) {
  const preload = useEffectEvent(loadSchema);
  useEffect(() => {
    // The first check reports it.
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
      logFailure("Couldn't load what checks a form", error);
      return { values: {}, errors: refusalOf<Input>(options.names ?? Object.keys(values)) };
    }
  };

/** The first field says that nothing could be checked. */
function refusalOf<Input extends FieldValues>(names: readonly string[]): FieldErrors<Input>;
function refusalOf([first = "root"]: readonly string[]) {
  return { [first]: { type: "load", message: NOT_LOADED } };
}

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
    // A group of radio buttons takes it by one of them.
    (invalid.querySelector("input") ?? invalid).focus({ preventScroll: true });
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
