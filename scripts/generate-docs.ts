/**
 * Writes what is told of the configuration in several places: `.env.example`, and the tables of the README and the
 * admin guide between their markers. With `--check` it only says which of them is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { type Variable, VARIABLES } from "#server/config-table.ts";

const root = join(import.meta.dirname, "..");
const variables: readonly Variable<unknown>[] = Object.values(VARIABLES);
/** Those that most people set. */
const COMMON = new Set(["HOST", "PORT", "PUBLIC_URL", "TRUST_PROXY", "DATABASE_URL", "SIGNUP"]);

const exampleFile = (): string =>
  [
    "# Copy this file to .env and change what you need. Each line shows the default. Environment variables take precedence.",
    ...variables.map(({ name, default: text, about }) => `# ${about}\n${name}=${text}`),
  ].join("\n\n") + "\n";

/** A Markdown table in the form that `npm run format` gives it. */
function table(rows: readonly Variable<unknown>[]): string {
  const cells = [
    ["variable", "default", ""],
    ...rows.map(({ name, default: text, about }) => [
      `\`${name}\``,
      text === "" ? "unset" : `\`${text}\``,
      about,
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [header = [], ...body] = cells;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(header), rule, ...body.map(line)].join("\n");
}

const MARKED = /(<!-- configuration: npm run docs -->\n\n).*?(\n\n<!-- \/configuration -->)/su;
const withTable = (text: string, rows: readonly Variable<unknown>[]) =>
  text.replace(MARKED, (_all, start: string, end: string) => `${start}${table(rows)}${end}`);

const documents: Record<string, (text: string) => string> = {
  ".env.example": exampleFile,
  "README.md": (text) =>
    withTable(
      text,
      variables.filter(({ name }) => COMMON.has(name)),
    ),
  "docs/admin-guide.md": (text) => withTable(text, variables),
};

const isCheck = process.argv.includes("--check");
for (const [name, render] of Object.entries(documents)) {
  const file = join(root, name);
  const text = readFileSync(file, "utf8");
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
