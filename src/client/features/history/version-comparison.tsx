import { dateTime } from "#client/format/dates.ts";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { TextFrame } from "#client/ui/form/text-frame.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import type { Field as FieldRow } from "#shared/fields/field.ts";

import { FieldChange, TextChange } from "./field-change.tsx";
import type { HistoryKind, Version } from "./item-history.ts";
import { changedFields } from "./version-list.tsx";

interface VersionComparisonProps {
  of: HistoryKind;
  shown: Version;
  /** Version to compare with; undefined if there is no other. */
  other: Version | undefined;
  others: readonly Version[];
  onCompare: (revision: number) => void;
}

/** Comparison of two versions, with additions, removals and unchanged text. */
export function VersionComparison({ of, shown, other, others, onCompare }: VersionComparisonProps) {
  const { kind, fields, mainField } = of;
  const [older, newer] = other && other.revision > shown.revision ? [shown, other] : [other ?? shown, shown];
  const differing = new Set(changedFields(fields, older, newer));
  const all = Object.entries(fields).map(([name, field]) => ({ name, field }));
  const main = all.find(({ name }) => name === mainField);
  const rest = all.filter((row) => row !== main);
  const changed = rest.filter(({ name }) => differing.has(name));
  const unchanged = rest.filter(
    ({ name, field }) => !differing.has(name) && field.toText(newer[name]) !== "",
  );

  return (
    <div className="min-w-0 space-y-4">
      <p className="text-xs break-words text-ink-muted">
        Version {shown.revision} was saved by <bdi>{personName(shown.savedBy)}</bdi> on{" "}
        <time dateTime={shown.savedAt}>{dateTime(shown.savedAt)}</time>.
      </p>
      {other ? (
        <Field label={`Version ${shown.revision} compared with`}>
          <Select
            value={other.revision}
            options={others.map(({ revision }) => ({
              value: String(revision),
              label: `Version ${revision}`,
            }))}
            onChange={(event) => onCompare(Number(event.target.value))}
          />
        </Field>
      ) : (
        <p className="text-ink-muted">
          {shown.revision === 1
            ? `This ${kind} hasn't changed since it was added.`
            : "Earlier versions weren't stored."}
        </p>
      )}
      {main && (
        <TextFrame label={main.field.label}>
          <TextChange {...main} older={older} newer={newer} />
        </TextFrame>
      )}
      {other && differing.size === 0 && <p className="text-ink-muted">Both versions are the same.</p>}
      {changed.length > 0 && <Rows rows={changed} older={older} newer={newer} />}
      {unchanged.length > 0 &&
        (other ? (
          <Disclosure title={`Unchanged (${unchanged.length})`}>
            <Rows rows={unchanged} older={older} newer={newer} />
          </Disclosure>
        ) : (
          <Rows rows={unchanged} older={older} newer={newer} />
        ))}
    </div>
  );
}

interface RowsProps {
  rows: readonly { name: string; field: FieldRow }[];
  older: Version;
  newer: Version;
}

function Rows({ rows, older, newer }: RowsProps) {
  return (
    <dl className="space-y-3">
      {rows.map((row) => (
        <FieldChange key={row.name} {...row} older={older} newer={newer} />
      ))}
    </dl>
  );
}
