import { readDatabase } from "#db/open-for-reading.ts";

/** The tools in a database, and the job runs by slot. */
export const readWrittenTools = (url: string) =>
  readDatabase(url, async (db) => {
    const tools = await db.selectFrom("ai_tools").select("id").execute();
    const events = await db
      .selectFrom("events")
      .select("itemId")
      .where("kind", "=", "tool")
      .where("verb", "=", "added")
      .execute();
    const versions = await db
      .selectFrom("item_versions")
      .select("itemId")
      .where("kind", "=", "tool")
      .execute();
    return {
      tools: new Set(tools.map(({ id }) => id)),
      events: events.map(({ itemId }) => itemId),
      versions: versions.map(({ itemId }) => itemId),
      runs: await db.selectFrom("job_runs").select(["job", "slot"]).where("slot", "is not", null).execute(),
    };
  });
