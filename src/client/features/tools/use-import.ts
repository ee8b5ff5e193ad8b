import { useState } from "react";

import { MAX_IMPORT_ROWS } from "#shared/import-request.ts";
import { type ColumnMapping, guessMapping, type ImportField } from "#shared/tool-import.ts";

import { batchesOf } from "./import-batches.ts";
import { type ImportSource, readImportFile, readImportText, type SourceReading } from "./import-source.ts";
import { useImportRun } from "./use-import-run.ts";

export const IMPORT_STEPS = ["source", "mapping", "preview", "import"] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

/** Few enough that the progress bar moves. */
const ROWS_PER_CALL = 250;

/** The way of a file into the catalogue: read it, say what its columns are, look what would happen, import. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>("source");
  const [pasted, setPasted] = useState("");
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState("");
  const [source, setSource] = useState<ImportSource | null>(null);
  const [mapping, setMapping] = useState<ColumnMapping>({});
  const preview = useImportRun();
  const run = useImportRun();

  async function read(reading: Promise<SourceReading>) {
    setReading(true);
    setFault("");
    try {
      const result = await reading;
      if (result.ok) {
        setSource(result.source);
        setMapping(guessMapping(result.source.columns));
        setStep("mapping");
      } else {
        setFault(result.message);
      }
    } catch {
      setFault("This file could not be read. Is it still where it was?");
    } finally {
      setReading(false);
    }
  }

  function map(field: ImportField, column: string) {
    const { [field]: _, ...rest } = mapping;
    setMapping(column === "" ? rest : { ...rest, [field]: column });
    setFault("");
  }

  function showPreview() {
    if (source === null) return;
    if (mapping.name === undefined) {
      setFault("Choose the column that holds the names");
      return;
    }
    preview.start({ batches: batchesOf(source.rows, mapping, MAX_IMPORT_ROWS), mapping, dryRun: true });
    setStep("preview");
  }

  function startImport() {
    if (source === null) return;
    run.start({ batches: batchesOf(source.rows, mapping, ROWS_PER_CALL), mapping, dryRun: false });
    setStep("import");
  }

  function goBack() {
    preview.giveUp();
    setFault("");
    setStep(step === "preview" ? "mapping" : "source");
  }

  function startOver() {
    setPasted("");
    setSource(null);
    setStep("source");
  }

  return {
    step,
    pasted,
    paste: setPasted,
    isReading,
    /** What is wrong with the file, or with the mapping. */
    fault,
    source,
    mapping,
    preview,
    run,
    takeFile: (file: File) => void read(readImportFile(file)),
    takePasted: () => void read(readImportText("Pasted text", pasted)),
    map,
    showPreview,
    startImport,
    goBack,
    startOver,
  };
}

export type Import = ReturnType<typeof useImport>;
