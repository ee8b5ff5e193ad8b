import { useMemo } from "react";

import { ImportEncoding } from "#client/features/imports/source/import-encoding.tsx";
import { ImportError } from "#client/features/imports/source/import-error.tsx";
import { type ImportSource, findSamples } from "#client/features/imports/source/import-source.ts";
import type { Import } from "#client/features/imports/use-import.ts";
import { Field } from "#client/ui/field.tsx";
import { Select } from "#client/ui/select.tsx";

/** Maps columns to fields, with sample values of each column. */
export function ImportMappingStep({ work, source }: { work: Import; source: ImportSource }) {
  const { fields, reading } = work;
  const samples = useMemo(
    () => new Map(source.columns.map((column) => [column, findSamples(source, column)])),
    [source],
  );
  const used = new Set(fields.map(({ column }) => column));
  const unused = source.columns.filter((column) => !used.has(column));

  return (
    <>
      {source.encoding && <ImportEncoding encoding={source.encoding} onChoose={reading.chooseEncoding} />}
      {reading.error !== "" && <ImportError>{reading.error}</ImportError>}
      {source.remark !== undefined && (
        <p className="mb-5 text-sm break-words text-ink-muted">{source.remark}</p>
      )}
      <div className="grid grid-cols-1 gap-x-5 gap-y-4 md:grid-cols-2">
        {fields.map(({ name, label, isRequired, column, error, choose }) => (
          <Field
            key={name}
            label={label}
            isRequired={isRequired}
            error={error}
            hint={column === undefined ? undefined : <Samples text={samples.get(column) ?? ""} />}
          >
            <Select
              value={column ?? ""}
              placeholder="Not imported"
              options={source.columns.map((header) => ({ value: header, label: header }))}
              onChange={(event) => choose(event.target.value)}
            />
          </Field>
        ))}
      </div>
      {unused.length > 0 && (
        <p className="mt-5 text-sm break-words text-ink-muted">
          <span className="font-medium text-ink">Columns that won't be imported:</span> {unused.join(", ")}
        </p>
      )}
    </>
  );
}

function Samples({ text }: { text: string }) {
  return <span className="line-clamp-2 break-words">{text === "" ? "All cells are empty" : text}</span>;
}
