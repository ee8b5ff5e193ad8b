import type { App, JobWork } from "#server/app.ts";

import { FailedCommand, runCommand } from "./own-command.ts";

/** What `stackloop check` ends with when the database is damaged; any other failure says nothing about that. */
export const DAMAGED_EXIT_CODE = 2;

/** Reads the whole database and checks it, in a process of its own; throws with what to do when it is damaged. */
export async function checkWholeDatabase(
  { storage }: App,
  { signal }: Pick<JobWork, "signal">,
): Promise<Record<string, number>> {
  try {
    await runCommand(["check"], signal, "the check was interrupted");
  } catch (error) {
    if (error instanceof FailedCommand && error.exitCode === DAMAGED_EXIT_CODE) storage.noteDamage(error);
    throw error;
  }
  storage.noteIntact();
  return {};
}
