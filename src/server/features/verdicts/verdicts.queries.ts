import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { countRows, inBatches, splitUser, USER_NAMES } from "#db/rows.ts";
import type { VerdictEvidenceRow, VerdictVoteRow } from "#db/schema.ts";
import { readNumberCursor, type PageSlice } from "#server/kernel/paging/paging.ts";
import type { Ring } from "#shared/verdicts/rings.ts";
import type { Moves, OverdueVerdicts, CurrentVerdict, Verdict, Vote } from "#shared/verdicts/verdicts.ts";

/** Verdict without its evidence. */
export type VerdictWithoutEvidence = Omit<Verdict, "evidence">;

const verdictsWithPeople = (db: Db) =>
  db
    .selectFrom("verdicts as verdict")
    .leftJoin("verdicts as former", (join) =>
      join
        .onRef("former.toolId", "=", "verdict.toolId")
        .on("former.revision", "=", sql<number>`verdict.revision - 1`),
    )
    .leftJoin("users", "users.id", "verdict.decidedBy")
    .select([
      "verdict.id",
      "verdict.toolId",
      "verdict.revision",
      "verdict.ring",
      "verdict.reason",
      "verdict.clearance",
      "verdict.lookAgainOn",
      "verdict.decidedBy",
      "verdict.decidedAt",
      "verdict.toolVersion",
      "former.ring as from",
    ])
    .select(USER_NAMES);

type VerdictWithPerson = Awaited<
  ReturnType<ReturnType<typeof verdictsWithPeople>["executeTakeFirstOrThrow"]>
>;

function toVerdict(row: VerdictWithPerson): VerdictWithoutEvidence {
  const { user, rest } = splitUser(row.decidedBy, row);
  return { ...rest, decidedBy: user };
}

/** Lists the verdicts on a tool, newest first. */
export async function listVerdicts(
  db: Db,
  toolId: string,
  { after, limit }: PageSlice,
): Promise<VerdictWithoutEvidence[]> {
  const revision = readNumberCursor(after);
  const rows = await verdictsWithPeople(db)
    .where("verdict.toolId", "=", toolId)
    .$if(revision !== null, (query) => query.where("verdict.revision", "<", revision ?? 0))
    .orderBy("verdict.revision", "desc")
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(toVerdict);
}

/** Returns when a tool entered its current ring, or null if it has no verdict. */
export async function findRingSince(db: Db, toolId: string, ring: Ring): Promise<string | null> {
  const { since } = await db
    .selectFrom("verdicts as verdict")
    .select(({ fn }) => fn.min("verdict.decidedAt").as("since"))
    .where("verdict.toolId", "=", toolId)
    .where(
      sql<boolean>`verdict.revision > (
        select coalesce(max(other.revision), 0) from verdicts as other
        where other."toolId" = ${toolId} and other.ring <> ${ring})`,
    )
    .executeTakeFirstOrThrow();
  return since;
}

/** True for the newest verdict on each tool, which is the current one. */
const isPresent = sql<boolean>`verdict.revision = (
  select max(newest.revision) from verdicts as newest where newest."toolId" = verdict."toolId")`;

/** Lists the current verdicts on all tools. */
export const listPresent = (db: Db, limit: number): Promise<CurrentVerdict[]> =>
  db
    .selectFrom("verdicts as verdict")
    .select(["verdict.toolId", "verdict.ring"])
    .where(isPresent)
    .orderBy("verdict.toolId")
    .limit(limit)
    .execute();

/** Lists the current verdicts on some tools. */
export async function listPresentOn(db: Db, toolIds: readonly string[]): Promise<VerdictWithoutEvidence[]> {
  if (toolIds.length === 0) return [];
  const rows = await verdictsWithPeople(db)
    .where(isPresent)
    .where("verdict.toolId", "in", engineOf(db).valuesOf(toolIds))
    .execute();
  return rows.map(toVerdict);
}

/** Lists the verdicts between two times that changed a tool's ring, latest first. */
export async function listMoves(
  db: Db,
  { after, before }: { after: string; before: string },
  limit: number,
): Promise<Moves["items"]> {
  const rows = await verdictsWithPeople(db)
    .innerJoin("ai_tools", "ai_tools.id", "verdict.toolId")
    .select("ai_tools.name")
    .where("verdict.decidedAt", ">=", after)
    .where("verdict.decidedAt", "<", before)
    .where(({ eb, or, ref }) =>
      or([eb("former.ring", "is", null), eb("former.ring", "<>", ref("verdict.ring"))]),
    )
    .orderBy("verdict.decidedAt", "desc")
    .orderBy("verdict.id")
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const { id, toolId, ring, from, reason, decidedBy, decidedAt } = toVerdict(row);
    return { id, toolId, ring, from, reason, decidedBy, decidedAt, name: row.name };
  });
}

/** Lists verdicts past their review date, longest overdue first. */
export async function listOverdue(db: Db, today: string, limit: number): Promise<OverdueVerdicts["items"]> {
  const rows = await verdictsWithPeople(db)
    .innerJoin("ai_tools", "ai_tools.id", "verdict.toolId")
    .select("ai_tools.name")
    .where("verdict.lookAgainOn", "<", today)
    .where(isPresent)
    .orderBy("verdict.lookAgainOn")
    .orderBy("verdict.toolId")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => {
    const { toolId, ring, lookAgainOn, decidedBy } = toVerdict(row);
    return lookAgainOn === null ? [] : { toolId, name: row.name, ring, lookAgainOn, decidedBy };
  });
}

export const countOverdue = (db: Db, today: string): Promise<number> =>
  countRows(db.selectFrom("verdicts as verdict").where("verdict.lookAgainOn", "<", today).where(isPresent));

/** Lists overdue verdicts without a reminder. */
export const listWithoutReminder = (db: Db, today: string, limit: number) =>
  db
    .selectFrom("verdicts as verdict")
    .innerJoin("ai_tools", "ai_tools.id", "verdict.toolId")
    .select(["verdict.id", "verdict.toolId", "verdict.decidedBy", "ai_tools.name"])
    .where("verdict.lookAgainOn", "<", today)
    .where("verdict.askedAt", "is", null)
    .where(isPresent)
    .orderBy("verdict.toolId")
    .limit(limit)
    .execute();

/** Records that the team was reminded to review these verdicts. */
export const setReminded = (db: Db, ids: readonly string[], askedAt: string) =>
  db.updateTable("verdicts").set({ askedAt }).where("id", "in", ids).execute();

/** Lists the evidence for and against these verdicts, sorted by verdict. */
export async function listEvidenceRows(db: Db, verdictIds: readonly string[]): Promise<VerdictEvidenceRow[]> {
  const rows: VerdictEvidenceRow[] = [];
  for await (const batch of inBatches(verdictIds)) {
    const found = await db
      .selectFrom("verdict_evidence")
      .selectAll()
      .where("verdictId", "in", batch)
      .orderBy("verdictId")
      .orderBy("kind")
      .orderBy("itemId")
      .execute();
    rows.push(...found);
  }
  return rows;
}

/** Number of rows read by one statement. */
const BATCH_SIZE = 100;

/** Reads the evidence for and against a tool's verdicts, in batches. */
export async function* readEvidenceOfTool(
  db: Db,
  toolId: string,
): AsyncGenerator<readonly VerdictEvidenceRow[]> {
  let last = { revision: 0, kind: "", itemId: "" };
  for (;;) {
    const found = await db
      .selectFrom("verdicts")
      .innerJoin("verdict_evidence as evidence", "evidence.verdictId", "verdicts.id")
      .selectAll("evidence")
      .select("verdicts.revision")
      .where("verdicts.toolId", "=", toolId)
      .where("verdicts.revision", ">=", last.revision)
      .where(
        sql<boolean>`(verdicts.revision, evidence.kind, evidence."itemId")
          > (${last.revision}, ${last.kind}, ${last.itemId})`,
      )
      .orderBy("verdicts.revision")
      .orderBy("evidence.kind")
      .orderBy("evidence.itemId")
      .limit(BATCH_SIZE)
      .execute();
    const end = found.at(-1);
    if (!end) return;
    yield found.map(({ verdictId, kind, itemId, stance }) => ({ verdictId, kind, itemId, stance }));
    last = end;
  }
}

/** Lists the latest votes on a tool. */
export async function listVotes(db: Db, toolId: string, limit: number): Promise<Vote[]> {
  const rows = await db
    .selectFrom("verdict_votes as vote")
    .innerJoin("users", "users.id", "vote.userId")
    .select(["vote.ring", "vote.note", "vote.votedAt", "users.id", ...USER_NAMES])
    .where("vote.toolId", "=", toolId)
    .orderBy("vote.votedAt", "desc")
    .orderBy("vote.userId")
    .limit(limit)
    .execute();
  return rows.map(({ ring, note, votedAt, ...user }) => ({ user, ring, note, votedAt }));
}

export async function listVotedRings(db: Db, toolId: string): Promise<Ring[]> {
  const rows = await db.selectFrom("verdict_votes").select("ring").where("toolId", "=", toolId).execute();
  return rows.map(({ ring }) => ring);
}

export const findVote = (db: Db, toolId: string, userId: string) =>
  db
    .selectFrom("verdict_votes")
    .selectAll()
    .where("toolId", "=", toolId)
    .where("userId", "=", userId)
    .executeTakeFirst();

/** Stores a vote. Replaces the user's former vote. */
export const saveVote = (db: Db, vote: VerdictVoteRow) =>
  db
    .insertInto("verdict_votes")
    .values(vote)
    .onConflict((conflict) => conflict.columns(["toolId", "userId"]).doUpdateSet(vote))
    .execute();

export const deleteVote = (db: Db, toolId: string, userId: string) =>
  db.deleteFrom("verdict_votes").where("toolId", "=", toolId).where("userId", "=", userId).execute();
