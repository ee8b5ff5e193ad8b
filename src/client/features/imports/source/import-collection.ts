import type { FileCollection, ImportTarget } from "#client/features/imports/import-target.ts";
import { columnsOf } from "#shared/imports/column-values.ts";
import { type SourceFile, fileNameOf, isHiddenPath } from "#shared/imports/files/source-file.ts";
import { unzip } from "#shared/imports/files/zip-archive.ts";

import {
  type SourceOptions,
  type SourceReading,
  MAX_FILE_BYTES,
  readImportText,
  decodeText,
} from "./import-source.ts";

type Formats = Pick<ImportTarget<string>, "other" | "collection"> & Pick<SourceOptions, "kind">;
type FilesResult = { ok: true; files: SourceFile[] } | { ok: false; message: string };

const TABLES = ["csv", "tsv", "txt", "json", "jsonl", "ndjson"];
const failure = (message: string): { ok: false; message: string } => ({ ok: false, message });

/** Reads the rows of several files, including those in folders and archives. */
export async function readImportFiles(
  picked: readonly PickedFile[],
  { other, collection, kind }: Formats,
): Promise<SourceReading> {
  const extensions = collection?.extensions ?? [...TABLES, ...(other ? [other.extension.slice(1)] : [])];
  const found = await readTexts(picked, extensions);
  if (!found.ok) return found;
  const { files } = found;
  const name =
    picked.length === 1 ? (picked[0]?.path ?? "") : `${files.length.toLocaleString("en-US")} files`;
  return collection ? readCollection(name, files, collection) : readTables(name, files, { other, kind });
}

/** Returns the texts of supported files, sorted by path. */
async function readTexts(picked: readonly PickedFile[], extensions: readonly string[]): Promise<FilesResult> {
  const isWanted = (path: string) => !isHiddenPath(path) && extensions.includes(fileNameOf(path).extension);
  const files: SourceFile[] = [];
  let size = 0;
  for (const { path, file } of picked) {
    const isZip = fileNameOf(path).extension === "zip";
    if (!isZip && !isWanted(path)) continue;
    size += file.size;
    if (size > MAX_FILE_BYTES)
      return failure("These files are larger than 50 MB in total. Choose fewer files.");
    const bytes = new Uint8Array(await file.arrayBuffer());
    const unpacked = isZip ? await unzip(bytes, isWanted) : { ok: true as const, files: [{ path, bytes }] };
    if (!unpacked.ok) return unpacked;
    for (const inner of unpacked.files) {
      const { text, isCertain } = await decodeText(inner.bytes);
      // The encoding can't be chosen here. Only the preview of a single table offers that.
      if (!isCertain)
        return failure(`Couldn't detect the encoding of ${inner.path}. Save it as UTF-8 and try again.`);
      files.push({ path: inner.path, text });
    }
  }
  if (files.length > 0) return { ok: true, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
  return failure(`No supported files found (${extensions.map((one) => `.${one}`).join(", ")})`);
}

/** Parses pasted text as the target's own format, or else as a table. */
export const readPasted = (
  text: string,
  { collection }: Formats,
  options: SourceOptions = {},
): Promise<SourceReading> =>
  collection && /^\s*[[{]/u.test(text)
    ? readCollection("Pasted text", [{ path: "Pasted text.json", text }], collection)
    : readImportText("Pasted text", text, options);

const SHOWN_PATHS = 3;

async function readCollection(
  name: string,
  files: readonly SourceFile[],
  { noun, isTable, read }: FileCollection,
): Promise<SourceReading> {
  const [only, another] = files;
  if (only && !another && isTable(only.text)) return readImportText(name, only.text);
  const [{ parse }, yaml, toml] = await Promise.all([
    import("papaparse"),
    import("yaml"),
    import("smol-toml"),
  ]);
  const { rows, pathsWithoutPrompt } = read(files, {
    parseCsv: parse,
    parseYaml: (text) => readYaml(yaml, text),
    parseToml: (text) => toml.parse(text),
  });
  const describeError = (path: string) => {
    const file = files.find((one) => one.path === path);
    return file && (describeYamlError(yaml, file) ?? describeTomlError(toml, file));
  };
  if (rows.length === 0) {
    const error = only && !another && describeError(only.path);
    if (error) return failure(`This isn't ${error}`);
    // For a single file, include the reason.
    const broken = only && !another && /^\s*[[{]/u.test(only.text) && (await readImportText(name, only.text));
    if (broken && !broken.ok) return broken;
    return failure(`No ${noun}s found in ${files.length === 1 ? "this file" : "these files"}`);
  }
  const shown = pathsWithoutPrompt.slice(0, SHOWN_PATHS).map((path) => {
    const error = describeError(path);
    return error ? `${path} (not ${error})` : path;
  });
  const skipped = shown.join(", ") + (pathsWithoutPrompt.length > SHOWN_PATHS ? ", …" : "");
  const remark =
    pathsWithoutPrompt.length === 0
      ? undefined
      : `${pathsWithoutPrompt.length.toLocaleString("en-US")} of ${files.length.toLocaleString("en-US")} files contain no ${noun}s: ${skipped}`;
  return { ok: true, source: { name, rows, columns: columnsOf(rows), remark } };
}

/** Returns the value of a YAML text, or a list with the values of its documents. Throws if the text is invalid. */
function readYaml(yaml: typeof import("yaml"), text: string): unknown {
  const values = [...yaml.parseAllDocuments(text)].map((document): unknown => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS();
  });
  const [only, another] = values.filter((value) => value !== null);
  return another === undefined ? only : values.flat();
}

/** Returns the first error in a YAML text with its line, in words that continue "not". */
function describeYamlError(yaml: typeof import("yaml"), { path, text }: SourceFile): string | undefined {
  if (!/\.ya?ml$/iu.test(path)) return undefined;
  const [error] = [...yaml.parseAllDocuments(text)].flatMap(({ errors }) => errors);
  if (!error) return undefined;
  const [reason = ""] = error.message.split(/ at line \d|\n/u);
  return `valid YAML: ${reason} (line ${error.linePos?.[0].line ?? 1})`;
}

/** Returns the first error in a TOML text, in the same form. */
function describeTomlError(toml: typeof import("smol-toml"), { path, text }: SourceFile): string | undefined {
  if (!/\.toml$/iu.test(path)) return undefined;
  try {
    toml.parse(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof toml.TomlError)) return undefined;
    const [, reason = ""] = error.message.split(/^Invalid TOML document: |\n/u);
    return `valid TOML: ${reason} (line ${error.line})`;
  }
}

/** Concatenates tables by column name, or the entries of all files. */
async function readTables(
  name: string,
  files: readonly SourceFile[],
  options: SourceOptions,
): Promise<SourceReading> {
  const rows: unknown[] = [];
  const columns = new Set<string>();
  for (const { path, text } of files) {
    const reading = await readImportText(path, text, options);
    if (!reading.ok) return failure(`${path}: ${reading.message}`);
    const isOtherKind = rows.length > 0 && (columns.size === 0) !== (reading.source.columns.length === 0);
    if (isOtherKind)
      return failure(`${path} has a different format from the files before it. Import it separately.`);
    rows.push(...reading.source.rows);
    for (const column of reading.source.columns) columns.add(column);
  }
  return { ok: true, source: { name, rows, columns: [...columns] } };
}

/** Chosen or dropped file, with the path of its folder if known. */
export interface PickedFile {
  path: string;
  file: File;
}

/** Maximum number of files read from folders. */
const MAX_FILES = 10_000;

/** Returns the files of a file input. An input for folders also provides paths. */
export const pickedFiles = (list: FileList | null): PickedFile[] =>
  [...(list ?? [])].slice(0, MAX_FILES).map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Returns dropped files, including those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  // Read first, because the browser clears the list of dropped items after the first await.
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.every(({ isFile }) => isFile)) return pickedFiles(transfer.files);
  const picked: PickedFile[] = [];
  for (const entry of entries) await collect(entry, picked);
  return picked;
}

async function collect(entry: FileSystemEntry, picked: PickedFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//u, "");
  if (picked.length >= MAX_FILES || isHiddenPath(path)) return;
  if (isFileEntry(entry)) {
    picked.push({ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) });
  } else if (isDirectoryEntry(entry)) {
    for (const inner of await listEntries(entry)) await collect(inner, picked);
  }
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Lists a folder. The reader returns entries in batches; an empty batch is the last one. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return entries;
    entries.push(...batch);
  }
}
