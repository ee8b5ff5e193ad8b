/**
 * Writes the generated parts of documents: `.env.example`, the tables of settings in the guides between their markers,
 * the packages in `NOTICE`, the addresses of releases, and `docs/commands.md`. With `--check`, only reports outdated
 * files.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import packageFile from "#package" with { type: "json" };
import { commandGroups } from "#server/commands/command-table.ts";
import type { Command } from "#server/commands/terminal/command.ts";
import {
  createProgram,
  listExitCodes,
  listLeafCommands,
  fullName,
} from "#server/commands/terminal/program.ts";
import { type Variable, VARIABLES } from "#server/config/config-table.ts";

import { packageNotices } from "./package/shipped-packages.ts";

const root = join(import.meta.dirname, "..");
const variables: readonly Variable<unknown>[] = Object.values(VARIABLES);
/** Variables that most people set. */
const COMMON_VARIABLES = new Set(["HOST", "PORT", "PUBLIC_URL", "TRUST_PROXY", "DATABASE_URL", "SIGNUP"]);

const exampleFile = (): string =>
  [
    "# Copy this file to .env and change what you need. Each line shows the default. Environment variables take precedence.",
    ...variables.map(({ name, default: text, about }) => `# ${about}\n${name}=${text}`),
  ].join("\n\n") + "\n";

/** Formats a Markdown table like `npm run format`. */
function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = header.map((_name, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = cells;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(head), rule, ...body.map(line)].join("\n");
}

const variableTable = (rows: readonly Variable<unknown>[]): string =>
  markdownTable(
    ["variable", "default", ""],
    rows.map(({ name, default: text, about }) => [
      `\`${name}\``,
      text === "" ? "unset" : `\`${text}\``,
      about,
    ]),
  );

const COMMANDS_INTRODUCTION = `# Commands

All commands of the command line, with their options and exit codes. \`stackloop COMMAND --help\` shows the same. In a clone, type \`npx stackloop\`. \`npm run docs\` writes this page.

Results go to standard output; log, progress and errors to standard error. Configuration comes from environment variables and from the file \`.env\` in the working folder; [the admin guide](admin-guide.md) lists all settings.

With \`--json\`, standard output is the result as one JSON object, and an error is \`{"error":{"message":"…"}}\`, the last line of standard error. The exit codes are the same with and without it: 0 done, 1 failed, 64 usage error, and on Ctrl-C the process ends by the signal, which shells show as 130. Until version 1.0, fields may be added, and the changelog names every removed one.

\`stackloop --version\` prints the version; \`stackloop --version --json\` also the versions of the database tables and of Node.js.`;

const commandsFile = (): string =>
  [
    COMMANDS_INTRODUCTION,
    ...commandGroups.flatMap(({ title, commands }) => [`## ${title}`, ...commands.map(describeCommand)]),
  ].join("\n\n") + "\n";

const parsers = new Map(
  listLeafCommands(createProgram(commandGroups, () => Promise.resolve())).map((parser) => [
    fullName(parser),
    parser,
  ]),
);

function describeCommand(command: Command): string {
  const { name, summary, details = [], example } = command;
  const parser = parsers.get(name);
  if (!parser) throw new Error(`${name} has no parser`);
  const help = parser.createHelp();
  const words = [
    ...parser.registeredArguments.map((one) => [`\`${one.name()}\``, help.argumentDescription(one)]),
    ...parser.options.map(({ flags, description }) => [`\`${flags}\``, description]),
  ];
  const exits = listExitCodes(command).map(([code, meaning]) => `${code} ${meaning}`);
  return [
    `### ${name}`,
    `\`\`\`sh\n${help.commandUsage(parser)}\n\`\`\``,
    [`${summary}.`, ...details].join(" "),
    ...(words.length > 0 ? [markdownTable(["", ""], words)] : []),
    `Exit codes: ${exits.join(" · ")}. For example \`stackloop ${example}\`.`,
  ].join("\n\n");
}

const CONFIGURATION_SECTION = /(<!-- configuration: npm run docs -->\n\n).*?(\n\n<!-- \/configuration -->)/su;
const replaceTable = (text: string, rows: readonly Variable<unknown>[]) =>
  text.replace(
    CONFIGURATION_SECTION,
    (_all, start: string, end: string) => `${start}${variableTable(rows)}${end}`,
  );

/** Matches the list of packages in NOTICE, between the sentence that introduces it and the next chapter. */
const PACKAGE_LIST = /(holds Node\.js too\.\n\n).*?(Marks of well-known tools\n)/su;

const repository = packageFile.repository.replace("github:", "");
const RELEASE_ADDRESS = /(github\.com\/(?:repos\/)?)[^/\s]+\/[^/\s]+(?=\/releases\/latest)/gu;
const IMAGE = /(ghcr\.io\/)[\w.-]+\/[\w.-]+/gu;

/** Writes the repository of `package.json` into the addresses of releases. Image names are in lower case. */
const replaceRepository = (text: string): string =>
  repository === "OWNER/NAME"
    ? text
    : text.replaceAll(RELEASE_ADDRESS, `$1${repository}`).replaceAll(IMAGE, `$1${repository.toLowerCase()}`);

const documents: Record<string, (text: string) => string> = {
  ".env.example": exampleFile,
  "docs/install.md": (text) =>
    replaceTable(
      replaceRepository(text),
      variables.filter(({ name }) => COMMON_VARIABLES.has(name)),
    ),
  NOTICE: (text) =>
    text.replace(PACKAGE_LIST, (_all, start: string, end: string) => `${start}${packageNotices()}\n${end}`),
  "docs/commands.md": commandsFile,
  "docs/admin-guide.md": (text) => replaceTable(replaceRepository(text), variables),
  "README.md": replaceRepository,
  "docs/deploy/kubernetes.yaml": replaceRepository,
  "docs/deploy/nas.yaml": replaceRepository,
};

const isCheck = process.argv.includes("--check");
for (const [name, render] of Object.entries(documents)) {
  const file = join(root, name);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const rendered = render(text);
  if (rendered === text) continue;
  if (isCheck) {
    console.error(`${name} is out of date; run: npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, rendered);
    console.log(`${name} is written`);
  }
}
