import { TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";

import { ItemNote } from "#client/features/live/item-note.tsx";
import { useOpenItemState } from "#client/features/live/open-item.tsx";
import type { Field } from "#shared/fields/field.ts";

import type { FieldOf } from "./checked-form.ts";
import { type Conflict, type Edits, isFieldEqual } from "./use-edits.ts";

interface EditConflictProps<Values, Input extends FieldValues, Output> {
  /** Noun for the edited item, such as "tool". */
  noun: string;
  form: UseFormReturn<Input, unknown, Output>;
  edits: Edits<Values>;
  /** The form's field table. */
  fields: Readonly<Record<FieldOf<Values>, Field>>;
  /** Renders the text of a field. `other` is the text to compare it with. By default, renders plain text. */
  render?: (text: string, other: string, field: FieldOf<Values>) => ReactNode;
}

/**
 * Panel that reports another user's changes at once. It compares their values with the form field by field, and offers
 * a choice for each.
 */
export function EditConflict<Values, Input extends FieldValues, Output>(
  props: EditConflictProps<Values, Input, Output>,
) {
  const { base, conflict, mergeTheirs } = props.edits;
  const open = useOpenItemState();
  const isMerged =
    open?.latest !== null && (open?.change === null || (open?.latest.revision ?? 0) <= base.revision);
  return (
    <>
      {!isMerged && (
        <ItemNote onShow={mergeTheirs} deletedText="Your text is still here, so you can copy it." />
      )}
      {conflict !== null && conflict.fields.length > 0 && (
        <ConflictPanel key={base.revision} {...props} conflict={conflict} />
      )}
    </>
  );
}

interface ConflictPanelProps<Values, Input extends FieldValues, Output> extends EditConflictProps<
  Values,
  Input,
  Output
> {
  conflict: Conflict<Values>;
}

function ConflictPanel<Values, Input extends FieldValues, Output>(
  props: ConflictPanelProps<Values, Input, Output>,
) {
  const { noun, form, edits, conflict, fields, render = (text) => text } = props;
  const { theirs } = conflict;
  useWatch({ control: form.control });
  const typed = edits.typedValues();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: "start" });
  }, []);

  return (
    <section
      ref={panel}
      role="alert"
      tabIndex={-1}
      className="mb-5 scroll-mt-2 rounded-card border border-line bg-warning-soft p-4"
    >
      <h3 className="flex items-center gap-2 text-sm font-medium text-warning-ink">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        Someone else changed this {noun} after you opened it
      </h3>
      <p className="mt-1 text-sm text-ink-muted">
        Your changes are still here. Choose a version of each field, then update again.
      </p>
      <div className="mt-3 space-y-3">
        {conflict.fields.map((field) => {
          const isTheirs = isFieldEqual(field, typed, theirs);
          const yours = isTheirs ? conflict.yours : typed;
          const { label, toText } = fields[field];
          const [theirText, ourText] = [toText(theirs[field]), toText(yours[field])];
          return (
            <fieldset key={field}>
              <legend className="mb-1.5 text-sm font-medium text-ink">{label}</legend>
              <div className="grid grid-cols-1 gap-2 md:grid-cols-2">
                <VersionChoice
                  field={field}
                  title="Theirs"
                  isChosen={isTheirs}
                  onChoose={() => edits.choose(field, "theirs")}
                >
                  {render(theirText, ourText, field)}
                </VersionChoice>
                <VersionChoice
                  field={field}
                  title={conflict.untouched.includes(field) ? "Before" : "Yours"}
                  isChosen={!isTheirs}
                  onChoose={() => edits.choose(field, "yours")}
                >
                  {render(ourText, theirText, field)}
                </VersionChoice>
              </div>
            </fieldset>
          );
        })}
      </div>
    </section>
  );
}

interface VersionChoiceProps {
  field: string;
  title: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function VersionChoice({ field, title, isChosen, onChoose, children }: VersionChoiceProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start items-center gap-x-2.5 gap-y-1 rounded-control border border-line-strong bg-surface p-3 has-checked:border-accent has-checked:ring-1 has-checked:ring-accent">
      <input
        type="radio"
        name={`conflict-${field}`}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 accent-accent"
      />
      <span className="text-xs font-medium text-ink-muted">{title}</span>
      <span className="col-start-2 max-h-64 overflow-y-auto text-sm break-words whitespace-pre-line text-ink">
        {children === "" ? "Empty" : children}
      </span>
    </label>
  );
}
