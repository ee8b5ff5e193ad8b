import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

import type { App, JobWork } from "#server/app.ts";
import type { FeedStore } from "#server/outside/feeds/feed-fetcher.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { onBehalfOf } from "#server/outside/http/politeness.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import type { User } from "#shared/accounts/users.ts";
import { isFailing, type SectionStatus, type SourceHealth } from "#shared/news/sources.ts";
import type { SourceFailure } from "#shared/operations/jobs.ts";

import {
  deleteFeedRepliesBeyond,
  deleteSourceState,
  findFeedReply,
  findSourceState,
  listSourceStates,
  updateAskedAt,
  upsertFeedReply,
  upsertSourceState,
} from "./sources.queries.ts";

/** Minimum pauses after a failure, and after a source was discontinued. */
const PAUSE_MS = 60_000;
const PAUSE_WHEN_GONE_MS = 7 * 24 * 3_600_000;

interface SourceUse {
  name: string;
  /**
   * Subject of the request, such as a tool, for sources that request another host for each subject. A failure is
   * reported with its subject and doesn't block other subjects.
   */
  about?: string;
  signal?: AbortSignal | undefined;
}

/**
 * Requests an outside source and records the outcome. Throws without a request while the source is paused after a
 * failure.
 */
export async function requestSource<Answer>(
  app: App,
  use: SourceUse,
  request: () => Promise<Answer>,
): Promise<Answer> {
  if (use.about !== undefined) return requestAndRecord(app, use, request);
  await requireNotPaused(app, use.name);
  return requestAndRecord(app, use, request, (error) => timeAfter(app, pauseAfterError(error)));
}

/** Requests an outside source, even during a pause, and records the outcome. */
export async function requestAndRecord<Answer>(
  app: App,
  { name, about, signal }: SourceUse,
  request: () => Promise<Answer>,
  nextTryAfter: (error: unknown) => string | null = () => null,
): Promise<Answer> {
  try {
    const answer = await request();
    await upsertSourceState(app.db, name, { lastSuccessAt: app.now().toISOString(), nextTryAt: null });
    return answer;
  } catch (error) {
    // The caller aborted the request, so the source hasn't failed.
    if (signal?.aborted) throw error;
    const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await upsertSourceState(app.db, name, {
      lastErrorAt: app.now().toISOString(),
      lastError: about === undefined ? message : `${about}: ${message}`,
      nextTryAt: nextTryAfter(error),
    });
    throw error;
  }
}

async function requireNotPaused(app: App, name: string): Promise<void> {
  const state = await findSourceState(app.db, name);
  const { nextTryAt = null, lastError = null, lastErrorAt = null } = state ?? {};
  const now = app.now().toISOString();
  if (nextTryAt === null || nextTryAt <= now) return;
  // If the last failure is in the future, the clock was set back, so the pause may be too long.
  if (lastErrorAt !== null && lastErrorAt > now) return;
  const time = `${nextTryAt.slice(0, 10)} ${nextTryAt.slice(11, 16)} UTC`;
  throw new SourceError(`Failed recently (${lastError ?? "unknown reason"}). Next attempt after ${time}`, {
    pauseMs: Date.parse(nextTryAt) - app.now().getTime(),
  });
}

const timeAfter = (app: App, milliseconds: number): string =>
  new Date(app.now().getTime() + milliseconds).toISOString();

function pauseAfterError(error: unknown): number {
  if (error instanceof SourceError && error.isGone) return PAUSE_WHEN_GONE_MS;
  return Math.max(PAUSE_MS, error instanceof OutboundError ? (error.retryAfterMs ?? 0) : 0);
}

/** Returns the state of every source ever used. */
export const sourcesHealth = ({ db }: App): Promise<SourceHealth[]> => listSourceStates(db);

/** Returns when a section was last updated from these sources, and the number of failing sources. */
export async function sectionStatus(app: App, names: ReadonlySet<string>): Promise<SectionStatus> {
  const sources = (await listSourceStates(app.db)).filter(({ source }) => names.has(source));
  const answeredAt = sources.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
  return {
    updatedAt: answeredAt.toSorted().at(-1) ?? null,
    failingSources: sources.filter(isFailing).length,
  };
}

/** Deletes the state of a source that is no longer used. */
export const removeSource = (app: App, name: string) => deleteSourceState(app.db, name);

/** Runs an outside request for a waiting user, within the user's rate and concurrency limits. */
export async function fetchFor<Result>(app: App, { id }: User, work: () => Promise<Result>): Promise<Result> {
  await app.limits.fetches.count(id);
  return onBehalfOf(id, work);
}

/** Reports a failed source of a run. The run continues with the others. */
export type ReportError = JobWork["reportError"];

/** Returns the items from a source. Reports an error and returns no items if the source fails. */
export async function findOrReport<Item>(
  reportError: ReportError,
  source: string,
  find: () => Promise<Item[]>,
): Promise<Item[]> {
  try {
    return await find();
  } catch (error) {
    reportError(source, error);
    return [];
  }
}

/** Reports only the first failure of each source. A source that fails for one tool often fails for all. */
export function reportOncePerSource(reportError: ReportError): ReportError {
  const reported = new Set<string>();
  return (source, error) => {
    if (!reported.has(source)) reportError(source, error);
    reported.add(source);
  };
}

/** Throws if sources were requested and all failed. */
export function requireAnswer(answered: number, failed: number): void {
  if (answered > 0 || failed === 0) return;
  throw new Error(failed === 1 ? "The only source failed" : `All ${failed} sources failed`);
}

/** Queries the sources of a run. Reports each failed source once, and counts the sources that answer. */
export class SourceTally {
  readonly #reportError: ReportError;
  readonly #answered = new Set<string>();
  #failed = 0;

  constructor(reportError: ReportError) {
    this.#reportError = reportOncePerSource((source, error) => {
      this.#failed += 1;
      reportError(source, error);
    });
  }

  find<Item>(source: string, find: () => Promise<Item[]>): Promise<Item[]> {
    return findOrReport(this.#reportError, source, async () => {
      const found = await find();
      this.#answered.add(source);
      return found;
    });
  }

  /** Number of sources that answered, with or without results. */
  get answered(): number {
    return this.#answered.size;
  }

  /** Throws if sources were requested and all failed. */
  requireAnswer(): void {
    requireAnswer(this.answered, this.#failed);
  }
}

/** Collects failed sources while a user waits. Logs each failure with the item that it is about. */
export class SourceErrors {
  readonly all: SourceFailure[] = [];
  readonly #log: App["log"];
  readonly #about: Record<string, string>;

  constructor({ log }: App, about: Record<string, string>) {
    this.#log = log;
    this.#about = about;
  }

  readonly report: ReportError = (source, error) => {
    this.#log.warn({ err: error, source, ...this.#about }, "a source failed");
    this.all.push({ source, message: error instanceof Error ? error.message : String(error) });
  };
}

/** Maximum total size of all stored replies, compressed. Enough for a thousand feeds. */
const MAX_BYTES = 50_000_000;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Stores the latest reply of each feed in the database, up to a total size in bytes. */
export function createFeedStore(
  { db, log, now }: Pick<App, "db" | "log" | "now">,
  maxBytes = MAX_BYTES,
): FeedStore {
  /** Logs errors, because feeds can be read even if the disk is full. */
  const tryToWrite = async (write: () => Promise<unknown>) => {
    try {
      await write();
    } catch (error) {
      log.warn({ err: error }, "couldn't store the reply of a feed");
    }
  };
  return {
    async find(address) {
      const row = await findFeedReply(db, address);
      if (!row) return null;
      const { url, contentType, etag, lastModified, askedAt } = row;
      try {
        const body = await decompress(row.body);
        return { reply: { url, contentType, etag, lastModified, body }, askedAt: Date.parse(askedAt) };
      } catch (error) {
        // Without the stored reply, the feed is requested as if for the first time.
        log.warn({ err: error }, "couldn't read the stored reply of a feed");
        return null;
      }
    },
    save: (address, { body, ...reply }) =>
      tryToWrite(async () => {
        const compressedBody = await compress(body);
        const askedAt = now().toISOString();
        await upsertFeedReply(db, {
          address,
          ...reply,
          askedAt,
          size: compressedBody.length,
          body: compressedBody,
        });
        await deleteFeedRepliesBeyond(db, maxBytes);
      }),
    recordFetch: (address) => tryToWrite(() => updateAskedAt(db, address, now().toISOString())),
  };
}
