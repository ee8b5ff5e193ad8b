import { Client, type ClientConfig } from "pg";

import type { CatchUp } from "../database.ts";
import { StorageError } from "../errors.ts";
import { isSilence, toStorageError } from "./server-errors.ts";

/** Placeholder for any table, for statements that don't begin with the table they write to. */
export const ANY_TABLE = "";

interface Listener {
  tables: ReadonlySet<string>;
  listen: () => void;
}

/** Tracks writes by table: from this process's commits and from the server's notifications. */
export class Commits {
  /** Number of commits by this process. */
  #own = 0;
  #heard = 0;
  readonly #ownOf = new Map<string, number>();
  readonly #heardOf = new Map<string, number>();
  /** Total number of notifications at the end of the last gap in listening. */
  #gap = 0;
  readonly #listeners: Listener[] = [];

  /** Number that grows with every commit of this process that wrote something. */
  get lastOwn(): number {
    return this.#own;
  }

  markOfOwn = (tables?: readonly string[]): string => String(latest(this.#ownOf, this.#own, tables));

  countHeard = (tables?: readonly string[]): number =>
    Math.max(this.#gap, latest(this.#heardOf, this.#heard, tables));

  onCommit = (tables: readonly string[], listen: () => void): void => {
    this.#listeners.push({ tables: new Set([...tables, ANY_TABLE]), listen });
  };

  /** Records a commit of this process. */
  noteOwn(tables: ReadonlySet<string>): void {
    if (tables.size === 0) return;
    this.#own += 1;
    for (const table of tables) this.#ownOf.set(table, this.#own);
    this.#notify((watched) => [...tables].some((table) => watched.has(table)));
  }

  /** Records a change notification for a table, from any process, including cascades. */
  noteHeard(table: string): void {
    this.#heard += 1;
    this.#heardOf.set(table, this.#heard);
    this.#notify((watched) => watched.has(table));
  }

  /** Records that anything may have changed during a gap in listening. */
  noteGap(): void {
    this.#heard += 1;
    this.#gap = this.#heard;
    this.#notify(() => true);
  }

  #notify(isMeant: (tables: ReadonlySet<string>) => boolean): void {
    for (const { tables, listen } of this.#listeners) if (isMeant(tables)) listen();
  }
}

function latest(counts: ReadonlyMap<string, number>, all: number, tables?: readonly string[]): number {
  return tables ? Math.max(0, ...[...tables, ANY_TABLE].map((table) => counts.get(table) ?? 0)) : all;
}

/** Subscribes the connection to the change triggers. Each message is a table name. */
export const LISTEN = "listen stackloop";
/** Maximum age of cached state. */
const FRESH_MS = 1000;
const RECONNECT_MS = 500;
/** Interval for checking an idle connection. A silent failure would leave subscribers without updates. */
const TRY_MS = 5000;

interface ChangeLineOptions {
  config: ClientConfig;
  commits: Commits;
  /** Called when the server doesn't reply and no connection error was reported. */
  onSilence: () => void;
  /** Statements that run first on a new connection. */
  begin: readonly string[];
}

/**
 * Receives notifications of commits by all processes. The server delivers earlier notifications no later than the
 * reply to a query. So any query on this connection brings it up to date
 * (https://www.postgresql.org/docs/15/sql-notify.html).
 */
export class ChangeLine implements CatchUp {
  readonly #config: ClientConfig;
  readonly #commits: Commits;
  readonly #onSilence: () => void;
  readonly #begin: readonly string[];
  #client: Promise<Client> | null = null;
  /** Client that currently listens. */
  #line: Client | null = null;
  #caughtUpAt = Number.NEGATIVE_INFINITY;
  #current: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #beat: NodeJS.Timeout;

  constructor({ config, commits, onSilence, begin }: ChangeLineOptions) {
    this.#config = config;
    this.#commits = commits;
    this.#onSilence = onSilence;
    this.#begin = begin;
    this.#beat = setInterval(() => this.#try(), TRY_MS).unref();
  }

  isFresh(): boolean {
    return performance.now() - this.#caughtUpAt < FRESH_MS;
  }

  /** Callers that arrive during a query share the next one, because the running one may miss newer commits. */
  run(): Promise<void> {
    if (this.#current === null) {
      this.#current = this.#ask().finally(() => {
        this.#current = null;
      });
      return this.#current;
    }
    this.#next ??= this.#current
      .catch(() => {})
      .then(() => {
        this.#next = null;
        return this.run();
      });
    return this.#next;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => {});
  }

  async #ask(): Promise<void> {
    try {
      const client = await this.#connected();
      const askedAt = performance.now();
      await client.query("select 1");
      this.#caughtUpAt = askedAt;
    } catch (error) {
      if (this.#line) this.#lose(this.#line);
      if (isSilence(error)) this.#onSilence();
      throw toStorageError(error);
    }
  }

  #connected(): Promise<Client> {
    if (this.#isClosed) return Promise.reject(new StorageError("unreachable", "the database is closed"));
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config);
    const lose = () => this.#lose(client);
    client.on("error", lose);
    client.on("end", lose);
    client.on("notification", ({ payload = "" }) => this.#commits.noteHeard(payload));
    try {
      await client.connect();
      for (const statement of this.#begin) await client.query(statement);
    } catch (error) {
      this.#client = null;
      this.#connectLater();
      void client.end().catch(() => {});
      throw error;
    }
    this.#line = client;
    // Commits since the connection was lost were not reported.
    this.#commits.noteGap();
    return client;
  }

  #lose(client: Client): void {
    if (this.#line !== client) return;
    this.#line = null;
    this.#client = null;
    this.#caughtUpAt = Number.NEGATIVE_INFINITY;
    this.#commits.noteGap();
    void client.end().catch(() => {});
    this.#connectLater();
  }

  /** Ignores failures, because callers of `run` receive them, and the next attempt follows anyway. */
  #try(): void {
    if (!this.isFresh()) void this.run().catch(() => {});
  }

  /** Reconnects in the background, so that subscribers get updates soon after the server is available again. */
  #connectLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#try(), RECONNECT_MS).unref();
  }
}
