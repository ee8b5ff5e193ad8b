import { useMemo } from "react";

import { Field } from "#client/ui/field.tsx";
import { Select } from "#client/ui/select.tsx";
import { IMPORT_FIELD_LABELS, IMPORT_FIELDS } from "#shared/tool-import.ts";

import { type ImportSource, samplesOf } from "./import-source.ts";
import type { Import } from "./use-import.ts";

/** Asks which column fills which field, with values of each to recognise it by. */
export function ImportMappingStep({ work, source }: { work: Import; source: ImportSource }) {
  const { mapping, fault } = work;
  const samples = useMemo(
    () => new Map(source.columns.map((column) => [column, samplesOf(source, column)])),
    [source],
  );
  const used = new Set(Object.values(mapping));
  const unused = source.columns.filter((column) => !used.has(column));

  return (
    <>
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 md:grid-cols-2">
        {IMPORT_FIELDS.map((field) => {
          const column = mapping[field];
          const isName = field === "name";
          return (
            <Field
              key={field}
              label={IMPORT_FIELD_LABELS[field]}
              isRequired={isName}
              error={isName ? fault : undefined}
              hint={column === undefined ? undefined : <Samples text={samples.get(column) ?? ""} />}
            >
              <Select
                value={column ?? ""}
                placeholder="Not imported"
                options={source.columns.map((name) => ({ value: name, label: name }))}
                onChange={(event) => work.map(field, event.target.value)}
              />
            </Field>
          );
        })}
      </div>
      {unused.length > 0 && (
        <p className="mt-5 text-sm break-words text-ink-muted">
          <span className="font-medium text-ink">Columns that are left out:</span> {unused.join(", ")}
        </p>
      )}
    </>
  );
}

function Samples({ text }: { text: string }) {
  return <span className="line-clamp-2 break-words">{text === "" ? "Every cell is empty" : text}</span>;
}
