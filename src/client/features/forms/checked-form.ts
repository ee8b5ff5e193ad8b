import { type FormEvent, useEffect, useEffectEvent, useRef } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { ZodType } from "zod";

import { issuesOf, logFailure, currentItemOf } from "#client/api/errors.ts";
import { type Field as FieldRow, type FieldTable, namesOf } from "#shared/fields/field.ts";

const NOT_LOADED =
  "Part of this form couldn't be loaded. Copy what you typed, reload the page and try again.";

/**
 * Returns a form validated by the server's schema: first when a field loses focus, then on every change. The schema
 * loads separately, so that the form appears sooner.
 */
export function useCheckedForm<Input extends FieldValues, Output>(
  loadSchema: () => Promise<ZodType<Output, Input>>,
  defaultValues: DefaultValues<Input>,
) {
  const preload = useEffectEvent(loadSchema);
  useEffect(() => {
    // Errors are ignored here. The first validation reports them.
    preload().catch(() => {});
  }, []);
  return useForm<Input, unknown, Output>({
    resolver: createResolver(loadSchema),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });
}

const createResolver =
  <Input extends FieldValues, Output>(
    loadSchema: () => Promise<ZodType<Output, Input>>,
  ): Resolver<Input, unknown, Output> =>
  async (values, context, options) => {
    try {
      const [schema, { zodResolver }] = await Promise.all([loadSchema(), import("@hookform/resolvers/zod")]);
      return await zodResolver(schema)(values, context, options);
    } catch (error) {
      logFailure("Couldn't load the validation of a form", error);
      return { values: {}, errors: createLoadError<Input>(options.names ?? Object.keys(values)) };
    }
  };

/** Returns an error for the first field: the validation couldn't be loaded. */
function createLoadError<Input extends FieldValues>(names: readonly string[]): FieldErrors<Input>;
function createLoadError([first = "root"]: readonly string[]) {
  return { [first]: { type: "load", message: NOT_LOADED } };
}

/** Forms that are being validated or saved. */
const busyForms = new WeakSet<object>();

/**
 * Returns the submit handler of a form. Ignores further submits while one is running. Shows the server's validation
 * errors at their fields.
 */
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
    if (busyForms.has(form.control)) return;
    busyForms.add(form.control);
    try {
      await submit(event);
    } finally {
      busyForms.delete(form.control);
    }
  };
}

/** Returns a ref for the element around the fields. After a refused submit, focuses the first invalid field. */
export function useFirstInvalidFocus(submitCount: number) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const invalid = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (submitCount === 0 || !invalid) return;
    // In a group of radio buttons, focus one of them.
    (invalid.querySelector("input") ?? invalid).focus({ preventScroll: true });
    // Centered, so that the field's label and its message are both visible.
    invalid.scrollIntoView({ block: "center" });
  }, [submitCount]);
  return fields;
}

/** Returns the first message in a field's errors. For a list, the errors of its items are stored by index. */
export function firstErrorMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error)
    .map((part) => firstErrorMessage(part))
    .find((message) => message !== undefined);
}

/** Returns the current item, if the server refused an edit because another user had changed it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the server returns the kind of item that was sent
export function newerVersion<Item extends { id: string; revision: number }>(
  error: unknown,
  fields: FieldTable,
): Item | undefined {
  const current = currentItemOf(error);
  return isCompleteItem<Item>(current, fields) ? current : undefined;
}

/** True if the value is a complete item, with an id, a revision and every field. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see above
const isCompleteItem = <Item extends { id: string; revision: number }>(
  current: unknown,
  fields: FieldTable,
): current is Item =>
  typeof current === "object" &&
  current !== null &&
  "id" in current &&
  typeof current.id === "string" &&
  "revision" in current &&
  typeof current.revision === "number" &&
  namesOf(fields).every((name) => name in current);

/** Name of a form's field. */
export type FieldOf<Values> = keyof Values & string;

/** Values of a form. A missing text is an empty string. */
export type FormValues<Input> = { [Field in keyof Input]-?: NonNullable<Input[Field]> };

/** True if a name is one of the form's fields. */
export const isFieldOf =
  <Values extends object>(values: Values) =>
  (name: string | undefined): name is FieldOf<Values> =>
    name !== undefined && Object.hasOwn(values, name);

/** Converts a stored item or form input to form values. */
export function toFormValues<Input extends object>(
  fields: Readonly<Record<keyof Input, FieldRow>>,
  input: { readonly [Name in keyof Input]?: unknown },
): FormValues<Input>;
export function toFormValues(fields: FieldTable, input: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { toFormValue }]) => [name, toFormValue(input[name])]),
  );
}
