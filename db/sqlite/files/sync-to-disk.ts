import { closeSync, fsyncSync, openSync, statSync } from "node:fs";

/** Ensures that a file's content, or a folder's list of names, survives a power cut. */
export function syncToDisk(path: string): void {
  const isFolder = statSync(path).isDirectory();
  // Windows can't open folders, and it protects their lists by itself.
  if (isFolder && process.platform === "win32") return;
  const descriptor = openSync(path, isFolder ? "r" : "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
