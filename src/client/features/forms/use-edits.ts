import { useState } from "react";

import { useOpenItemState } from "#client/features/live/open-item.tsx";

import type { FieldOf } from "./form-fields.ts";

/** Somebody else's changes that met ours. */
export interface Conflict<Values> {
  /** Fields that they changed, and that are not the same in ours. */
  fields: FieldOf<Values>[];
  /** Those among them that we had left alone: theirs is taken unless we say otherwise. */
  untouched: FieldOf<Values>[];
  theirs: Values;
  yours: Values;
}

/** What an edit needs of a form of react-hook-form. */
interface EditedForm<Input> {
  getValues: () => Input;
  reset: (values: Input, keep: { keepDefaultValues?: boolean; keepSubmitCount: boolean }) => void;
}

interface EditedThing<Input, Values, Thing> {
  /** Every field in the order of the form. */
  fields: readonly FieldOf<Values>[];
  /** The stored thing as the form shows it. */
  toValues: (thing: Thing) => Values;
  /** What the form holds. */
  readForm: (input: Input) => Values;
  /** The thing as it is now, when an edit was refused because somebody else had changed it. */
  findNewer: (error: unknown) => Thing | undefined;
}

/** An edit in a form, as the panel for conflicts needs it. */
export interface Edits<Values> {
  base: { revision: number };
  conflict: Conflict<Values> | null;
  choose: (field: FieldOf<Values>, side: "theirs" | "yours") => void;
  /** Lays the edit over what others have saved since, before it is saved itself. */
  meetTheirs: () => void;
  typedValues: () => Values;
}

/** An edit in a form: the stored thing that it is made on, and what to do when that one changes meanwhile. */
export function useEdits<Input, Values extends Input, Thing extends { revision: number }>(
  form: EditedForm<Input>,
  thing: Thing,
  { fields: allFields, toValues, readForm, findNewer }: EditedThing<Input, Values, Thing>,
) {
  const [base, setBase] = useState(thing);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);

  const open = useOpenItemState();

  const typedValues = () => readForm(form.getValues());
  const show = (values: Values) => form.reset(values, { keepDefaultValues: true, keepSubmitCount: true });
  const changedFields = (a: Values, b: Values) => allFields.filter((field) => !isSameIn(field, a, b));

  /** From now on the edit is one of `next`, with `values` in the form. */
  function rebase(next: Thing, values: Values) {
    form.reset(toValues(next), { keepSubmitCount: true });
    show(values);
    setBase(next);
  }

  /** Lays our edit over a version that somebody else has saved; true when there is something to decide. */
  function merge(newer: Thing): boolean {
    const before = toValues(base);
    const theirs = toValues(newer);
    const yours = typedValues();
    const fields = changedFields(before, theirs).filter((field) => !isSameIn(field, theirs, yours));
    const untouched = fields.filter((field) => isSameIn(field, before, yours));
    rebase(newer, takeFields(yours, theirs, untouched));
    setConflict({ fields, untouched, theirs, yours });
    return fields.length > 0;
  }

  /** Saves the edit. It fails where somebody else's changes have to be met first, and for all other reasons. */
  async function save(send: (revision: number) => Promise<unknown>, revision = base.revision): Promise<void> {
    try {
      await send(revision);
    } catch (error) {
      const newer = findNewer(error);
      if (!newer || merge(newer)) throw error;
      // Others changed only what we changed just so: there is nothing to decide.
      await save(send, newer.revision);
    }
  }

  function meetTheirs() {
    const latest = open?.latest;
    if (latest && isThing(latest)) merge(latest);
    open?.take();
  }

  const isThing = (stored: object): stored is Thing => allFields.every((field) => field in stored);

  function choose(field: FieldOf<Values>, side: "theirs" | "yours") {
    if (conflict === null) return;
    const typed = typedValues();
    // What was typed since comes back when the choice falls on ours again.
    if (!isSameIn(field, typed, conflict.theirs)) {
      setConflict({ ...conflict, yours: takeFields(conflict.yours, typed, [field]) });
    }
    show(takeFields(typed, conflict[side], [field]));
  }

  return { base, conflict, save, choose, meetTheirs, rebase, typedValues, changedFields };
}

export const isSameIn = <Values>(field: FieldOf<Values>, a: Values, b: Values): boolean =>
  JSON.stringify(a[field]) === JSON.stringify(b[field]);

/** The first values, with those of the named fields taken from the second. */
function takeFields<Values>(values: Values, from: Values, fields: readonly FieldOf<Values>[]): Values {
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}
