import { useState } from "react";

import { PromptText } from "#client/features/prompts/dialogs/prompt-text.tsx";
import { Field } from "#client/ui/field.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { Select } from "#client/ui/select.tsx";
import { namesOf } from "#shared/fields/field.ts";
import { type PromptField, PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import type { PromptVersion } from "#shared/prompts.ts";

const DiffText = lazyComponent(
  () => import("./diff-text.tsx"),
  "DiffText",
  ({ after }) => after,
);

interface VersionComparisonProps {
  versions: readonly PromptVersion[];
  shown: PromptVersion;
}

/** A version beside any other one, at first the one before it: what was added, what was removed. */
export function VersionComparison({ versions, shown }: VersionComparisonProps) {
  const others = versions.filter(({ revision }) => revision !== shown.revision);
  const before = others.find(({ revision }) => revision < shown.revision) ?? others[0];
  const [chosen, setChosen] = useState(before?.revision);
  const other = others.find(({ revision }) => revision === chosen);
  const [older, newer] = other && other.revision > shown.revision ? [shown, other] : [other ?? shown, shown];
  const changed = namesOf(PROMPT_FIELDS).filter(
    (field) => field !== "prompt" && textOf(older, field) !== textOf(newer, field),
  );

  return (
    <div className="min-w-0 space-y-4">
      {other ? (
        <Field label={`Version ${shown.revision} compared with`}>
          <Select
            value={other.revision}
            options={others.map(({ revision }) => ({
              value: String(revision),
              label: `Version ${revision}`,
            }))}
            onChange={(event) => setChosen(Number(event.target.value))}
          />
        </Field>
      ) : (
        <p className="text-ink-muted">This prompt hasn't changed since it was added.</p>
      )}
      <PromptText label={PROMPT_FIELDS.prompt.label}>
        <DiffText before={older.prompt} after={newer.prompt} />
      </PromptText>
      {changed.length > 0 && (
        <dl className="space-y-3">
          {changed.map((field) => (
            <div key={field}>
              <dt className="mb-1 text-xs font-medium text-ink-faint">{PROMPT_FIELDS[field].label}</dt>
              <dd className="break-words whitespace-pre-wrap text-ink">
                <DiffText before={textOf(older, field)} after={textOf(newer, field)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const textOf = (version: PromptVersion, field: PromptField) => PROMPT_FIELDS[field].toText(version[field]);
