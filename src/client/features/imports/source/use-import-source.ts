import { useState } from "react";

import { messageOf } from "#client/api/errors.ts";
import type { ImportTarget } from "#client/features/imports/import-target.ts";
import { fileNameOf } from "#shared/imports/files/source-file.ts";

import { type PickedFile, readImportFiles, readPasted, droppedFiles } from "./import-collection.ts";
import {
  type ImportSource,
  readImportFile,
  type SourceOptions,
  type SourceReading,
} from "./import-source.ts";

const UNREADABLE_MESSAGE = "Couldn't read this file. Check that it still exists, then choose it again.";
const TABLES = new Set(["csv", "tsv", "txt"]);

type ReadSource = (options: SourceOptions) => Promise<SourceReading>;

/** True if a single file is read as a collection: an archive, or a supported file that is not a table. */
const isReadAsCollection = (
  path: string,
  { collection }: Pick<ImportTarget<string>, "collection">,
): boolean => {
  const { extension } = fileNameOf(path);
  return (
    extension === "zip" || (collection?.extensions.includes(extension) === true && !TABLES.has(extension))
  );
};

/** Parses chosen, dropped or pasted data to rows. */
export function useImportSource<Field extends string>(
  target: ImportTarget<Field>,
  onRead: (source: ImportSource) => void,
) {
  const [pasted, setPasted] = useState("");
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState("");
  const [source, setSource] = useState<ImportSource | null>(null);
  /** Reads the same source again with other options. Null before anything was read. */
  const [reread, setReread] = useState<{ reader: ReadSource; options: SourceOptions } | null>(null);

  async function readSource(reader: ReadSource, options: SourceOptions) {
    setReading(true);
    setError("");
    try {
      const result = await reader(options);
      if (result.ok) {
        const rows = target.kind.prepare?.(result.source.rows) ?? result.source.rows;
        const prepared = { ...result.source, rows };
        setReread({ reader, options });
        setSource(prepared);
        onRead(prepared);
      } else {
        setError(result.message);
      }
    } catch (failure) {
      setError(messageOf(failure, UNREADABLE_MESSAGE));
    } finally {
      setReading(false);
    }
  }

  function readFiles(picked: readonly PickedFile[]) {
    const [only, another] = picked;
    if (!only) return;
    const isCollection = another !== undefined || isReadAsCollection(only.path, target);
    const reader: ReadSource = (options) =>
      isCollection ? readImportFiles(picked, target) : readImportFile(only.file, options);
    void readSource(reader, { kind: target.kind, other: target.other });
  }

  function choose(chosen: SourceOptions) {
    if (reread) void readSource(reread.reader, { ...reread.options, ...chosen });
  }

  return {
    pasted,
    paste: setPasted,
    isReading,
    /** Error message of the last read; empty if there is none. */
    error,
    source,
    readFiles,
    readDropped: (transfer: DataTransfer) => {
      setError("");
      droppedFiles(transfer).then(readFiles, () => setError(UNREADABLE_MESSAGE));
    },
    readPastedText: () =>
      void readSource((options) => readPasted(pasted, target, options), {
        kind: target.kind,
        other: target.other,
      }),
    chooseEncoding: (encoding: string) => choose({ encoding }),
    chooseHeaderLine: (headerLine: number) => choose({ headerLine }),
    clearError: () => setError(""),
    clear: () => {
      setPasted("");
      setSource(null);
    },
  };
}
