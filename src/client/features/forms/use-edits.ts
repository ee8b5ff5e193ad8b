import { useState } from "react";

import { useOpenItemState } from "#client/features/live/open-item.tsx";

import type { FieldOf } from "./checked-form.ts";

/** Conflict with another user's changes. */
export interface Conflict<Values> {
  /** Fields that they changed and whose values differ from ours. */
  fields: FieldOf<Values>[];
  /** Fields of these that we didn't change. Their values are chosen by default. */
  untouched: FieldOf<Values>[];
  theirs: Values;
  yours: Values;
}

/** Methods of a react-hook-form form that an edit uses. */
interface EditedForm<Input> {
  getValues: () => Input;
  reset: (values: Input, keep: { keepDefaultValues?: boolean; keepSubmitCount: boolean }) => void;
}

interface EditOptions<Input, Values, Item> {
  /** All fields in form order. */
  fields: readonly FieldOf<Values>[];
  /** Converts a stored item to form values. */
  toValues: (item: Item) => Values;
  /** Reads the form's values. */
  readForm: (input: Input) => Values;
  /** Returns the current item, if the server refused an edit because another user had changed it. */
  findNewer: (error: unknown) => Item | undefined;
}

/** State of an edit for the conflict panel. */
export interface Edits<Values> {
  base: { revision: number };
  conflict: Conflict<Values> | null;
  choose: (field: FieldOf<Values>, side: "theirs" | "yours") => void;
  /** Merges the edit with other people's changes, before it is saved. */
  mergeTheirs: () => void;
  typedValues: () => Values;
}

/** Manages an edit in a form: the stored item that it is based on, and conflicts with later changes. */
export function useEdits<Input, Values extends Input, Item extends { revision: number }>(
  form: EditedForm<Input>,
  item: Item,
  { fields: allFields, toValues, readForm, findNewer }: EditOptions<Input, Values, Item>,
) {
  const [base, setBase] = useState(item);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);

  const open = useOpenItemState();

  const typedValues = () => readForm(form.getValues());
  const show = (values: Values) => form.reset(values, { keepDefaultValues: true, keepSubmitCount: true });
  const changedFields = (a: Values, b: Values) => allFields.filter((field) => !isFieldEqual(field, a, b));

  /** Bases the edit on the stored item `next`, and shows `values` in the form. */
  function rebase(next: Item, values: Values) {
    form.reset(toValues(next), { keepSubmitCount: true });
    show(values);
    setBase(next);
  }

  /** Merges our edit with a version that another user saved. Returns true if conflicts remain to be resolved. */
  function merge(newer: Item): boolean {
    const original = toValues(base);
    const theirs = toValues(newer);
    const yours = typedValues();
    const fields = changedFields(original, theirs).filter((field) => !isFieldEqual(field, theirs, yours));
    const untouched = fields.filter((field) => isFieldEqual(field, original, yours));
    rebase(newer, replaceFields(yours, theirs, untouched));
    setConflict({ fields, untouched, theirs, yours });
    return fields.length > 0;
  }

  /** Saves the edit. Rejects if conflicts must be resolved first or if saving fails. */
  async function save(send: (revision: number) => Promise<unknown>, revision = base.revision): Promise<void> {
    try {
      await send(revision);
    } catch (error) {
      const newer = findNewer(error);
      if (!newer || merge(newer)) throw error;
      // Their changes equal ours, so there is no conflict.
      await save(send, newer.revision);
    }
  }

  function mergeTheirs() {
    const latest = open?.latest;
    if (latest && isItem(latest)) merge(latest);
    open?.accept();
  }

  const isItem = (stored: object): stored is Item => allFields.every((field) => field in stored);

  function choose(field: FieldOf<Values>, side: "theirs" | "yours") {
    if (conflict === null) return;
    const typed = typedValues();
    // Typed changes become our value, so that choosing our side again restores them.
    if (!isFieldEqual(field, typed, conflict.theirs)) {
      setConflict({ ...conflict, yours: replaceFields(conflict.yours, typed, [field]) });
    }
    show(replaceFields(typed, conflict[side], [field]));
  }

  return { base, conflict, save, choose, mergeTheirs, rebase, typedValues, changedFields };
}

export const isFieldEqual = <Values>(field: FieldOf<Values>, a: Values, b: Values): boolean =>
  JSON.stringify(a[field]) === JSON.stringify(b[field]);

/** Returns `values`, with the named fields taken from `from`. */
function replaceFields<Values>(values: Values, from: Values, fields: readonly FieldOf<Values>[]): Values {
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}
