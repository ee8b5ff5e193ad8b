import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import type { ZodType } from "zod";

import { logFailure } from "#client/api/log-failure.ts";

type Errors = Record<string, string>;
type Issues = readonly { path: string; message: string }[];

/** The first issue of each field. */
const toErrors = (issues: Issues): Errors =>
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
 * The state of a small form of text fields: checked by a schema when it is sent, then by the server; issues stand at
 * their fields and the first one takes the focus. What was typed stays until `reset`. The schema is loaded with the
 * first key, so that a page that only shows the form comes without zod.
 */
export function useFields<Name extends string, Values>(
  blank: Readonly<Record<Name, string>>,
  loadSchema: () => Promise<ZodType<Values>>,
) {
  const [texts, setTexts] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});

  function showErrors(form: HTMLFormElement, issues: Issues) {
    const found = toErrors(issues);
    setErrors(found);
    focusFirst(form, found);
  }

  const isChecking = useRef(false);
  const preload = useRef(loadSchema);

  /** What is sent, or nothing where the fields show what is wrong with it. */
  async function check(form: HTMLFormElement): Promise<{ values: Values } | null> {
    try {
      const checked = (await loadSchema()).safeParse(texts);
      if (checked.success) return { values: checked.data };
      showErrors(
        form,
        checked.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message })),
      );
    } catch (error) {
      logFailure("Couldn't load what checks a form", error);
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
    /** Something was typed that is not saved. */
    isDirty: Object.entries(texts).some(([name, text]) => saved.get(name) !== text),
    showErrors,
    errorOf: (name: Name) => errors[name],
    /** What ties an input to its field. */
    input: (name: Name) => ({
      name,
      value: texts[name],
      onChange(event: ChangeEvent<HTMLInputElement>) {
        const text = event.target.value;
        // Reported when the form is sent.
        void preload.current().catch(() => {});
        setTexts((before) => ({ ...before, [name]: text }));
        setErrors(({ [name]: _mended, ...others }) => others);
      },
    }),
    onSubmit:
      (send: (values: Values, form: HTMLFormElement) => void) => (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit(event.currentTarget, send);
      },
    /** Shows other texts, such as what was saved. */
    show: setTexts,
    reset: () => setTexts(blank),
  };
}
