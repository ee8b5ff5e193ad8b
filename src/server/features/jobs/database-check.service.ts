import type { App, JobWork } from "#server/app.ts";

import { runCommand } from "./own-command.ts";

/** Reads the whole database and checks it, in a process of its own; throws with what to do when it is damaged. */
export async function checkWholeDatabase(
  _app: App,
  { signal }: Pick<JobWork, "signal">,
): Promise<Record<string, number>> {
  await runCommand(["check"], signal, "the check was interrupted");
  return {};
}
