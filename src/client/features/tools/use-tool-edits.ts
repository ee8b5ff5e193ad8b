import { useState } from "react";

import type { ReleaseNote, Tool } from "#shared/tools.ts";

import { changedFields, isSameIn, takeFields } from "./tool-form-changes.ts";
import { formValuesOf, type ToolFormField, type ToolFormValues } from "./tool-form-values.ts";
import { useToolForm } from "./use-tool-form.ts";

/** Somebody else's changes that met ours. */
interface Clash {
  /** Fields that they changed, and that are not the same in ours. */
  fields: ToolFormField[];
  /** Those among them that we had left alone: theirs is taken unless we say otherwise. */
  untouched: ToolFormField[];
  theirs: ToolFormValues;
  yours: ToolFormValues;
}

const isSameNote = (a: ReleaseNote, b: ReleaseNote) => a.date === b.date && a.url === b.url;

/** The form of an edit, the stored tool that it is made on, and what to do when that one changes meanwhile. */
export function useToolEdits(tool: Tool) {
  const form = useToolForm(formValuesOf(tool));
  const [base, setBase] = useState(tool);
  const [clash, setClash] = useState<Clash | null>(null);

  const typedValues = () => formValuesOf(form.getValues());
  const show = (values: ToolFormValues) =>
    form.reset(values, { keepDefaultValues: true, keepSubmitCount: true });

  /** From now on the edit is one of `next`, with `values` in the form. */
  function standOn(next: Tool, values: ToolFormValues) {
    form.reset(formValuesOf(next), { keepSubmitCount: true });
    show(values);
    setBase(next);
  }

  /** Lays our edit over a version that somebody else has saved; true when there is something to decide. */
  function meet(newer: Tool): boolean {
    const before = formValuesOf(base);
    const theirs = formValuesOf(newer);
    const yours = typedValues();
    const fields = changedFields(before, theirs).filter((field) => !isSameIn(field, theirs, yours));
    const untouched = fields.filter((field) => isSameIn(field, before, yours));
    standOn(newer, takeFields(yours, theirs, untouched));
    setClash({ fields, untouched, theirs, yours });
    return fields.length > 0;
  }

  function choose(field: ToolFormField, side: "theirs" | "yours") {
    if (clash === null) return;
    const typed = typedValues();
    // What was typed since comes back when the choice falls on ours again.
    if (!isSameIn(field, typed, clash.theirs)) {
      setClash({ ...clash, yours: takeFields(clash.yours, typed, [field]) });
    }
    show(takeFields(typed, clash[side], [field]));
  }

  /**
   * Shows the release notes of `stored`, which the server has just changed at our wish. The edit moves on to that
   * version only if nobody changed anything else: otherwise saving must still meet their changes.
   */
  function takeNotes(stored: Tool, isShown: (note: ReleaseNote) => boolean) {
    const changes = changedFields(formValuesOf(base), formValuesOf(stored));
    const isOnlyNotes = changes.every((field) => field === "releaseNotes");
    standOn(isOnlyNotes ? stored : { ...base, releaseNotes: stored.releaseNotes }, {
      ...typedValues(),
      releaseNotes: stored.releaseNotes.filter((note) => isShown(note)),
    });
  }

  /** True for a stored note that was removed here and not yet there. */
  function isRemoved(note: ReleaseNote): boolean {
    const isIn = (notes: readonly ReleaseNote[]) => notes.some((other) => isSameNote(other, note));
    return isIn(base.releaseNotes) && !isIn(typedValues().releaseNotes);
  }

  return { form, base, clash, meet, choose, takeNotes, isRemoved };
}

export type ToolEdits = ReturnType<typeof useToolEdits>;
