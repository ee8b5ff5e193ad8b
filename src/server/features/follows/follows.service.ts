import { randomUUID } from "node:crypto";

import type { FeedTokenRow } from "#db/schema.ts";
import type { App } from "#server/app.ts";
import { conflict, notFound } from "#server/errors.ts";
import { latestComments } from "#server/features/comments/comments.service.ts";
import { getTool } from "#server/features/tools/tools.service.ts";
import { recordAccountEvent } from "#server/features/users/account-log.service.ts";
import { FEED_PREFIX, hashToken, makeToken } from "#server/features/users/token-text.ts";
import { getUser } from "#server/features/users/users.service.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import type { User } from "#shared/accounts/users.ts";
import {
  type CreatedFollow,
  type Follow,
  type FollowedView,
  followedViewSchema,
  MAX_FOLLOWS_PER_USER,
  type NewFollow,
  pageOfView,
  titleOfView,
} from "#shared/follows.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import { countFollows, deleteFollow, insertFollow, listFollowRows } from "./follows.queries.ts";

/** Path of feeds, followed by the secret and the format. */
const FEEDS_PATH = "/feeds/";

/**
 * Creates a private URL for a view. It is returned only once and stored as a hash; anyone with it can read the view
 * without signing in. A view may have several, one for each program. Throws 409 if the user has too many.
 */
export async function createFollow(app: App, user: User, { view }: NewFollow): Promise<CreatedFollow> {
  const secret = makeToken(FEED_PREFIX);
  const title = titleOfView(view, await findName(app, view));
  const row = await app.db.transaction().execute(async (db) => {
    if ((await countFollows(db, user.id)) >= MAX_FOLLOWS_PER_USER) {
      throw conflict(`You follow ${MAX_FOLLOWS_PER_USER} views. Stop one under Account, Feeds first.`);
    }
    return insertFollow(db, {
      id: randomUUID(),
      userId: user.id,
      hash: hashToken(secret),
      section: view.section,
      view: JSON.stringify(view.filter),
      title,
      createdAt: app.now().toISOString(),
      lastReadAt: null,
      lastReader: null,
    });
  });
  app.log.info({ userId: user.id, followId: row.id, section: view.section }, "followed a view");
  const address = `${app.publicUrl}${FEEDS_PATH}${secret}`;
  return { ...toFollow(row), atomUrl: `${address}.atom`, jsonUrl: `${address}.json` };
}

/** Returns the name of a view's tool or discussed item. Throws 404 if it doesn't exist. */
async function findName(app: App, { section, filter }: FollowedView): Promise<string | null> {
  if (section === "discussion") return (await latestComments(app, filter.ref, 1)).title;
  if (section !== "news" || filter.toolId === null) return null;
  return (await getTool(app, filter.toolId)).name;
}

/** Returns a user's follows, newest first. */
export const listFollows = (app: App, user: Pick<User, "id">, input: PageRequest): Promise<Page<Follow>> =>
  readPage(
    input,
    async (slice) => (await listFollowRows(app.db, user.id, slice)).map(toFollow),
    ({ createdAt, id }) => [createdAt, id],
  );

/** Returns another user's follows, for an administrator. */
export const listFollowsOf = async (
  app: App,
  { userId, ...page }: PageRequest & { userId: string },
): Promise<Page<Follow>> => listFollows(app, await getUser(app, userId), page);

/** Deletes a feed URL permanently. */
export async function removeFollow(app: App, user: User, { id }: { id: string }): Promise<void> {
  if (!(await deleteFollow(app.db, user.id, id))) throw notFound("Feed not found");
  app.log.info({ userId: user.id, followId: id }, "stopped following a view");
}

/** Deletes a user's feed, for an administrator. */
export async function removeFollowOf(
  app: App,
  admin: User,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const user = await getUser(app, userId);
  await app.db.transaction().execute(async (db) => {
    const removed = await deleteFollow(db, userId, id);
    if (!removed) throw notFound("Feed not found");
    await recordAccountEvent(app, db, admin, user, "feed-stopped", removed.title);
  });
  app.log.info({ userId, followId: id, by: admin.id }, "an administrator stopped a feed");
}

function toFollow({
  id,
  section,
  view: stored,
  title,
  createdAt,
  lastReadAt,
  lastReader,
}: FeedTokenRow): Follow {
  const view = readView(section, stored);
  return {
    id,
    section,
    title,
    page: view && pageOfView(view),
    createdAt,
    lastReadAt,
    lastReader,
  };
}

/** Parses a stored view. Null if this version doesn't support its filters. */
export function readView(section: string, filter: string): FollowedView | null {
  const view = followedViewSchema.safeParse({ section, filter: JSON.parse(filter) });
  return view.success ? view.data : null;
}
