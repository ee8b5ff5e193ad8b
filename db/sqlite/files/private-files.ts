import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Permission bits of everyone but the owner. */
const OTHERS_PERMISSIONS = 0o077;

/**
 * Creates a folder that only its owner can access, with its parents. An existing one stays as it is. Node.js's own
 * `recursive` hangs where nothing can be created, as in /proc, and names another reason on a read-only disk.
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST" && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    if (code !== "ENOENT" || existsSync(dirname(folder))) throw error;
    makePrivateFolder(dirname(folder));
    makePrivateFolder(folder);
  }
}

/** Creates an empty file that only its owner can access. SQLite would create it readable by everyone. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, "wx", 0o600));
}

/** Removes other users' permissions from a file. Returns false if that isn't possible. */
export function makePrivate(file: string): boolean {
  // On Windows, files inherit the permissions of their folder.
  if (process.platform === "win32") return true;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & OTHERS_PERMISSIONS) === 0) return true;
  try {
    chmodSync(file, mode & 0o700);
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes other users' permissions from a database, its related files and its backups. Earlier versions created them
 * readable by everyone on the machine. Returns the files where this failed.
 */
export function makeDatabasePrivate(database: string, backupFolder: string): string[] {
  const name = basename(database);
  const files = [
    ...filesIn(dirname(database)).filter((file) => basename(file).startsWith(name)),
    ...filesIn(backupFolder).filter((file) => file.endsWith(".db")),
  ];
  return files.filter((file) => !makePrivate(file));
}

/** Returns the paths of a folder's entries; none if it is missing or unreadable. */
export function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((entry) => join(folder, entry));
  } catch {
    return [];
  }
}
