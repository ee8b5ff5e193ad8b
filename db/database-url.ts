import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { DatabaseError } from "./errors.ts";

/** Allowed values of `DATABASE_URL`. */
export const DATABASE_URL = {
  pattern: /^(?:file:(?!~)[^?$]+$|postgres(?:ql)?:\/\/.)/u,
  message:
    'must start with "file:" (SQLite, a path without ~ and $, and no options after "?") or "postgres://" (PostgreSQL)',
  about:
    "The database: `file:PATH` for SQLite, whose file is created if it doesn't exist, or `postgres://USER:PASSWORD@HOST:PORT/DATABASE` for PostgreSQL 15 or newer; see docs/scale.md.",
};

export const isFileUrl = (url: string): boolean => url.startsWith("file:");

/** Returns the URL of a database file. */
export const urlOfFile = (file: string): string => `file:${file}`;

/**
 * Returns the path of a `file:` URL, with symbolic links resolved. SQLite stores its log next to the target, so other
 * files of the database must be there too.
 */
export function databaseFileOf(url: string): string {
  if (!isFileUrl(url)) {
    throw new DatabaseError(`${hideSecrets(url)} is not a file; the address of a file begins with "file:"`);
  }
  return followLinks(url.slice("file:".length));
}

/** Maximum number of links that the system follows. */
const MAX_LINKS = 40;

/**
 * Follows symbolic links. The target need not exist. Links in parent folders are left unresolved, because they lead to
 * the same folder.
 */
function followLinks(file: string): string {
  let path = file;
  for (let count = 0; lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink(); count += 1) {
    if (count === MAX_LINKS) throw new DatabaseError(`${file} is a symbolic link that leads to itself`);
    path = resolve(realpathSync(dirname(path)), readlinkSync(path));
  }
  return path;
}

/** Operations on database files, each with the alternative for a database on a server. */
const SERVER_ALTERNATIVES = {
  backup: "use: pg_dump --format=custom --file=stackloop.dump",
  restore: "use: pg_restore --clean --if-exists --dbname=URL FILE",
  check: "use: pg_amcheck",
};

/** Returns the file that a command works on. Throws for a database on a server and names the alternative. */
export function requireDatabaseFile(url: string, command: keyof typeof SERVER_ALTERNATIVES): string {
  if (isFileUrl(url)) return databaseFileOf(url);
  throw new DatabaseError(
    `stackloop ${command} works on a database file; for PostgreSQL, ${SERVER_ALTERNATIVES[command]} (see docs/scale.md)`,
  );
}

/** Returns a URL without its password. */
export function hideSecrets(url: string): string {
  if (!URL.canParse(url)) return url.replace(/:\/\/.*@/u, "://");
  const shown = new URL(url);
  shown.password = "";
  shown.searchParams.delete("password");
  return shown.href;
}
