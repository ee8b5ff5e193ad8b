import type { OpenDatabase, StartOptions } from "../database.ts";
import { prepareServer } from "./migrate.ts";
import { openServer } from "./open.ts";

/** Opens a database that a server keeps, beside any number of other processes; see `startDatabase`. */
export async function startServerDatabase(
  url: string,
  { onStep, isBeside = false }: StartOptions,
): Promise<OpenDatabase> {
  const { features } = await prepareServer(url, { onStep, isBeside });
  return openServer(url, features, { isServing: !isBeside });
}
