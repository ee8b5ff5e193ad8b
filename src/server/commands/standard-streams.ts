import { buffer } from "node:stream/consumers";

/** Lets whoever reads what is printed stop reading, as `head` does, without an error. */
export function endQuietlyWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/** Writes bytes to standard output, as fast as its reader takes them; done as well when the reader has enough. */
export async function writeToOutput(bytes: Uint8Array): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stdout.write(bytes, () => {
    resolve();
  });
  await promise;
}

/** All that is sent to standard input. */
export const readInput = (): Promise<Buffer> => buffer(process.stdin);
