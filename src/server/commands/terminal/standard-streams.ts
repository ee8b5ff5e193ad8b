import { buffer } from "node:stream/consumers";

const UNITS = ["kB", "MB", "GB", "TB"];

/** Formats a file size for users: 4.2 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length);
  return `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power - 1]}`;
}

/** Ends without an error when the reader of the output stops, as `head` does. */
export function endQuietlyWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** Writes bytes to standard output at its reader's speed. Also resolves when the reader stops. */
export async function writeToOutput(bytes: Uint8Array): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stdout.write(bytes, () => {
    resolve();
  });
  await promise;
}

/** Returns everything sent to standard input. */
export const readInput = (): Promise<Buffer> => buffer(process.stdin);
