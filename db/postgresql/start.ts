import type { OpenDatabase, StartOptions } from "../database.ts";
import { hearsOtherProcesses, POOLER_ADVICE } from "./live-updates.ts";
import { prepareServer } from "./migrate.ts";
import { openServer } from "./open.ts";

/** Opens a PostgreSQL database, which other processes may use too. See `startDatabase`. */
export async function startServerDatabase(
  url: string,
  { onStep, log, runsAlongsideServer = false }: StartOptions,
): Promise<OpenDatabase> {
  const { features } = await prepareServer(url, { onStep, runsAlongsideServer });
  if (runsAlongsideServer) return openServer(url, features);
  const hearsOthers = await hearsOtherProcesses(url);
  if (!hearsOthers) log.warn({}, `live updates between processes don't work: ${POOLER_ADVICE}`);
  return { ...(await openServer(url, features, { isServing: true })), hearsOthers };
}
