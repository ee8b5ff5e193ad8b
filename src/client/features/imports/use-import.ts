import { useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import { type MappingOf, MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { guessMapping, nameInRow, readRow, UnreadableRow } from "#shared/imports/row.ts";
import { fileNameOf } from "#shared/imports/source-file.ts";

import type { SampleField } from "./import-sample.tsx";
import type { ImportTarget } from "./import-target.ts";
import { batchesOf } from "./run/import-batches.ts";
import { type ImportLine, useImportRun } from "./run/use-import-run.ts";
import { readImportFiles, readPasted } from "./source/import-collection.ts";
import { type ImportSource, readImportFile, type SourceReading } from "./source/import-source.ts";
import { droppedFiles, type PickedFile } from "./source/picked-files.ts";

export const IMPORT_STEPS = ["source", "mapping", "preview", "import"] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

const UNREADABLE = "Couldn't read this file. Check that it still exists, then choose it again.";

/** Few enough that the progress bar moves. */
const ROWS_PER_CALL = 250;

/** A field and the column that fills it. */
export interface MappedField {
  name: string;
  label: string;
  isRequired: boolean;
  column: string | undefined;
  fault: string | undefined;
  choose: (column: string) => void;
}

/** A value as it will be saved, as text: a list's items a line each. */
function textOfValue(value: unknown): string {
  if (Array.isArray(value)) {
    const isOfTexts = value.every((item) => typeof item === "string");
    return value.map(textOfValue).join(isOfTexts ? ", " : "\n");
  }
  if (typeof value === "string" || typeof value === "number") return String(value);
  return typeof value === "object" && value !== null ? Object.values(value).map(textOfValue).join(" ") : "";
}

const unreadableIn = (rows: readonly unknown[]): ImportLine[] =>
  rows.flatMap((row, index): ImportLine[] =>
    row instanceof UnreadableRow
      ? [{ row: index + 1, name: null, outcome: "wrong", message: row.error, notes: [] }]
      : [],
  );

/** Whether a single file is read as a collection: an archive, or one that is no table. */
const isCollected = (path: string, { collection }: ImportTarget<string>): boolean => {
  const { extension } = fileNameOf(path);
  return (
    extension === "zip" || (collection?.extensions.includes(extension) === true && !TABLES.has(extension))
  );
};
const TABLES = new Set(["csv", "tsv", "txt"]);

const hasColumns = ({ columns }: ImportSource) => columns.length > 0;

/** The way of a file into the product: read it, say what its columns are, look what would happen, import. */
export function useImport<Field extends string>(target: ImportTarget<Field>) {
  const { kind } = target;
  const [step, setStep] = useState<ImportStep>("source");
  const [pasted, setPasted] = useState("");
  const [isReading, setReading] = useState(false);
  const [fault, setError] = useState("");
  const [source, setSource] = useState<ImportSource | null>(null);
  /** The file that the source was read from; pasted text has none. */
  const [file, setFile] = useState<File | null>(null);
  const [mapping, setMapping] = useState<MappingOf<Field>>({});
  const [mergeNames, setMergeNames] = useState<string[]>([]);
  const [isChecked, setChecked] = useState(false);
  const preview = useImportRun(target);
  const run = useImportRun(target);

  async function read(from: File | null, reading: Promise<SourceReading>) {
    setReading(true);
    setError("");
    try {
      const result = await reading;
      if (result.ok) {
        const rows = kind.prepare?.(result.source.rows) ?? result.source.rows;
        const prepared = { ...result.source, rows };
        setFile(from);
        setSource(prepared);
        setMapping(guessMapping(kind, rows));
        setMergeNames([]);
        setChecked(false);
        if (hasColumns(prepared)) setStep("mapping");
        else look(prepared);
      } else {
        setError(result.message);
      }
    } catch (error) {
      setError(messageOf(error, UNREADABLE));
    } finally {
      setReading(false);
    }
  }

  const mapped = kind.fields.map((field): MappedField => {
    const content = kind.required[field];
    const column = mapping[field];
    const isMissing = content !== undefined && column === undefined;
    return {
      name: field,
      label: kind.labels[field],
      isRequired: content !== undefined,
      column,
      fault: isChecked && isMissing ? `Choose the column with ${content}` : undefined,
      choose: (chosen) => setMapping({ ...mapping, [field]: chosen === "" ? undefined : chosen }),
    };
  });

  const workOn = (rows: readonly unknown[], maxRows: number) => ({
    batches: batchesOf(rows, {
      columns: mapped.flatMap(({ column }) => column ?? []),
      nameOf: (row) => nameInRow(row, mapping[kind.naming]),
      maxRows,
    }),
    unreadable: unreadableIn(rows),
    mapping,
    mergeNames,
  });

  function takeFiles(picked: readonly PickedFile[]) {
    const [only, another] = picked;
    if (!only) return;
    if (another || isCollected(only.path, target)) void read(null, readImportFiles(picked, target));
    else void read(only.file, readImportFile(only.file, target.other));
  }

  function showPreview() {
    if (source === null) return;
    setChecked(true);
    if (mapped.some(({ isRequired, column }) => isRequired && column === undefined)) return;
    look(source);
  }

  function look({ rows }: ImportSource) {
    preview.start({ ...workOn(rows, MAX_IMPORT_ROWS), dryRun: true });
    setStep("preview");
  }

  /** Looks again with the rows of these names made one. */
  function merge(names: string[]) {
    if (source === null) return;
    setMergeNames(names);
    preview.start({ ...workOn(source.rows, MAX_IMPORT_ROWS), mergeNames: names, dryRun: true });
  }

  function fieldsOfRow(row: number): SampleField[] {
    const reading = readRow(kind, source?.rows[row - 1], mapping);
    if (!reading.ok) return [];
    const fields = new Map<string, unknown>(Object.entries(reading.fields ?? {}));
    return kind.fields.map((field) => ({
      name: field,
      label: kind.labels[field],
      text: textOfValue(fields.get(field)),
      notes: reading.notes.filter((note) => note.field === field),
    }));
  }

  function startImport() {
    if (source === null) return;
    run.start({ ...workOn(source.rows, ROWS_PER_CALL), dryRun: false });
    setStep("import");
  }

  function goBack() {
    preview.giveUp();
    setError("");
    setStep(step === "preview" && source !== null && hasColumns(source) ? "mapping" : "source");
  }

  function startOver() {
    setPasted("");
    setSource(null);
    setStep("source");
  }

  return {
    /** What is imported, such as "tool". */
    noun: kind.noun,
    example: target.example,
    other: target.other,
    step,
    pasted,
    paste: setPasted,
    isReading,
    /** What is wrong with the file. */
    fault,
    source,
    mapped,
    preview,
    run,
    collection: target.collection,
    takeFiles,
    takeDropped: (transfer: DataTransfer) => {
      setError("");
      droppedFiles(transfer).then(takeFiles, () => setError(UNREADABLE));
    },
    takePasted: () => void read(null, readPasted(pasted, target)),
    chooseEncoding: (encoding: string) => {
      if (file) void read(file, readImportFile(file, target.other, encoding));
    },
    showPreview,
    startImport,
    merge,
    fieldsOfRow,
    goBack,
    startOver,
  };
}

export type Import = ReturnType<typeof useImport>;
