import { type ChangeEvent, type FormEvent, useState } from "react";
import type { ZodType } from "zod";

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

/**
 * The state of a small form of text fields: checked by a schema when it is sent, then by the server; issues stand at
 * their fields and the first one takes the focus. What was typed stays until `reset`.
 */
export function useFields<Name extends string, Values>(
  blank: Readonly<Record<Name, string>>,
  schema: ZodType<Values>,
) {
  const [texts, setTexts] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});

  function showErrors(form: HTMLFormElement, issues: Issues) {
    const found = toErrors(issues);
    setErrors(found);
    focusFirst(form, found);
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
        setTexts((before) => ({ ...before, [name]: text }));
        setErrors(({ [name]: _mended, ...others }) => others);
      },
    }),
    onSubmit:
      (send: (values: Values, form: HTMLFormElement) => void) => (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const form = event.currentTarget;
        const checked = schema.safeParse(texts);
        if (checked.success) send(checked.data, form);
        else
          showErrors(
            form,
            checked.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message })),
          );
      },
    /** Shows other texts, such as what was saved. */
    show: setTexts,
    reset: () => setTexts(blank),
  };
}
