import type { App, JobWork } from "#server/app.ts";

import { FailedCommand, runCommand } from "./own-command.ts";

/** Exit code of `stackloop check` for a damaged database. Other failures say nothing about damage. */
export const DAMAGED_EXIT_CODE = 2;

/** Checks the whole database in a separate process. Throws an error with instructions if it is damaged. */
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
