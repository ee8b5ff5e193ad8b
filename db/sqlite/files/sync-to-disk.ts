import { closeSync, fsyncSync, openSync, statSync } from "node:fs";

/** Makes sure that a file's content, or a folder's list of names, survives a power cut. */
export function syncToDisk(path: string): void {
  const isFolder = statSync(path).isDirectory();
  // Windows opens no folders, and keeps their lists safe by itself.
  if (isFolder && process.platform === "win32") return;
  const descriptor = openSync(path, isFolder ? "r" : "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
