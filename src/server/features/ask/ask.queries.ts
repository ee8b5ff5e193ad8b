import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { SHOWN_NAMES, USER_NAMES } from "#db/rows.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { Ring } from "#shared/verdicts/rings.ts";

const currentVerdicts = (db: Db) =>
  db
    .selectFrom("verdicts as verdict")
    .innerJoin("ai_tools as tool", "tool.id", "verdict.toolId")
    .leftJoin("users", "users.id", "verdict.decidedBy")
    .select(["verdict.toolId", "verdict.ring", "verdict.reason", "verdict.clearance", "verdict.lookAgainOn"])
    .select(["verdict.decidedAt", "tool.name"])
    .select(SHOWN_NAMES)
    .where(
      sql<boolean>`verdict.revision = (
        select max(newest.revision) from verdicts as newest where newest."toolId" = verdict."toolId")`,
    );

/** Current verdict on a tool, with the names of the tool and the person who decided. */
export type NamedVerdict = Awaited<ReturnType<ReturnType<typeof currentVerdicts>["executeTakeFirstOrThrow"]>>;

/** Lists the verdicts in a ring, sorted by tool name. */
export const listInRing = (db: Db, ring: Ring, limit: number): Promise<NamedVerdict[]> =>
  currentVerdicts(db).where("verdict.ring", "=", ring).orderBy("tool.name").limit(limit).execute();

/** Lists verdicts past their review date, longest overdue first. */
export const listPastReview = (db: Db, today: string, limit: number): Promise<NamedVerdict[]> =>
  currentVerdicts(db)
    .where("verdict.lookAgainOn", "<", today)
    .orderBy("verdict.lookAgainOn")
    .orderBy("tool.name")
    .limit(limit)
    .execute();

export const findCurrentVerdict = (db: Db, toolId: string): Promise<NamedVerdict | undefined> =>
  currentVerdicts(db).where("verdict.toolId", "=", toolId).executeTakeFirst();

/** Lists the names and aliases of all tools. */
export async function listToolNames(db: Db): Promise<{ toolId: string; name: string; spelled: string }[]> {
  const tools = await db.selectFrom("ai_tools").select(["id as toolId", "name", "name as spelled"]).execute();
  const aliases = await db
    .selectFrom("tool_aliases as alias")
    .innerJoin("ai_tools as tool", "tool.id", "alias.toolId")
    .select(["alias.toolId", "tool.name", "alias.spelled"])
    .execute();
  return [...tools, ...aliases];
}

/** Lists the items of a kind that mention a tool, newest first, with the text around the mention. */
export const listItemsNamingTool = (db: Db, toolId: string, kind: ItemKind, limit: number) =>
  db
    .selectFrom("links")
    .select(["fromId as id", "excerpt"])
    .where("toKind", "=", "tool")
    .where("toId", "=", toolId)
    .where("fromKind", "=", kind)
    .where("how", "<>", "person")
    .where("state", "in", ["found", "confirmed"])
    .orderBy("at", "desc")
    .orderBy("fromId")
    .limit(limit)
    .execute();

/** Number of newest comments that are searched for questions. */
const MAX_SEARCHED_COMMENTS = 2000;
const QUESTION_MARKS = ["?", "？", "؟"] as const;

const newestComments = (db: Db) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom("comments")
        .selectAll()
        .where("deletedAt", "is", null)
        .orderBy("position", "desc")
        .limit(MAX_SEARCHED_COMMENTS)
        .as("comment"),
    )
    .innerJoin("users", "users.id", "comment.userId")
    .select(["comment.id", "comment.kind", "comment.itemId", "comment.content", "comment.createdAt"])
    .select(["users.id as userId", ...USER_NAMES]);

/** Lists comments on readings since a time, newest first, with the reading's title and topic. */
export const listReadingComments = (db: Db, since: string) =>
  newestComments(db)
    .innerJoin("readings", "readings.id", "comment.itemId")
    .select(["readings.title", "readings.topic"])
    .where("comment.kind", "=", "reading")
    .where("comment.createdAt", ">=", since)
    .orderBy("comment.position", "desc")
    .execute();

/** Lists top-level comments that end with a question mark and have no reply, newest first. */
export const listOpenQuestions = (db: Db, limit: number) =>
  newestComments(db)
    .where("comment.parentId", "is", null)
    .where(({ eb, or }) => or(QUESTION_MARKS.map((mark) => eb("comment.content", "like", `%${mark}`))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("comments as reply")
            .select("reply.id")
            .whereRef("reply.parentId", "=", "comment.id")
            .where("reply.deletedAt", "is", null),
        ),
      ),
    )
    .orderBy("comment.position", "desc")
    .limit(limit)
    .execute();
