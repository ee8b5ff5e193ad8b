import { optionsOf } from "./arguments.ts";
import { type Command, EXIT } from "./command.ts";

/** Maximum line length of the help. */
const WIDTH = 100;

/** Related commands in the help. */
export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}

/** Returns a usage line, such as `stackloop export json|csv|slides|markdown FILE [OPTIONS]`. */
export function usageOf(command: Command): string {
  const places = Object.entries(command.places).map(([name, { choices, isOptional }]) => {
    const word = choices?.join("|") ?? name;
    return isOptional ? `[${word}]` : word;
  });
  const options = Object.keys(command.options).length > 0 ? ["[OPTIONS]"] : [];
  return ["stackloop", command.name, ...places, ...options].join(" ");
}

/** Formats an option: `--user NAME`. */
export const typedOption = (name: string, value?: string): string =>
  [`--${name}`, ...(value === undefined ? [] : [value])].join(" ");

/** Returns the meanings of a command's exit codes. */
export function exitsOf({ exits }: Command): [code: string, meaning: string][] {
  const meanings: Readonly<Record<number, string | null>> = {
    [EXIT.done]: "done",
    [EXIT.failed]: "failed; standard error says why",
    [EXIT.usage]: "not typed as above",
    [EXIT.interrupted]: "interrupted",
    ...exits,
  };
  return Object.entries(meanings).flatMap(([code, meaning]) => (meaning === null ? [] : [[code, meaning]]));
}

/** Returns the help of a command. */
export function commandHelp(command: Command): string {
  const { summary, details = [], places, example } = command;
  const options = Object.entries(optionsOf(command));
  const parts = [
    [`Usage: ${usageOf(command)}`],
    [summary],
    details.flatMap((detail) => wrapped(detail)),
    columns(Object.entries(places).map(([name, { about }]) => [name, about])),
    ["Options:", ...columns(options.map(([name, { value, about }]) => [typedOption(name, value), about]))],
    ["Exit codes:", ...columns(exitsOf(command))],
    ["Example:", `  stackloop ${example}`.trimEnd()],
  ];
  return joined(parts);
}

/** Returns the help of several commands with the same first word. */
export const familyHelp = (name: string, family: readonly Command[]): string =>
  joined([
    [`Usage: stackloop ${name} COMMAND`],
    ["Commands:", ...columns(family.map(({ name: command, summary }) => [command, summary]))],
    [`Run stackloop ${name} COMMAND --help for details.`],
  ]);

/** Returns the help of the whole program. */
export function programHelp(groups: readonly CommandGroup[]): string {
  const width = Math.max(...groups.flatMap(({ commands }) => commands.map(({ name }) => name.length)));
  return joined([
    ["Usage: stackloop [COMMAND]", "", "Without a command, StackLoop serves."],
    ...groups.map(({ title, commands }) => [
      `${title}:`,
      ...columns(
        commands.map(({ name, summary }) => [name, summary]),
        width,
      ),
    ]),
    [
      "Options:",
      ...columns(
        [
          ["--version", "show the version; with --json also that of Node.js and of the database tables"],
          ["--help", "show this help, or that of a command: stackloop COMMAND --help"],
        ],
        width,
      ),
    ],
    wrapped(
      "Configuration comes from environment variables and from the file .env in the working folder; variables take precedence. .env.example lists them all.",
    ),
  ]);
}

const joined = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");

/** Formats words on the left with descriptions on the right. */
function columns(rows: readonly (readonly [string, string])[], least = 0): string[] {
  const left = Math.max(least, ...rows.map(([word]) => word.length)) + 4;
  return rows.flatMap(([word, about]) =>
    wrapped(about, WIDTH - left).map((line, index) => `  ${index === 0 ? word : ""}`.padEnd(left) + line),
  );
}

/** Wraps a text at a width. */
const wrapped = (text: string, width = WIDTH): string[] =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S+`, "gu")) ?? [];
