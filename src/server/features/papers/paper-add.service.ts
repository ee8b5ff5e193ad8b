import type { App } from "#server/app.ts";
import { invalid, notFound, unavailable, upstreamFailed } from "#server/errors.ts";
import { fetchFor, requestSource } from "#server/features/sources/sources.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import type { FoundPaper } from "#server/outside/papers/paper-source.ts";
import type { User } from "#shared/accounts/users.ts";
import { readArxivId } from "#shared/papers/arxiv-id.ts";
import type { AddedPaper, NewPaper } from "#shared/papers/papers.ts";

import { ARCHIVE, storePaper } from "./paper-fetch.service.ts";
import { findByArxivId } from "./papers.queries.ts";
import { getPaper } from "./papers.service.ts";

const BUSY_SECONDS = 300;

/**
 * Adds a paper of any category by its arXiv id or address, or returns the stored one. Throws 404 if arXiv doesn't have
 * it.
 */
export async function addPaper(app: App, user: User, { id: address }: NewPaper): Promise<AddedPaper> {
  const arXivId = readArxivId(address);
  if (arXivId === null) throw invalid("Enter an arXiv id or address, such as 2401.01234.", "id");
  const stored = await findByArxivId(app.db, arXivId);
  if (stored) return { ...(await getPaper(app, user, stored.id)), isAdded: false };
  await app.storage.refuseWhenLow();
  const found = await fetchFor(app, user, () => findInArchive(app, arXivId));
  if (found === null) throw notFound(`arXiv has no paper ${arXivId}.`);
  const { id, isAdded } = await storePaper(app, user, found);
  return { ...(await getPaper(app, user, id)), isAdded };
}

async function findInArchive(app: App, arXivId: string): Promise<FoundPaper | null> {
  try {
    return await requestSource(app, { name: ARCHIVE }, () => app.integrations.papers.find(arXivId));
  } catch (error) {
    if (error instanceof OutboundError && (error.status === 429 || error.status === 503)) {
      const seconds = error.retryAfterMs === null ? BUSY_SECONDS : Math.ceil(error.retryAfterMs / 1000);
      throw unavailable("arXiv is busy. Try again in a few minutes.", seconds);
    }
    if (error instanceof SourceError && error.pauseMs !== null)
      throw unavailable(
        "arXiv failed a moment ago. Try again in a few minutes.",
        Math.ceil(error.pauseMs / 1000),
      );
    throw upstreamFailed(`Couldn't load the paper from arXiv. ${messageOf(error)}`, error);
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\.?$/u, ".") : "Try again later.";
