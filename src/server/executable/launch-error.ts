/** Why the executable file cannot start, in a line for the person at the terminal. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
}

/** The code of an error of the system, such as `EACCES`; null for any other error. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

const NO_ROOM = new Set(["ENOSPC", "EDQUOT"]);

/** What to say of a folder in which nothing could be written. Throws what is no error of the system. */
export function cannotWrite(folder: string, error: unknown): LaunchError {
  const code = systemCode(error);
  if (code === null) throw error;
  return NO_ROOM.has(code)
    ? new LaunchError(
        `there is no room in ${folder} for the program's files; free 20 MB, or set XDG_CACHE_HOME to another folder`,
      )
    : new LaunchError(
        `can't write to ${folder} (${code}); set XDG_CACHE_HOME to a folder that this account can write to`,
      );
}
