import { isHiddenPath } from "#shared/imports/source-file.ts";

/** A file that somebody chose or dropped, with its folders as far as they are known. */
export interface PickedFile {
  path: string;
  file: File;
}

/** Folders that hold more are read no further. */
const MAX_FILES = 10_000;

/** What an input for files holds; one for folders also gives the place of each file in it. */
export const pickedFiles = (list: FileList | null): PickedFile[] =>
  [...(list ?? [])].slice(0, MAX_FILES).map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** What was dropped, with the files of folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  // The list of what was dropped is gone after the first wait.
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

/** A folder gives its entries in portions, until one is empty. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return entries;
    entries.push(...portion);
  }
}
