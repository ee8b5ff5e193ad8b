import type { Db } from "#db/database.ts";
import type { SimilarTool } from "#shared/tools/tools.ts";

/** Lists the identifying fields of each tool, oldest id first. */
export const listIdentities = (db: Db): Promise<SimilarTool[]> =>
  db.selectFrom("ai_tools").select(["id", "name", "company", "url"]).orderBy("id").execute();
