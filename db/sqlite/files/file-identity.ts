import { closeSync, openSync, readSync, statSync } from "node:fs";

import type { Database } from "better-sqlite3";

import type { FileChange } from "../../database.ts";

/** Fields of a database file's header (https://www.sqlite.org/fileformat2.html#the_database_header). */
interface Header {
  isDatabase: boolean;
  /** Change counter: grows with each change of the first page. */
  changes: number;
  /** Schema counter: grows with each change of the tables. */
  schema: number;
}

const HEADER_BYTES = 100;

/**
 * Detects when another program moves, deletes, replaces or overwrites an open database file. Later writes would be
 * lost. A check takes a few microseconds.
 */
export class FileIdentity {
  readonly #paths: readonly string[];
  readonly #ids: readonly (string | undefined)[];
  readonly #schemaVersion: () => number;
  /**
   * Descriptor that stays open as long as the database. Closing any descriptor of the file drops SQLite's locks in
   * this process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
   */
  readonly #descriptor: number;
  readonly #buffer = Buffer.alloc(HEADER_BYTES);
  #last: Header;

  /** Call it after SQLite has opened the file and its log. */
  constructor(file: string, sqlite: Database) {
    this.#paths = [file, `${file}-wal`];
    this.#descriptor = openSync(file, "r");
    this.#ids = this.#paths.map(idOf);
    const version = sqlite.prepare<[], number>("pragma schema_version").pluck();
    this.#schemaVersion = () => version.get() ?? 0;
    this.#last = this.#readHeader();
  }

  findChange(): FileChange | null {
    for (const [index, path] of this.#paths.entries()) {
      const id = idOf(path);
      if (id === undefined) return "missing";
      if (id !== this.#ids[index]) return "replaced";
    }
    return this.#isOverwritten() ? "overwritten" : null;
  }

  /** True for an older state, a copy (SQLite increments its schema number), or a file that is not a database. */
  #isOverwritten(): boolean {
    const header = this.#readHeader();
    const last = this.#last;
    const isOlder = header.changes < last.changes || header.schema < last.schema;
    if (!header.isDatabase || isOlder || header.schema > this.#schemaVersion()) return true;
    this.#last = header;
    return false;
  }

  #readHeader(): Header {
    const buffer = this.#buffer.fill(0);
    readSync(this.#descriptor, buffer, 0, HEADER_BYTES, 0);
    return {
      isDatabase: buffer.toString("latin1", 0, 16) === "SQLite format 3\0",
      changes: buffer.readUInt32BE(24),
      schema: buffer.readUInt32BE(40),
    };
  }

  /** Call it when no connection of this process has the file open any more. */
  close(): void {
    closeSync(this.#descriptor);
  }
}

function idOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
