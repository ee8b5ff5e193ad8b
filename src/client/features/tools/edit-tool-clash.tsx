import { TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";

import { optionLabel } from "#shared/labels.ts";

import { isSameIn } from "./tool-form-changes.ts";
import {
  formValuesOf,
  TOOL_FIELD_LABELS,
  type ToolFormField,
  type ToolFormValues,
} from "./tool-form-values.ts";
import type { ToolEdits } from "./use-tool-edits.ts";

interface EditToolClashProps {
  edits: ToolEdits;
  clash: NonNullable<ToolEdits["clash"]>;
}

/** Shows, field by field, what somebody else saved meanwhile beside what is in the form, and lets one choose. */
export function EditToolClash({ edits, clash }: EditToolClashProps) {
  const panel = useRef<HTMLElement>(null);
  const typed = formValuesOf(useWatch({ control: edits.form.control, compute: (values) => values }));
  useEffect(() => panel.current?.focus(), []);

  return (
    <section
      ref={panel}
      role="alert"
      tabIndex={-1}
      className="mb-5 rounded-card border border-line bg-warning-soft p-4"
    >
      <h3 className="flex items-center gap-2 text-sm font-medium text-warning-ink">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        Somebody else has changed this tool since you opened it
      </h3>
      <p className="mt-1 text-sm text-ink-muted">
        Nothing of yours is lost. Choose what to keep, then update again.
      </p>
      <div className="mt-3 space-y-3">
        {clash.fields.map((field) => {
          const isTheirs = isSameIn(field, typed, clash.theirs);
          return (
            <fieldset key={field}>
              <legend className="mb-1.5 text-sm font-medium text-ink">{TOOL_FIELD_LABELS[field]}</legend>
              <div className="grid grid-cols-1 gap-2 md:grid-cols-2">
                <Side
                  field={field}
                  title="Theirs"
                  values={clash.theirs}
                  isChosen={isTheirs}
                  onChoose={() => edits.choose(field, "theirs")}
                />
                <Side
                  field={field}
                  title={clash.untouched.includes(field) ? "As it was before" : "Yours"}
                  values={isTheirs ? clash.yours : typed}
                  isChosen={!isTheirs}
                  onChoose={() => edits.choose(field, "yours")}
                />
              </div>
            </fieldset>
          );
        })}
      </div>
    </section>
  );
}

interface SideProps {
  field: ToolFormField;
  title: string;
  values: ToolFormValues;
  isChosen: boolean;
  onChoose: () => void;
}

function Side({ field, title, values, isChosen, onChoose }: SideProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start items-center gap-x-2.5 gap-y-1 rounded-control border border-line-strong bg-surface p-3 has-checked:border-accent has-checked:ring-1 has-checked:ring-accent">
      <input
        type="radio"
        name={`clash-${field}`}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 accent-accent"
      />
      <span className="text-xs font-medium text-ink-muted">{title}</span>
      <span className="col-start-2 max-h-32 overflow-y-auto text-sm break-words whitespace-pre-line text-ink">
        {textOf(values, field) || "Empty"}
      </span>
    </label>
  );
}

function textOf(values: ToolFormValues, field: ToolFormField): string {
  if (field === "tags") return values.tags.join(", ");
  if (field === "releaseNotes")
    return values.releaseNotes.map(({ date, url }) => `${date} ${url}`).join("\n");
  return field === "modality" || field === "industry" ? optionLabel(values[field]) : values[field];
}
