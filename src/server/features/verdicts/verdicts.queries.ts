import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { getStorageErrorKind } from "#db/error-kinds.ts";
import type { VerdictRow } from "#db/schema.ts";
import { numberOf, type Slice } from "#server/kernel/paging/paging.ts";
import type { Author } from "#shared/accounts/users.ts";
import type { Ring } from "#shared/verdicts/rings.ts";
import type { Moves, OverdueVerdicts, PresentVerdict, Verdict } from "#shared/verdicts/verdicts.ts";

/** Verdict without its evidence. */
export type BareVerdict = Omit<Verdict, "evidence">;

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
      "users.username",
      "users.displayName",
      "users.firstName",
      "users.lastName",
      "users.email",
    ]);

type Person = { [Key in keyof Omit<Author, "id">]: Author[Key] | null };

/** Returns the person who decided, or null if the account is deleted. */
function authorOf(id: string | null, { username, ...names }: Person): Author | null {
  return id === null || username === null ? null : { id, username, ...names };
}

function verdictOfRow({
  username,
  displayName,
  firstName,
  lastName,
  email,
  decidedBy,
  ...verdict
}: Omit<VerdictRow, "askedAt" | "importedIn"> & Person & Pick<Verdict, "from">): BareVerdict {
  const names = { username, displayName, firstName, lastName, email };
  return { ...verdict, decidedBy: authorOf(decidedBy, names) };
}

/** Lists the verdicts on a tool, newest first. */
export async function listVerdicts(db: Db, toolId: string, { after, limit }: Slice): Promise<BareVerdict[]> {
  const revision = numberOf(after);
  const rows = await verdictsWithPeople(db)
    .where("verdict.toolId", "=", toolId)
    .$if(revision !== null, (query) => query.where("verdict.revision", "<", revision ?? 0))
    .orderBy("verdict.revision", "desc")
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(verdictOfRow);
}

/** Returns when a tool moved to its current ring, or null if it has no verdict. */
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

/** The newest verdict on each tool is the current one. */
const isPresent = sql<boolean>`verdict.revision = (
  select max(newest.revision) from verdicts as newest where newest."toolId" = verdict."toolId")`;

/** Lists the current verdicts on all tools. */
export const listPresent = (db: Db, limit: number): Promise<PresentVerdict[]> =>
  db
    .selectFrom("verdicts as verdict")
    .select(["verdict.toolId", "verdict.ring"])
    .where(isPresent)
    .orderBy("verdict.toolId")
    .limit(limit)
    .execute();

/** Lists the current verdicts on some tools. */
export async function listPresentOn(db: Db, toolIds: readonly string[]): Promise<BareVerdict[]> {
  if (toolIds.length === 0) return [];
  const rows = await verdictsWithPeople(db)
    .where(isPresent)
    .where("verdict.toolId", "in", engineOf(db).valuesOf(toolIds))
    .execute();
  return rows.map(verdictOfRow);
}

/** Lists verdicts between two times that changed a tool's ring, latest first. */
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
    const { id, toolId, ring, from, reason, decidedBy, decidedAt } = verdictOfRow(row);
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
    const { toolId, ring, lookAgainOn, decidedBy } = verdictOfRow(row);
    return lookAgainOn === null ? [] : { toolId, name: row.name, ring, lookAgainOn, decidedBy };
  });
}

export async function countOverdue(db: Db, today: string): Promise<number> {
  const { verdicts } = await db
    .selectFrom("verdicts as verdict")
    .select(({ fn }) => fn.countAll<number>().as("verdicts"))
    .where("verdict.lookAgainOn", "<", today)
    .where(isPresent)
    .executeTakeFirstOrThrow();
  return verdicts;
}

/** Lists the overdue verdicts without a reminder so far. */
export const listUnasked = (db: Db, today: string, limit: number) =>
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

/** Stores that the team was reminded to review these verdicts. */
export const setReviewAsked = (db: Db, ids: readonly string[], askedAt: string) =>
  db.updateTable("verdicts").set({ askedAt }).where("id", "in", ids).execute();

export const insertVerdict = (db: Db, row: VerdictRow) => db.insertInto("verdicts").values(row).execute();

/** True if another process has just stored a verdict with the same number. */
export const isTaken = (error: unknown): boolean => getStorageErrorKind(error) === "duplicate";
