import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

import type { z } from "zod";

import { CommandError } from "./command.ts";

/** Something typed that the command does not take; it is told together with the command's usage. */
export class UsageError extends CommandError {}

/** How many words a command takes besides its options. */
interface Places {
  least: number;
  most: number;
}

/** Reads what stands behind a command's name: words in their places, and options in any order. */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  args: string[],
  { least, most }: Places,
  options: Options,
) {
  const { positionals, values } = parse(args, options);
  if (positionals.length < least) throw new UsageError("missing argument");
  const tooMuch = positionals[most];
  if (tooMuch !== undefined) throw new UsageError(`unexpected "${tooMuch}"`);
  return { places: positionals, options: values };
}

/** For a command that takes none. */
export function refuseArguments(args: string[]): void {
  readArguments(args, { least: 0, most: 0 }, {});
}

function parse<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message.split(". ")[0] ?? error.message);
  }
}

/** Checks typed values as the server would, and tells every fault in a line of its own. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new CommandError(result.error.issues.map(({ message }) => message).join("\n"));
}
