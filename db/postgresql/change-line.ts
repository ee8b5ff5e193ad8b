import { Client, type ClientConfig } from "pg";

import type { CatchUp } from "../database.ts";
import { StorageError } from "../errors.ts";
import type { Commits } from "./commits.ts";
import { isSilence, toStorageError } from "./server-errors.ts";

/** Has the line hear of the triggers that tell of changes: each message is the name of a table. */
export const LISTEN = "listen stackloop";
/** Nothing that is older may be taken as known. */
const FRESH_MS = 1000;
const RECONNECT_MS = 500;
/** So often the line is tried where nobody asks: one that fell silent would keep those who watch in the dark. */
const TRY_MS = 5000;

interface ChangeLineOptions {
  config: ClientConfig;
  commits: Commits;
  /** Told when the server does not reply, and nobody has said that the line is broken: others may wait for it in vain. */
  onSilence: () => void;
  /** The statements that a new line begins with. */
  begin: readonly string[];
}

/**
 * Hears what is committed, by other processes and by this one. The server tells what was committed before a query with
 * that query's reply at the latest, so that any query on this line makes sure that all of it is known
 * (https://www.postgresql.org/docs/15/sql-notify.html).
 */
export class ChangeLine implements CatchUp {
  readonly #config: ClientConfig;
  readonly #commits: Commits;
  readonly #onSilence: () => void;
  readonly #begin: readonly string[];
  #client: Promise<Client> | null = null;
  /** The client that listens now. */
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

  /** Those who ask while a query is under way share the next one: what it brings may be older than they are. */
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
    // What was committed since the last line was lost, nobody has told.
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

  /** Whoever asks is told of a failure; here nobody does, and the next try comes by itself. */
  #try(): void {
    if (!this.isFresh()) void this.run().catch(() => {});
  }

  /** Whoever watches hears of changes again soon after the server is back, without asking. */
  #connectLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#try(), RECONNECT_MS).unref();
  }
}
