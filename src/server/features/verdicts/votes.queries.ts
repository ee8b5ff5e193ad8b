import type { Db } from "#db/database.ts";
import type { VerdictVoteRow } from "#db/schema.ts";
import type { Ring } from "#shared/verdicts/rings.ts";
import type { Vote } from "#shared/verdicts/verdicts.ts";

/** Lists the latest votes on a tool. */
export async function listVotes(db: Db, toolId: string, limit: number): Promise<Vote[]> {
  const rows = await db
    .selectFrom("verdict_votes as vote")
    .innerJoin("users", "users.id", "vote.userId")
    .select([
      "vote.ring",
      "vote.note",
      "vote.votedAt",
      "users.id",
      "users.username",
      "users.displayName",
      "users.firstName",
      "users.lastName",
      "users.email",
    ])
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

/** Stores a vote, replacing the user's former one. */
export const saveVote = (db: Db, vote: VerdictVoteRow) =>
  db
    .insertInto("verdict_votes")
    .values(vote)
    .onConflict((conflict) => conflict.columns(["toolId", "userId"]).doUpdateSet(vote))
    .execute();

export const deleteVote = (db: Db, toolId: string, userId: string) =>
  db.deleteFrom("verdict_votes").where("toolId", "=", toolId).where("userId", "=", userId).execute();
