import { Client, type ClientConfig } from "pg";

import type { CatchUp } from "../database.ts";
import { StorageError } from "../errors.ts";
import { isMissingReply, toStorageError } from "./server-errors.ts";

/** Placeholder for any table, for statements that don't begin with the table they write to. */
export const ANY_TABLE = "";

interface Listener {
  tables: ReadonlySet<string>;
  listen: () => void;
}

/** Tracks writes by table: from this process's commits and from the server's notifications. */
export class Commits {
  /** Number of commits by this process. */
  #ownCommits = 0;
  #notificationCount = 0;
  readonly #ownCommitByTable = new Map<string, number>();
  readonly #lastNotificationByTable = new Map<string, number>();
  /** Total number of notifications at the end of the last gap in listening. */
  #countAtLastGap = 0;
  readonly #listeners: Listener[] = [];

  /** Number that grows with every commit of this process that wrote something. */
  get lastOwnCommit(): number {
    return this.#ownCommits;
  }

  ownVersion = (tables?: readonly string[]): string =>
    String(latestCount(this.#ownCommitByTable, this.#ownCommits, tables));

  countNotifications = (tables?: readonly string[]): number =>
    Math.max(
      this.#countAtLastGap,
      latestCount(this.#lastNotificationByTable, this.#notificationCount, tables),
    );

  onCommit = (tables: readonly string[], listen: () => void): void => {
    this.#listeners.push({ tables: new Set([...tables, ANY_TABLE]), listen });
  };

  /** Records a commit of this process. */
  recordCommit(tables: ReadonlySet<string>): void {
    if (tables.size === 0) return;
    this.#ownCommits += 1;
    for (const table of tables) this.#ownCommitByTable.set(table, this.#ownCommits);
    this.#notify((watched) => [...tables].some((table) => watched.has(table)));
  }

  /** Records a change notification for a table, from any process, including cascades. */
  recordNotification(table: string): void {
    this.#notificationCount += 1;
    this.#lastNotificationByTable.set(table, this.#notificationCount);
    this.#notify((watched) => watched.has(table));
  }

  /** Records that anything may have changed during a gap in listening. */
  recordGap(): void {
    this.#notificationCount += 1;
    this.#countAtLastGap = this.#notificationCount;
    this.#notify(() => true);
  }

  #notify(isAffected: (tables: ReadonlySet<string>) => boolean): void {
    for (const { tables, listen } of this.#listeners) if (isAffected(tables)) listen();
  }
}

function latestCount(counts: ReadonlyMap<string, number>, all: number, tables?: readonly string[]): number {
  return tables ? Math.max(0, ...[...tables, ANY_TABLE].map((table) => counts.get(table) ?? 0)) : all;
}

/** Subscribes the connection to the change triggers. Each message is a table name. */
export const LISTEN = "listen stackloop";
/** Maximum age of cached state. */
const MAX_AGE_MS = 1000;
const RECONNECT_MS = 500;
/** Interval for checking an idle connection. A silent failure would leave subscribers without updates. */
const CHECK_INTERVAL_MS = 5000;

interface ChangeListenerOptions {
  config: ClientConfig;
  commits: Commits;
  /** Called when the server doesn't reply and no connection error was reported. */
  onNoReply: () => void;
  /** Statements that run first on a new connection. */
  begin: readonly string[];
}

/**
 * Receives notifications of commits by all processes. The server delivers earlier notifications no later than the
 * reply to a query. So any query on this connection brings it up to date
 * (https://www.postgresql.org/docs/15/sql-notify.html).
 */
export class ChangeListener implements CatchUp {
  readonly #config: ClientConfig;
  readonly #commits: Commits;
  readonly #onNoReply: () => void;
  readonly #begin: readonly string[];
  #client: Promise<Client> | null = null;
  /** Client that currently listens. */
  #listeningClient: Client | null = null;
  #caughtUpAt = Number.NEGATIVE_INFINITY;
  #runningQuery: Promise<void> | null = null;
  #nextQuery: Promise<void> | null = null;
  #isClosed = false;
  #reconnectTimer: NodeJS.Timeout | undefined;
  readonly #checkTimer: NodeJS.Timeout;

  constructor({ config, commits, onNoReply, begin }: ChangeListenerOptions) {
    this.#config = config;
    this.#commits = commits;
    this.#onNoReply = onNoReply;
    this.#begin = begin;
    this.#checkTimer = setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref();
  }

  isFresh(): boolean {
    return performance.now() - this.#caughtUpAt < MAX_AGE_MS;
  }

  /** Callers that arrive during a query share the next one, because the running one may miss newer commits. */
  run(): Promise<void> {
    if (this.#runningQuery === null) {
      this.#runningQuery = this.#catchUp().finally(() => {
        this.#runningQuery = null;
      });
      return this.#runningQuery;
    }
    this.#nextQuery ??= this.#runningQuery
      .catch(() => {})
      .then(() => {
        this.#nextQuery = null;
        return this.run();
      });
    return this.#nextQuery;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#checkTimer);
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => {});
  }

  async #catchUp(): Promise<void> {
    try {
      const client = await this.#getClient();
      const queriedAt = performance.now();
      await client.query("select 1");
      this.#caughtUpAt = queriedAt;
    } catch (error) {
      if (this.#listeningClient) this.#handleDisconnect(this.#listeningClient);
      if (isMissingReply(error)) this.#onNoReply();
      throw toStorageError(error);
    }
  }

  #getClient(): Promise<Client> {
    if (this.#isClosed) return Promise.reject(new StorageError("unreachable", "the database is closed"));
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config);
    const disconnected = () => this.#handleDisconnect(client);
    client.on("error", disconnected);
    client.on("end", disconnected);
    client.on("notification", ({ payload = "" }) => this.#commits.recordNotification(payload));
    try {
      await client.connect();
      for (const statement of this.#begin) await client.query(statement);
    } catch (error) {
      this.#client = null;
      this.#connectLater();
      void client.end().catch(() => {});
      throw error;
    }
    this.#listeningClient = client;
    // Commits since the connection was lost were not reported.
    this.#commits.recordGap();
    return client;
  }

  #handleDisconnect(client: Client): void {
    if (this.#listeningClient !== client) return;
    this.#listeningClient = null;
    this.#client = null;
    this.#caughtUpAt = Number.NEGATIVE_INFINITY;
    this.#commits.recordGap();
    void client.end().catch(() => {});
    this.#connectLater();
  }

  /** Ignores failures, because callers of `run` receive them, and the next attempt follows anyway. */
  #check(): void {
    if (!this.isFresh()) void this.run().catch(() => {});
  }

  /** Reconnects in the background, so that subscribers get updates soon after the server is available again. */
  #connectLater(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = setTimeout(() => this.#check(), RECONNECT_MS).unref();
  }
}
