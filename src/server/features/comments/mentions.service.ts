/** Mentions of people in comments. */
import type { App, Db } from "#server/app.ts";
import { invalid } from "#server/errors.ts";
import { findParticipants } from "#server/features/inbox/recipients.service.ts";
import { foldUsername, personName } from "#shared/accounts/user-rules.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Comment, MentionablePeople, PersonMention } from "#shared/comments/comments.ts";
import { MAX_MENTIONED_PEOPLE, MAX_MENTIONS, mentionCandidates } from "#shared/comments/person-mentions.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";

import { insertMentions, listMentionRows, listPeople } from "./comments.queries.ts";

interface Person {
  id: string;
  username: string;
  displayName: string;
  isDisabled: boolean;
  /** Normalized username and display name. */
  names: readonly string[];
}

interface CachedPeople {
  version: string;
  /** By normalized username. */
  people: ReadonlyMap<string, Person>;
}

/** Caches all people until an account changes. */
const peopleByApp = new WeakMap<App, CachedPeople>();

async function readPeople(app: App): Promise<CachedPeople["people"]> {
  // Read before the data: cached data may be newer than its version, but never older.
  const version = app.cacheVersions.readUserNames();
  const cached = peopleByApp.get(app);
  if (cached?.version === version) return cached.people;
  const people = new Map(
    (await listPeople(app.db)).map(({ id, username, usernameFolded, disabledAt, ...row }) => {
      const displayName = personName({ username, ...row });
      const names = [usernameFolded, foldUsername(displayName)];
      return [usernameFolded, { id, username, displayName, isDisabled: disabledAt !== null, names }];
    }),
  );
  peopleByApp.set(app, { version, people });
  return people;
}

/** Maximum number of `@` signs in a comment that are compared with names. The others stay plain text. */
const MAX_CANDIDATES = 500;

/** Finds mentions of enabled accounts in a comment. Throws 400 if it mentions too many people. */
export async function findMentions(app: App, content: string): Promise<PersonMention[]> {
  if (!content.includes("@")) return [];
  const people = await readPeople(app);
  const mentions: PersonMention[] = [];
  const ids = new Set<string>();
  for (const { start, names } of mentionCandidates(content).slice(0, MAX_CANDIDATES)) {
    const last = mentions.at(-1);
    // A name may contain an @ after a space.
    if (last && start < last.start + last.length) continue;
    const mention = mentionAt(people, start, names);
    if (!mention) continue;
    ids.add(mention.userId);
    mentions.push(mention);
  }
  if (ids.size > MAX_MENTIONED_PEOPLE)
    throw invalid(
      `Mention at most ${MAX_MENTIONED_PEOPLE} people in a comment. This one mentions ${ids.size}.`,
      "content",
    );
  return mentions.slice(0, MAX_MENTIONS);
}

function mentionAt(
  people: CachedPeople["people"],
  start: number,
  names: readonly string[],
): PersonMention | undefined {
  for (const name of names) {
    const person = people.get(foldUsername(name));
    if (!person) continue;
    const { id: userId, username, displayName, isDisabled } = person;
    return isDisabled ? undefined : { start, length: name.length + 1, userId, username, displayName };
  }
  return undefined;
}

/** Counts mentions of other people against the author's rate limit. Throws 429 beyond the limit. */
export async function countMentions(app: App, { id }: User, userIds: Iterable<string>): Promise<void> {
  const others = new Set(userIds);
  others.delete(id);
  if (others.size === 0) return;
  await app.limits.mentions.count(id, {
    points: others.size,
    createMessage(seconds) {
      const minutes = Math.ceil(seconds / 60);
      return `You have mentioned many people in a short time. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
    },
  });
}

/** Stores the mentions in a comment, within a transaction. */
export async function storeMentions(
  db: Db,
  commentId: string,
  mentions: readonly PersonMention[],
): Promise<void> {
  if (mentions.length === 0) return;
  await insertMentions(
    db,
    mentions.map(({ start, length, userId }) => ({ commentId, start, length, userId })),
  );
}

/** Adds their mentions to comments. */
export async function withMentions<Item extends Pick<Comment, "id" | "content">>(
  db: Db,
  comments: readonly Item[],
): Promise<(Item & Pick<Comment, "mentions">)[]> {
  const ids = comments.flatMap(({ id, content }) => (content.includes("@") ? id : []));
  const rows = ids.length === 0 ? [] : await listMentionRows(db, ids);
  const byComment = Map.groupBy(rows, ({ commentId }) => commentId);
  return comments.map((comment) => ({
    ...comment,
    mentions: (byComment.get(comment.id) ?? []).map(({ start, length, userId, username, ...names }) => ({
      start,
      length,
      userId,
      username,
      displayName: personName({ username, ...names }),
    })),
  }));
}

/** Maximum number of people suggested for a mention. */
const MAX_SUGGESTIONS = 8;

/**
 * Finds people with a word in their names that begins with the query. Lists people in the discussion first, then by
 * name.
 */
export async function findMentionable(
  app: App,
  user: User,
  { item, query }: { item: ItemKey; query: string },
): Promise<MentionablePeople> {
  const people = await readPeople(app);
  const participants = await findParticipants(app.db, item);
  const prefix = foldUsername(query);
  const suggestions = [...people.values()]
    .filter(({ id, isDisabled }) => !isDisabled && id !== user.id)
    .filter(({ names }) => names.some((name) => hasWordPrefix(name, prefix)))
    .map(({ id, username, displayName }) => ({
      id,
      username,
      displayName,
      isInDiscussion: participants.has(id),
    }))
    .toSorted(
      (one, other) =>
        Number(other.isInDiscussion) - Number(one.isInDiscussion) ||
        one.displayName.localeCompare(other.displayName, "en-US") ||
        one.username.localeCompare(other.username, "en-US"),
    );
  return { people: suggestions.slice(0, MAX_SUGGESTIONS) };
}

function hasWordPrefix(name: string, prefix: string): boolean {
  for (let at = name.indexOf(prefix); at !== -1; at = name.indexOf(prefix, at + 1))
    if (at === 0 || !/[\p{L}\p{N}\p{M}]$/u.test(name.slice(0, at))) return true;
  return false;
}
