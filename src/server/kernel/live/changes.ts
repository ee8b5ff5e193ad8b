import { EventEmitter, on } from "node:events";

import type { OpenDatabase } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

/** Interval in ms between checks for changes by other processes. */
const CHECK_INTERVAL_MS = 500;

/** Notifies watchers of each commit to certain tables, by any process. */
export class ChangeWatch {
  readonly #readOtherWritesVersion: () => number;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #watchers = 0;
  #timer: NodeJS.Timeout | undefined;
  #othersChanges = Number.NaN;

  constructor(database: OpenDatabase, tables: readonly (keyof Schema)[]) {
    this.#readOtherWritesVersion = () => database.otherWritesVersion(tables);
    database.onCommit(tables, () => this.notify());
  }

  /** Notifies all watchers. */
  notify(): void {
    this.#changes.emit("change");
  }

  /** Subscribes to all changes from this call on, until `end` is called or the signal aborts. */
  follow(signal?: AbortSignal): Changes {
    const ending = new AbortController();
    const ended = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
    const changes = on(this.#changes, "change", { signal: ended });
    this.#open(ended);
    return {
      next: () =>
        changes.next().then(
          () => true,
          () => false,
        ),
      end: () => ending.abort(),
    };
  }

  #open(signal: AbortSignal): void {
    this.#watchers += 1;
    if (this.#timer === undefined) {
      this.#othersChanges = this.#readOtherWritesVersion();
      this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
    }
    signal.addEventListener("abort", () => this.#close(), { once: true });
  }

  #check(): void {
    const changes = this.#readOtherWritesVersion();
    if (changes === this.#othersChanges) return;
    this.#othersChanges = changes;
    this.notify();
  }

  #close(): void {
    this.#watchers -= 1;
    if (this.#watchers > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

interface Changes {
  /** Waits for the next change. Resolves to false if there will be no more. */
  next(): Promise<boolean>;
  end(): void;
}

/** Versions of database content, which show whether derived data is still valid. */
export type CacheVersions = ReturnType<typeof createCacheVersions>;

const VERDICT_TABLES = ["verdicts", "users"] as const;
const TOOL_NAME_TABLES = ["ai_tools", "tool_aliases"] as const;
const SESSION_TABLES = ["users", "session", "api_tokens"] as const;

/**
 * Creates versions that change with this process's writes and with other processes' commits, per table if the database
 * supports it. They change again when a write is committed: until then, others read the old content, and data derived
 * from it must not be used afterwards.
 */
export function createCacheVersions(
  { otherWritesVersion, ownWritesVersion }: Pick<OpenDatabase, "otherWritesVersion" | "ownWritesVersion">,
  tablesOf: (kind: ItemKind) => readonly (keyof Schema)[],
) {
  const read = (tables?: readonly (keyof Schema)[]) =>
    `${ownWritesVersion(tables)}-${otherWritesVersion(tables)}`;
  return {
    /**
     * Returns a version of the items of this kind. It changes after every change by any process, and again after the
     * commit.
     */
    read: (kind: ItemKind) => read(tablesOf(kind)),
    /** The same for sessions and tokens. */
    readSessions: () => read(SESSION_TABLES),
    readUserNames: () => read(["users"]),
    /** The same for verdicts on tools, with their authors. */
    readVerdicts: () => read(VERDICT_TABLES),
    /** The same for the names of tools. */
    readToolNames: () => read(TOOL_NAME_TABLES),
    readNameCounts: () => read(["name_counts"]),
    readLongTitles: () => read(["long_titles"]),
    /** The same for all tables. */
    readAll: () => read(),
  };
}
