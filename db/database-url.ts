import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { DatabaseError } from "./errors.ts";

/** What `DATABASE_URL` may be. */
export const DATABASE_URL = {
  pattern: /^(?:file:.|postgres(?:ql)?:\/\/.)/u,
  message: 'must start with "file:" (SQLite) or "postgres://" (PostgreSQL)',
  about:
    "The database: `file:PATH` for SQLite, whose file is created if it doesn't exist, or `postgres://USER:PASSWORD@HOST:PORT/DATABASE` for PostgreSQL 15 or newer; see <docs/scale.md>.",
};

export const isFileUrl = (url: string): boolean => url.startsWith("file:");

/** The address of a database file. */
export const urlOfFile = (file: string): string => `file:${file}`;

/**
 * The path of a `file:` address. Where that is a symbolic link, the path of its target: SQLite keeps its log beside the
 * target, and so must all that belongs to the file.
 */
export function databaseFileOf(url: string): string {
  if (!isFileUrl(url)) {
    throw new DatabaseError(`${hideSecrets(url)} is not a file; the address of a file begins with "file:"`);
  }
  return followLinks(url.slice("file:".length));
}

/** The system's own limit. */
const MAX_LINKS = 40;

/** The target need not be there. Links in the path above the file lead to the same folder, and stay. */
function followLinks(file: string): string {
  let path = file;
  for (let count = 0; lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink(); count += 1) {
    if (count === MAX_LINKS) throw new DatabaseError(`${file} is a symbolic link that leads to itself`);
    path = resolve(realpathSync(dirname(path)), readlinkSync(path));
  }
  return path;
}

/** What is done with a database that is a file, and what does it where a server keeps it. */
const INSTEAD = {
  backup: "use: pg_dump --format=custom --file=stackloop.dump",
  restore: "use: pg_restore --clean --if-exists --dbname=URL FILE",
  check: "use: pg_amcheck",
};

/** The file that a command works on; refused with what to use instead where a server keeps the database. */
export function fileToManage(url: string, command: keyof typeof INSTEAD): string {
  if (isFileUrl(url)) return databaseFileOf(url);
  throw new DatabaseError(
    `stackloop ${command} works on a database file; for PostgreSQL, ${INSTEAD[command]} (see docs/scale.md)`,
  );
}

/** An address as it can be shown: without a password. */
export function hideSecrets(url: string): string {
  if (!URL.canParse(url)) return url.replace(/:\/\/.*@/u, "://");
  const shown = new URL(url);
  shown.password = "";
  shown.searchParams.delete("password");
  return shown.href;
}
