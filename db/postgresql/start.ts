import type { OpenDatabase, StartOptions } from "../database.ts";
import { checkServer } from "./connect.ts";
import { nameOf } from "./connections.ts";
import { migrateServer, refuseWithoutRights } from "./migrate.ts";
import { openServer } from "./open.ts";

/** Opens a database that a server keeps, beside any number of other processes; see `startDatabase`. */
export async function startServerDatabase(url: string, { onStep }: StartOptions): Promise<OpenDatabase> {
  const facts = await checkServer(url);
  refuseWithoutRights(facts, nameOf(url));
  const database = await openServer(url, facts);
  try {
    await migrateServer(database.db, database.name, { onStep });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
