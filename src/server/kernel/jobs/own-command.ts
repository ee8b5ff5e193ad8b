import { execFile } from "node:child_process";
import { constants, setPriority } from "node:os";
import { isSea } from "node:sea";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Failed command of this program, with its error line. */
export class FailedCommand extends Error {
  readonly exitCode: unknown;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.exitCode = cause instanceof Error && "code" in cause ? cause.code : undefined;
  }
}

/**
 * Runs a command of this program in a separate process at low priority. Reading or copying a database blocks its
 * thread, and users wait for this one. If it fails, throws its error line, or `otherwise` if it printed none.
 */
export async function runCommand(command: string[], signal: AbortSignal, otherwise: string): Promise<void> {
  try {
    const work = run(process.execPath, [...ownProgram(), ...command], { signal });
    if (work.child.pid !== undefined) yieldToOthers(work.child.pid);
    await work;
  } catch (error) {
    throw new FailedCommand(readReason(error) ?? otherwise, error);
  }
}

/** Returns Node.js's arguments for this program. An executable file contains the program and its flags. */
const ownProgram = (): string[] => (isSea() ? [] : [...process.execArgv, process.argv[1] ?? ""]);

function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has already ended, or the system doesn't allow it. It then runs at normal priority.
  }
}

/** Returns the error line of a failed command. */
function readReason(error: unknown): string | undefined {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  return /^stackloop: (.+)$/mu.exec(said)?.[1];
}
