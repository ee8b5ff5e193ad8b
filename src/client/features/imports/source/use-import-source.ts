import { useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import type { ImportTarget } from "#client/features/imports/import-target.ts";
import { fileNameOf } from "#shared/imports/source-file.ts";

import { readImportFiles, readPasted } from "./import-collection.ts";
import { type ImportSource, readImportFile, type SourceReading } from "./import-source.ts";
import { droppedFiles, type PickedFile } from "./picked-files.ts";

const UNREADABLE = "Couldn't read this file. Check that it still exists, then choose it again.";
const TABLES = new Set(["csv", "tsv", "txt"]);

/** Whether a single file is read as a collection: an archive, or one that is no table. */
const isCollected = (path: string, { collection }: Pick<ImportTarget<string>, "collection">): boolean => {
  const { extension } = fileNameOf(path);
  return (
    extension === "zip" || (collection?.extensions.includes(extension) === true && !TABLES.has(extension))
  );
};

/** Reads what is chosen, dropped or pasted into rows. */
export function useImportSource<Field extends string>(
  target: ImportTarget<Field>,
  onRead: (source: ImportSource) => void,
) {
  const [pasted, setPasted] = useState("");
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState("");
  const [source, setSource] = useState<ImportSource | null>(null);
  /** The file that the source was read from; pasted text has none. */
  const [file, setFile] = useState<File | null>(null);

  async function read(from: File | null, reading: Promise<SourceReading>) {
    setReading(true);
    setError("");
    try {
      const result = await reading;
      if (result.ok) {
        const rows = target.kind.prepare?.(result.source.rows) ?? result.source.rows;
        const prepared = { ...result.source, rows };
        setFile(from);
        setSource(prepared);
        onRead(prepared);
      } else {
        setError(result.message);
      }
    } catch (failure) {
      setError(messageOf(failure, UNREADABLE));
    } finally {
      setReading(false);
    }
  }

  function takeFiles(picked: readonly PickedFile[]) {
    const [only, another] = picked;
    if (!only) return;
    if (another || isCollected(only.path, target)) void read(null, readImportFiles(picked, target));
    else void read(only.file, readImportFile(only.file, target.other));
  }

  return {
    pasted,
    paste: setPasted,
    isReading,
    /** What is wrong with the file. */
    error,
    source,
    takeFiles,
    takeDropped: (transfer: DataTransfer) => {
      setError("");
      droppedFiles(transfer).then(takeFiles, () => setError(UNREADABLE));
    },
    takePasted: () => void read(null, readPasted(pasted, target)),
    chooseEncoding: (encoding: string) => {
      if (file) void read(file, readImportFile(file, target.other, encoding));
    },
    clearError: () => setError(""),
    clear: () => {
      setPasted("");
      setSource(null);
    },
  };
}
