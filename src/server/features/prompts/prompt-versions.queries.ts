import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/open.ts";
import { readTags } from "#db/tags-column.ts";
import type { Saving } from "#server/library/item-store.ts";
import type { Slice } from "#server/paging.ts";
import { namesOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import type { Prompt, PromptVersion } from "#shared/prompts.ts";

/** Keeps the present state of prompts as versions. */
export async function insertVersions(db: Db, prompts: readonly Prompt[], saving: Saving): Promise<void> {
  const rows = prompts.map(({ id, userId: _owner, dateUpdated, tags, ...rest }) => ({
    ...rest,
    tags: JSON.stringify(tags),
    promptId: id,
    savedBy: saving.userId,
    savedAt: dateUpdated,
    note: saving.note,
  }));
  for await (const batch of inBatches(rows)) await db.insertInto("prompt_versions").values(batch).execute();
}

/** The versions of a prompt, the present one first. */
export async function listVersionRows(
  db: Db,
  promptId: string,
  { after, limit }: Slice,
): Promise<PromptVersion[]> {
  const rows = await versionsOf(db, promptId)
    .$if(after !== null, (query) => query.where("version.revision", "<", Number(after?.[0])))
    .orderBy("version.revision", "desc")
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(versionOfRow);
}

export async function findVersion(
  db: Db,
  promptId: string,
  revision: number,
): Promise<PromptVersion | undefined> {
  const row = await versionsOf(db, promptId).where("version.revision", "=", revision).executeTakeFirst();
  return row && versionOfRow(row);
}

const versionsOf = (db: Db, promptId: string) =>
  db
    .selectFrom("prompt_versions as version")
    .innerJoin("users", "users.id", "version.savedBy")
    .where("version.promptId", "=", promptId)
    .select([
      "version.revision",
      ...namesOf(PROMPT_FIELDS).map((name) => `version.${name}` as const),
      "version.savedBy",
      "version.savedAt",
      "version.note",
      "users.username",
      "users.displayName",
      "users.firstName",
      "users.lastName",
      "users.email",
    ]);

type VersionRow = Awaited<ReturnType<ReturnType<typeof versionsOf>["executeTakeFirstOrThrow"]>>;

function versionOfRow(row: VersionRow): PromptVersion {
  const { savedBy, username, displayName, firstName, lastName, email, tags, ...rest } = row;
  return {
    ...rest,
    tags: readTags(tags),
    savedBy: { id: savedBy, username, displayName, firstName, lastName, email },
  };
}
