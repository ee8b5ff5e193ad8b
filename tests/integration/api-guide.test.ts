import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";
import { z } from "zod";

import { clientProject } from "#tests/support/client-project.ts";
import { withAda } from "#tests/support/program.ts";
import { THOROUGH } from "#tests/support/thorough.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

interface Example {
  language: "sh" | "ts";
  code: string;
  /** The documented output, if any. */
  shown: { language: string; text: string } | null;
}

/** The marked blocks of the guide, each with an unmarked block that follows directly. */
function examples(origin: string): Example[] {
  const guide = readFileSync(join(root, "docs/api.md"), "utf8").replaceAll("http://localhost:3000", origin);
  const blocks = guide.matchAll(/```(sh|ts) api-example\n(.+?)```(?:\n\n```(json|text)\n(.+?)```)?/gsu);
  return [...blocks].map(([, language, code = "", shownLanguage, text]) => ({
    language: language === "ts" ? "ts" : "sh",
    code,
    shown: shownLanguage === undefined ? null : { language: shownLanguage, text: text ?? "" },
  }));
}

/** A folder with the packages that the guide names. */
async function readersFolder(origin: string): Promise<string> {
  const { folder } = await clientProject(origin);
  const packages = ["oazapfts", "@oazapfts", "@modelcontextprotocol"].map(
    (name) => [name, `node_modules/${name}`] as const,
  );
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  for (const [name, path] of packages) symlinkSync(join(root, path), join(folder, "node_modules", name));
  symlinkSync(join(root, "node_modules/oazapfts/dist/cli.js"), join(folder, "node_modules/.bin/oazapfts"));
  return folder;
}

/** Runs a block as if all blocks were typed into one shell. Returns its output. */
async function runExample({ language, code }: Example, folder: string, index: number): Promise<string> {
  const script = `example-${index}.ts`;
  if (language === "ts") writeFileSync(join(folder, script), code);
  const command = language === "ts" ? `node ${script}` : code;
  const lines = [
    "set -ae",
    "if [ -f .variables ]; then . ./.variables; fi",
    command,
    "export -p >.variables",
  ];
  const { stdout } = await run("sh", ["-c", lines.join("\n")], {
    cwd: folder,
    env: { ...process.env, PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter) },
  });
  return stdout;
}

const record = z.record(z.string(), z.unknown());

/** The documented output with the reply's values in place of `…`: equal to a matching reply. */
function filledIn(shown: unknown, reply: unknown): unknown {
  if (typeof shown === "string") {
    const [start = "", end = ""] = shown.split("…");
    const isLikeIt = typeof reply === "string" && reply.startsWith(start) && reply.endsWith(end);
    return shown === "…" || (shown.includes("…") && isLikeIt) ? reply : shown;
  }
  if (Array.isArray(shown)) {
    const replies: unknown[] = Array.isArray(reply) ? reply : [];
    return shown.map((item, index) => filledIn(item, replies[index]));
  }
  const { data: fields } = record.safeParse(shown);
  const { data: replies } = record.safeParse(reply);
  if (!fields || !replies) return shown;
  const { "…": rest, ...named } = fields;
  const filled = Object.entries(named).map(([name, value]) => [name, filledIn(value, replies[name])]);
  return { ...(rest === undefined ? {} : replies), ...Object.fromEntries(filled) };
}

test("runs the examples of docs/api.md as documented", { timeout: 180_000, ...THOROUGH }, async () => {
  const { origin } = await (await withAda()).serve();
  const folder = await readersFolder(origin);
  const all = examples(origin.replace("127.0.0.1", "localhost"));
  const outcomes: { code: string; shown: unknown; printed: unknown }[] = [];
  for (const [index, example] of all.entries()) {
    const output = await runExample(example, folder, index);
    const { code, shown } = example;
    if (!shown) continue;
    const read = (text: string): unknown => (shown.language === "json" ? JSON.parse(text) : text.trim());
    const printed = read(output);
    outcomes.push({ code, shown: filledIn(read(shown.text), printed), printed });
  }
  expect(outcomes.length).toBeGreaterThan(10);
  expect(outcomes.map(({ code, printed }) => [code, printed])).toEqual(
    outcomes.map(({ code, shown }) => [code, shown]),
  );
});
