import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

import type { z } from "zod";

import { formatIssue } from "#shared/operations/issue-words.ts";

import { type Command, CommandError, type ParsedArguments, type Option, UsageError } from "./command.ts";
import { nearest } from "./nearest.ts";

/** Options shared by many commands. */
export interface CommonOptions {
  isJson: boolean;
  isQuiet: boolean;
}

/** Returns a command's own and shared options in help order. */
export const optionsOf = ({ options, json, isLong }: Command): Readonly<Record<string, Option>> => ({
  ...options,
  ...(json !== undefined && { json: { about: `print the result as JSON: ${json}` } }),
  ...(isLong && { quiet: { about: "don't show how far it is" } }),
  help: { about: "show this help" },
});

/** Parses a command's arguments: positional words, and options in any order. */
export function readArguments(
  command: Command,
  args: string[],
): { given: ParsedArguments; common: CommonOptions } {
  const { positionals, values } = parse(args, optionsOf(command));
  const places = Object.entries(command.places);
  const tooMuch = positionals[places.length];
  if (tooMuch !== undefined) throw new UsageError(`unexpected "${tooMuch}"`);
  for (const [index, [name, { choices, isOptional }]] of places.entries()) {
    const word = positionals[index];
    if (word === undefined && !isOptional) throw new UsageError(`${name} is missing`);
    if (word !== undefined && choices && !choices.includes(word))
      throw new UsageError(`${name} must be one of ${choices.join(", ")} (it is "${word}")`);
  }
  return {
    given: {
      places: Object.fromEntries(places.map(([name], index) => [name, positionals[index]])),
      options: Object.fromEntries(
        Object.entries(command.options).map(([name, { value }]) => [
          name,
          value === undefined ? values[name] === true : values[name],
        ]),
      ),
    },
    common: { isJson: values["json"] === true, isQuiet: values["quiet"] === true },
  };
}

function parse(args: string[], options: Readonly<Record<string, Option>>) {
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? "boolean" : "string" },
    ]),
  );
  try {
    const { positionals, values } = parseArgs({
      args,
      options: config,
      allowPositionals: true,
      strict: true,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- none of the options is a list
    return { positionals, values: values as Readonly<Record<string, string | boolean | undefined>> };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(sayWhatIsWrong(error.message, Object.keys(options)));
  }
}

/** Returns Node's error without its advice for programmers, with a suggestion for a mistyped option. */
function sayWhatIsWrong(message: string, names: readonly string[]): string {
  const unknown = /^Unknown option '--?(?<name>[^']*)'/u.exec(message)?.groups?.["name"];
  if (unknown === undefined) return message.split(". ")[0] ?? message;
  const meant = nearest(unknown, names);
  const asked = unknown.length === 1 ? `-${unknown}` : `--${unknown}`;
  return `there is no option ${asked}${meant === undefined ? "" : `, did you mean --${meant}?`}`;
}

/** Validates typed values like the server. Each error is a line of the message. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value, { error: formatIssue });
  if (result.success) return result.data;
  throw new CommandError(result.error.issues.map(({ message }) => message).join("\n"));
}
