import type { App, Db } from "#server/app.ts";
import { getTool, toolLibrary } from "#server/features/tools/tools.service.ts";
import { getItem } from "#server/kernel/items/library.service.ts";
import { getTimeZone } from "#server/kernel/jobs/jobs.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import { loadTitles } from "#server/kernel/texts/texts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { createDayFormatter } from "#shared/kernel/day-counts.ts";
import { formatItemRef } from "#shared/kernel/items.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import { type Ring, RINGS } from "#shared/verdicts/rings.ts";
import type {
  NewVote,
  OverdueVerdicts,
  CurrentVerdict,
  ToolVerdict,
  Verdict,
} from "#shared/verdicts/verdicts.ts";

import {
  type VerdictWithoutEvidence,
  countOverdue,
  deleteVote,
  findRingSince,
  findVote,
  listEvidenceRows,
  listOverdue,
  listPresent,
  listPresentOn,
  listVerdicts,
  listVotedRings,
  listVotes,
  saveVote,
} from "./verdicts.queries.ts";

/** Number of votes for each ring. */
type Tally = Record<Ring, number>;

/** Minimum number of votes to show a tendency. */
const MIN_VOTES = 3;

/** Counts votes by ring. */
export function tallyOf(rings: Iterable<Ring>): Tally {
  const tally: Tally = { adopt: 0, trial: 0, assess: 0, hold: 0 };
  for (const ring of rings) tally[ring] += 1;
  return tally;
}

/**
 * Returns the team's tendency: the median of at least three votes, if it differs from the verdict. Of two medians,
 * returns the one closer to the verdict, or without a verdict the more cautious one.
 */
export function tendencyOf(tally: Tally, decided: Ring | null): Ring | null {
  const votes = RINGS.flatMap((ring) => Array.from({ length: tally[ring] }, () => ring));
  if (votes.length < MIN_VOTES) return null;
  const lower = votes[Math.floor((votes.length - 1) / 2)];
  const upper = votes[Math.floor(votes.length / 2)];
  if (lower === undefined || upper === undefined) return null;
  if (decided === null) return upper;
  if (RINGS.indexOf(decided) < RINGS.indexOf(lower)) return lower;
  return RINGS.indexOf(decided) > RINGS.indexOf(upper) ? upper : null;
}

/** Maximum number of votes that are listed. The tally counts all votes. */
const MAX_VOTES = 200;
const MAX_VERDICTS = 500;
const MAX_TOOLS = 10_000;
const MAX_OVERDUE = 50;

/** True if this user may decide on tools. */
export const mayDecide = ({ config }: App, { role }: User): boolean =>
  config.verdicts === "everyone" || role === "admin";

/** Returns the current verdict on a tool and its votes. */
export async function toolVerdict(
  app: App,
  user: User,
  { toolId }: { toolId: string },
): Promise<ToolVerdict> {
  await getTool(app, toolId);
  return describeVerdict(app, app.db, user, toolId);
}

/** Returns the current verdict on an existing tool and its votes. `db` may be a transaction. */
export async function describeVerdict(app: App, db: Db, user: User, toolId: string): Promise<ToolVerdict> {
  const verdict = await findPresent(db, toolId);
  const tally = tallyOf(await listVotedRings(db, toolId));
  const ownVote = await findVote(db, toolId, user.id);
  return {
    verdict,
    ringSince: verdict && (await findRingSince(db, toolId, verdict.ring)),
    votes: await listVotes(db, toolId, MAX_VOTES),
    tally,
    leansTo: tendencyOf(tally, verdict?.ring ?? null),
    ownRing: ownVote?.ring ?? null,
    mayDecide: mayDecide(app, user),
  };
}

/** Returns the current verdict on a tool. */
export async function findPresent(db: Db, toolId: string): Promise<Verdict | null> {
  const [newest] = await withEvidence(db, await listVerdicts(db, toolId, { after: null, limit: 1 }));
  return newest ?? null;
}

async function withEvidence(db: Db, verdicts: readonly VerdictWithoutEvidence[]): Promise<Verdict[]> {
  const ids = verdicts.map(({ id }) => id);
  const rows = await listEvidenceRows(db, ids);
  const items = rows.map(({ kind, itemId: id }) => ({ kind, id }));
  const titles = await loadTitles(db, items);
  const evidenceByVerdict = Map.groupBy(rows, ({ verdictId }) => verdictId);
  return verdicts.map((verdict) => ({
    ...verdict,
    evidence: (evidenceByVerdict.get(verdict.id) ?? []).map(({ kind, itemId: id, stance }) => {
      const ref = formatItemRef({ kind, id });
      return { ref, stance, title: titles.get(ref)?.title ?? null };
    }),
  }));
}

/** Lists all verdicts on a tool, newest first. */
export async function verdictHistory(
  app: App,
  { toolId, ...page }: PageRequest & { toolId: string },
): Promise<Page<Verdict>> {
  await getTool(app, toolId);
  const { items, nextCursor } = await readPage(
    page,
    (slice) => listVerdicts(app.db, toolId, slice),
    ({ revision, id }) => [String(revision), id],
    MAX_VERDICTS,
  );
  return { items: await withEvidence(app.db, items), nextCursor };
}

interface CachedVerdicts {
  version: string;
  items: CurrentVerdict[];
}

/** Caches the current verdicts until one of them changes. */
const cacheByApp = new WeakMap<App, CachedVerdicts>();

/** Lists the current verdicts on all tools. */
export const presentVerdicts = async (app: App): Promise<Page<CurrentVerdict>> => ({
  items: await listAllPresent(app),
  nextCursor: null,
});

/** Returns the current verdicts on some tools. */
export const presentVerdictsOn = (
  { db }: Pick<App, "db">,
  toolIds: readonly string[],
): Promise<VerdictWithoutEvidence[]> => listPresentOn(db, toolIds);

async function listAllPresent(app: App): Promise<CurrentVerdict[]> {
  // Read before the data: cached data may be newer than its version, but never older.
  const version = app.cacheVersions.readVerdicts();
  const cached = cacheByApp.get(app);
  if (cached?.version === version) return cached.items;
  const items = await listPresent(app.db, MAX_TOOLS);
  cacheByApp.set(app, { version, items });
  return items;
}

/** Lists verdicts past their review date, longest overdue first. */
export async function overdueVerdicts(app: App): Promise<OverdueVerdicts> {
  const today = todayOf(app);
  const items = await listOverdue(app.db, today, MAX_OVERDUE);
  const total = items.length < MAX_OVERDUE ? items.length : await countOverdue(app.db, today);
  return { items, total };
}

/** Returns today's date in the team's time zone, in the form 2026-11-24. */
export const todayOf = (app: Pick<App, "config" | "now">): string =>
  createDayFormatter(getTimeZone(app))(app.now());

/** Adds, changes or withdraws this user's vote on a tool. Does nothing if the vote is the same. */
export function vote(app: App, by: User, { toolId, ring, note }: NewVote): Promise<ToolVerdict> {
  return app.db.transaction().execute(async (db) => {
    const tool = await getItem({ db }, toolLibrary, toolId);
    const before = await findVote(db, toolId, by.id);
    const isUnchanged = ring === null ? before === undefined : before?.ring === ring && before.note === note;
    if (isUnchanged) return describeVerdict(app, db, by, toolId);
    if (ring === null) await deleteVote(db, toolId, by.id);
    else {
      const votedAt = app.now().toISOString();
      await saveVote(db, { toolId, userId: by.id, ring, note, votedAt, importedIn: null });
    }
    const detail = { ringFrom: before?.ring ?? null, ringTo: ring };
    await recordEvents(app, db, [
      { actorId: by.id, verb: "voted", kind: "tool", itemId: toolId, title: tool.name, detail },
    ]);
    return describeVerdict(app, db, by, toolId);
  });
}
