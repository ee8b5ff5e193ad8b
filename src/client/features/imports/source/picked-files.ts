import { isHiddenPath } from "#shared/imports/files/source-file.ts";

/** Chosen or dropped file, with its folders if known. */
export interface PickedFile {
  path: string;
  file: File;
}

/** Maximum number of files read from folders. */
const MAX_FILES = 10_000;

/** Returns the files of a file input. An input for folders also provides each file's path. */
export const pickedFiles = (list: FileList | null): PickedFile[] =>
  [...(list ?? [])].slice(0, MAX_FILES).map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** Returns dropped files, including those in folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  // The list of dropped items is cleared after the first await.
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

/** Lists a folder. It returns its entries in batches until one is empty. */
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
