import { useState } from "react";

import { type SampleField, sampleRow } from "#client/features/imports/lines/import-sample.tsx";
import { toBatches } from "#client/features/imports/run/import-batches.ts";
import { type ImportLine, useImportRun } from "#client/features/imports/run/use-import-run.ts";
import { useUndoImport } from "#client/features/imports/run/use-undo-import.ts";
import type { ImportSource } from "#client/features/imports/source/import-source.ts";
import { useImportSource } from "#client/features/imports/source/use-import-source.ts";
import { type MappingOf, MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { type ImportKind, guessMapping, nameInRow, UnreadableRow } from "#shared/imports/row.ts";

import type { ImportTarget } from "./import-target.ts";

/** Field with the column mapped to it. */
interface MappedField {
  name: string;
  label: string;
  isRequired: boolean;
  column: string | undefined;
  error: string | undefined;
  choose: (column: string) => void;
}

/** Mapping from a file's columns to fields. */
function useColumnMapping<Field extends string>(kind: ImportKind<Field, unknown>) {
  const [mapping, setMapping] = useState<MappingOf<Field>>({});
  const [isChecked, setChecked] = useState(false);

  const fields = kind.fields.map((field): MappedField => {
    const content = kind.required[field];
    const column = mapping[field];
    const isMissing = content !== undefined && column === undefined;
    return {
      name: field,
      label: kind.labels[field],
      isRequired: content !== undefined,
      column,
      error: isChecked && isMissing ? `Choose the column with ${content}` : undefined,
      choose: (chosen) => setMapping({ ...mapping, [field]: chosen === "" ? undefined : chosen }),
    };
  });

  return {
    mapping,
    fields,
    /** Sets the mapping that the headers of these rows suggest. */
    guess(rows: readonly unknown[]) {
      setMapping(guessMapping(kind, rows));
      setChecked(false);
    },
    /** Checks that all required fields have a column. From then on, the other fields show errors. */
    check(): boolean {
      setChecked(true);
      return fields.every(({ isRequired, column }) => !isRequired || column !== undefined);
    },
  };
}

export type ImportStep = "source" | "mapping" | "preview" | "import";

/** Rows per call of an import; few enough that the progress bar moves. */
const ROWS_PER_CALL = 250;

const findUnreadableLines = (rows: readonly unknown[]): ImportLine[] =>
  rows.flatMap((row, index): ImportLine[] =>
    row instanceof UnreadableRow
      ? [{ row: index + 1, name: null, outcome: "wrong", message: row.error, notes: [] }]
      : [],
  );

const hasColumns = ({ columns }: ImportSource) => columns.length > 0;

/** State of an import: choose a source, map its columns, preview, import. */
export function useImport<Field extends string>(target: ImportTarget<Field>) {
  const { kind } = target;
  const [step, setStep] = useState<ImportStep>("source");
  const [mergeNames, setMergeNames] = useState<string[]>([]);
  const columns = useColumnMapping(kind);
  const { mapping } = columns;
  const preview = useImportRun(target);
  const run = useImportRun(target);
  const undo = useUndoImport({ refresh: target.onImported });
  const reading = useImportSource(target, (read) => {
    columns.guess(read.rows);
    setMergeNames([]);
    if (hasColumns(read)) setStep("mapping");
    else runPreview(read, []);
  });
  const { source } = reading;

  const createRunInput = (rows: readonly unknown[], maxRows: number) => ({
    batches: toBatches(rows, {
      columns: [...columns.fields.flatMap(({ column }) => column ?? []), ...(kind.extraColumns ?? [])],
      findName: (row) => nameInRow(row, mapping[kind.nameField]),
      maxRows,
    }),
    unreadable: findUnreadableLines(rows),
    mapping,
  });

  function runPreview({ rows }: ImportSource, merged: string[]) {
    preview.start({ ...createRunInput(rows, MAX_IMPORT_ROWS), mergeNames: merged, dryRun: true });
    setStep("preview");
  }

  function showPreview() {
    if (source !== null && columns.check()) runPreview(source, mergeNames);
  }

  /** Repeats the preview, with the rows of these names merged. */
  function merge(names: string[]) {
    if (source === null) return;
    setMergeNames(names);
    runPreview(source, names);
  }

  function startImport() {
    if (source === null) return;
    run.start({
      ...createRunInput(source.rows, ROWS_PER_CALL),
      mergeNames,
      dryRun: false,
      importId: newImportId(),
    });
    setStep("import");
  }

  function goBack() {
    preview.abandon();
    reading.clearError();
    setStep(step === "preview" && source !== null && hasColumns(source) ? "mapping" : "source");
  }

  function startOver() {
    reading.clear();
    undo.reset();
    setStep("source");
  }

  return {
    /** Singular noun for the imported items, such as "tool". */
    noun: kind.noun,
    target: { example: target.example, other: target.other, collection: target.collection },
    step,
    reading,
    fields: columns.fields,
    preview,
    run,
    undo: {
      start: () => run.importId !== undefined && undo.mutate({ importId: run.importId }),
      isPending: undo.isPending,
      progress: undo.progress,
      /** Result of the undo; null before. */
      undone: undo.data ?? null,
    },
    sampleRow: (row: number): SampleField[] => sampleRow(kind, source?.rows[row - 1], mapping),
    showPreview,
    startImport,
    merge,
    goBack,
    startOver,
  };
}

export type ImportFlow = ReturnType<typeof useImport>;

/** Creates a UUID for an import. `crypto.randomUUID` only exists on HTTPS pages. */
export function newImportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // UUIDs of version 4 contain a fixed version and variant.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, "$1-$2-4$3-8$4-$5");
}
