import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";

import { ImportError } from "#client/features/imports/source/import-source-step.tsx";
import {
  type ImportSource,
  type SourceEncoding,
  findSamples,
} from "#client/features/imports/source/import-source.ts";
import type { ImportFlow } from "#client/features/imports/use-import.ts";
import { classNames } from "#client/ui/class-names.ts";
import { Field } from "#client/ui/form/field.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { TEXT_ENCODINGS } from "#shared/imports/files/text-decoding.ts";
import { sliceStart } from "#shared/kernel/text-rules.ts";

/** Step that maps columns to fields, and shows sample values of each column. */
export function ImportMappingStep({ flow, source }: { flow: ImportFlow; source: ImportSource }) {
  const { fields, reading } = flow;
  const samples = useMemo(
    () => new Map(source.columns.map((column) => [column, findSamples(source, column)])),
    [source],
  );
  const used = new Set(fields.map(({ column }) => column));
  const unused = source.columns.filter((column) => !used.has(column));

  return (
    <>
      {source.encoding && <ImportEncoding encoding={source.encoding} onChoose={reading.chooseEncoding} />}
      {source.header && <HeaderChoice header={source.header} onChoose={reading.chooseHeaderLine} />}
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

/** Select for the header line. Many reports have a title above it. */
function HeaderChoice({
  header: { line, choices },
  onChoose,
}: {
  header: NonNullable<ImportSource["header"]>;
  onChoose: (line: number) => void;
}) {
  if (choices.length < 2) return null;
  return (
    <Field label="Line with the column names" className="mb-5">
      <Select
        value={String(line)}
        options={choices.map((choice) => ({
          value: String(choice.line),
          label: `Line ${choice.line}: ${lineLabel(choice.cells)}`,
        }))}
        onChange={(event) => onChoose(Number(event.target.value))}
      />
    </Field>
  );
}

const MAX_LINE_LABEL = 80;

function lineLabel(cells: readonly string[]): string {
  const text = cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(", ");
  return text.length > MAX_LINE_LABEL ? `${sliceStart(text, MAX_LINE_LABEL)}…` : text;
}

function Samples({ text }: { text: string }) {
  return <span className="line-clamp-2 break-words">{text === "" ? "All cells are empty" : text}</span>;
}

const OPTIONS = Object.entries(TEXT_ENCODINGS).map(([value, label]) => ({ value, label }));

interface ImportEncodingProps {
  encoding: SourceEncoding;
  onChoose: (encoding: string) => void;
}

/** Select for a file's encoding, with excerpts to check it. Hidden if the encoding makes no difference. */
function ImportEncoding({ encoding: read, onChoose }: ImportEncodingProps) {
  const { encoding, isCertain, brokenCount, excerpts } = read;
  if (excerpts.length === 0) return null;
  const isUncertain = !isCertain || brokenCount > 0;
  return (
    <section
      aria-label="Text encoding"
      className={classNames(
        "mb-5 rounded-control border p-3",
        isUncertain ? "border-warning-ink/30 bg-warning-soft" : "border-line",
      )}
    >
      {isUncertain && (
        <p className="mb-3 flex items-start gap-2 text-sm text-warning-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {isCertain
            ? `${brokenCount.toLocaleString("en-US")} ${brokenCount === 1 ? "character in this file is unreadable and appears" : "characters in this file are unreadable and appear"} as \uFFFD.`
            : "This file doesn't specify its text encoding. Choose the one that makes the sample readable."}
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-x-5 gap-y-3 md:grid-cols-2">
        <Field label="Text encoding">
          <Select value={encoding} options={OPTIONS} onChange={(event) => onChoose(event.target.value)} />
        </Field>
        <div>
          <p className="mb-1.5 text-sm font-medium text-ink">Sample</p>
          <ul aria-live="polite" aria-label="Sample" className="text-sm text-ink-muted">
            {excerpts.map((excerpt) => (
              <li key={excerpt} className="truncate">
                {excerpt}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
