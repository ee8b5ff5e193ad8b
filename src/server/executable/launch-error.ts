/** Reason why the executable can't start, as a line for users. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
}

/** Returns the code of a system error, such as `EACCES`; null for other errors. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

const NO_ROOM = new Set(["ENOSPC", "EDQUOT"]);

/** Returns an error about a folder that can't be written. Rethrows errors that are not from the system. */
export function cannotWrite(folder: string, error: unknown): LaunchError {
  const code = systemCode(error);
  if (code === null) throw error;
  return NO_ROOM.has(code)
    ? new LaunchError(
        `not enough space in ${folder} for the program's files; free 30 MB, or set XDG_CACHE_HOME to another folder`,
      )
    : new LaunchError(
        `can't write to ${folder} (${code}); set XDG_CACHE_HOME to a folder that this account can write to`,
      );
}
