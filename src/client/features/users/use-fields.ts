import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import type { ZodType } from "zod";

import { logFailure } from "#client/api/errors.ts";

type Errors = Record<string, string>;
type Issues = readonly { path: string; message: string }[];

/** Returns the first issue of each field. */
const firstIssues = (issues: Issues): Errors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [path, message]));

function focusFirst(form: HTMLFormElement, errors: Errors) {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.name in errors) {
      element.focus();
      return;
    }
  }
}

const NOT_LOADED = "Part of this page couldn't be loaded. Reload it and try again.";

/**
 * State of a small form of text fields. On submit, a schema and then the server validate it. Issues are shown at their
 * fields, and the first one is focused. Typed text remains until `reset`. The schema loads on the first key, so that
 * showing the form doesn't load zod.
 */
export function useFields<Name extends string, Values>(
  blank: Readonly<Record<Name, string>>,
  loadSchema: () => Promise<ZodType<Values>>,
) {
  const [texts, setTexts] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});

  function showErrors(form: HTMLFormElement, issues: Issues) {
    const firstErrors = firstIssues(issues);
    setErrors(firstErrors);
    focusFirst(form, firstErrors);
  }

  const isChecking = useRef(false);
  const preload = useRef(loadSchema);

  /** Returns the valid values, or null if fields show errors. */
  async function check(form: HTMLFormElement): Promise<{ values: Values } | null> {
    try {
      const checked = (await loadSchema()).safeParse(texts);
      if (checked.success) return { values: checked.data };
      showErrors(
        form,
        checked.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message })),
      );
    } catch (error) {
      logFailure("Couldn't load the validation of a form", error);
      showErrors(form, [{ path: Object.keys(blank)[0] ?? "", message: NOT_LOADED }]);
    }
    return null;
  }

  async function submit(form: HTMLFormElement, send: (values: Values, form: HTMLFormElement) => void) {
    if (isChecking.current) return;
    isChecking.current = true;
    const checked = await check(form);
    isChecking.current = false;
    if (checked) send(checked.values, form);
  }

  const saved = new Map<string, unknown>(Object.entries(blank));
  return {
    /** True if there is unsaved text. */
    isDirty: Object.entries(texts).some(([name, text]) => saved.get(name) !== text),
    showErrors,
    errorOf: (name: Name) => errors[name],
    /** Returns the props of a field's input. */
    input: (name: Name) => ({
      name,
      value: texts[name],
      onChange(event: ChangeEvent<HTMLInputElement>) {
        const text = event.target.value;
        // Errors are ignored here. They are reported on submit.
        void preload.current().catch(() => {});
        setTexts((before) => ({ ...before, [name]: text }));
        setErrors(({ [name]: _fixed, ...others }) => others);
      },
    }),
    onSubmit:
      (send: (values: Values, form: HTMLFormElement) => void) => (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget, send);
      },
    /** Replaces the texts, for example with saved ones. */
    show: setTexts,
    reset: () => setTexts(blank),
  };
}
