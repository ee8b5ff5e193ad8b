import type { App } from "#server/app.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { onBehalfOf } from "#server/outside/http/politeness.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import type { User } from "#shared/accounts/users.ts";
import { isFailing, type SectionStatus, type SourceHealth } from "#shared/news/sources.ts";

import {
  deleteSourceState,
  findSourceState,
  listSourceStates,
  upsertSourceState,
} from "./sources.queries.ts";

/** A failed source is paused for a minute, a discontinued one for days. */
const PAUSE_MS = 60_000;
const PAUSE_OF_ENDED_MS = 7 * 24 * 3_600_000;

interface SourceUse {
  name: string;
  /**
   * Subject of the request, for sources that use a different host for each. Failures are reported with it and don't
   * block other subjects.
   */
  about?: string;
  signal?: AbortSignal | undefined;
}

/** Requests an outside source and records the outcome. Skips a failed source until its next attempt is due. */
export async function requestSource<Answer>(
  app: App,
  use: SourceUse,
  request: () => Promise<Answer>,
): Promise<Answer> {
  if (use.about !== undefined) return watchSource(app, use, request);
  await refuseTooEarly(app, use.name);
  return watchSource(app, use, request, (error) => after(app, pauseAfter(error)));
}

/** Requests an outside source, even after a failure, and records the outcome. */
export async function watchSource<Answer>(
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
    // The caller aborted, so the source is not to blame.
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

async function refuseTooEarly(app: App, name: string): Promise<void> {
  const state = await findSourceState(app.db, name);
  const { nextTryAt = null, lastError = null, lastErrorAt = null } = state ?? {};
  const now = app.now().toISOString();
  if (nextTryAt === null || nextTryAt <= now) return;
  // The failure is in the future: the clock was set back, so its real age is unknown.
  if (lastErrorAt !== null && lastErrorAt > now) return;
  const time = `${nextTryAt.slice(0, 10)} ${nextTryAt.slice(11, 16)} UTC`;
  throw new SourceError(`Failed recently (${lastError ?? "unknown reason"}). Next attempt after ${time}`, {
    pauseMs: Date.parse(nextTryAt) - app.now().getTime(),
  });
}

const after = (app: App, milliseconds: number): string =>
  new Date(app.now().getTime() + milliseconds).toISOString();

function pauseAfter(error: unknown): number {
  if (error instanceof SourceError && error.isGone) return PAUSE_OF_ENDED_MS;
  return Math.max(PAUSE_MS, error instanceof OutboundError ? (error.retryAfterMs ?? 0) : 0);
}

/** Returns the state of every source ever used. */
export async function sourcesHealth(app: App): Promise<SourceHealth[]> {
  const rows = await listSourceStates(app.db);
  return rows.map(({ source, lastSuccessAt, lastErrorAt, lastError, nextTryAt }) => ({
    source,
    lastSuccessAt,
    lastErrorAt,
    lastError,
    nextTryAt,
  }));
}

/** Returns how current a section filled from these sources is. */
export async function sectionStatus(app: App, names: ReadonlySet<string>): Promise<SectionStatus> {
  const sources = (await listSourceStates(app.db)).filter(({ source }) => names.has(source));
  const answeredAt = sources.flatMap(({ lastSuccessAt }) => lastSuccessAt ?? []);
  return {
    updatedAt: answeredAt.toSorted().at(-1) ?? null,
    failingSources: sources.filter(isFailing).length,
  };
}

/** Deletes the state of a source that is no longer used. */
export const forgetSource = (app: App, name: string) => deleteSourceState(app.db, name);

/** Runs an outside request for a waiting user, within the user's rate and concurrency limits. */
export async function fetchFor<Result>(app: App, { id }: User, work: () => Promise<Result>): Promise<Result> {
  await app.limits.fetches.count(id);
  return onBehalfOf(id, work);
}
