import { execFile } from "node:child_process";
import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { oazapfts } from "oazapfts";
import { describe, expect, test } from "vitest";

import { pngImage } from "#tests/support/images.ts";
import { signedUp } from "#tests/support/rest-client.ts";
import { temporaryFolder, testServer } from "#tests/support/test-app.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** A folder of somebody else with a client that oazapfts has made of the server's document. */
async function generated(): Promise<string> {
  const { origin } = await testServer();
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const ada = await signedUp(origin, "ada");
  const { body } = await ada.call("GET", "/api/openapi.json");
  const document = join(folder, "openapi.json");
  writeFileSync(document, JSON.stringify(body));
  writeFileSync(join(folder, "client.ts"), await oazapfts(document, { futureStripLegacyMethods: true }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  return folder;
}

/** What the compiler says of the folder's files, by the rules of this project. */
async function compile(folder: string): Promise<string[]> {
  const options = { extends: join(root, "tsconfig.json"), include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const said = await run(process.execPath, [compiler, "--pretty", "false"], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  return said.stdout.split("\n").filter((line) => line !== "");
}

/** Calls that the document does not allow, each with what the compiler names. */
const WRONG = [
  ["api.toolsAdd({ company: 'OpenAI' })", "'name' is missing"],
  ["api.toolsAdd({ name: 'Sora', tags: 'video' })", "not assignable to type 'string[]'"],
  ["api.toolsEdit('1', { naem: 'Sora' })", "'naem' does not exist"],
  ["api.usersEdit('1', { role: 'owner' })", `'"owner"' is not assignable`],
  ["api.exportsToolsAsXlsx()", "exportsToolsAsXlsx' does not exist"],
  ["api.toolsRemove(1)", "not assignable to parameter of type 'string'"],
  ["api.toolsList().then(({ data }) => data)", "'data' does not exist"],
] as const;

describe("a client that oazapfts generates", () => {
  test("does a round trip with the server", async () => {
    const folder = await generated();
    const script = join(folder, "round-trip.ts");
    copyFileSync(join(root, "tests/fixtures/openapi-client/round-trip.ts.txt"), script);
    expect(await compile(folder)).toEqual([]);
    const environment = { ...process.env, PNG: pngImage().toString("base64") };
    const { stdout } = await run(process.execPath, [script], { env: environment });
    expect(stdout.split("\n")).toEqual([
      "visitor Unauthorized",
      "signed up grace user",
      "tokens write read 200",
      "may only read This token may only read.",
      "added Whisper 1 ",
      "edited 2 On our own machine ",
      "conflict CONFLICT 2 On our own machine",
      "invalid name: Tool name is required",
      "missing Tool not found",
      "listed Codex,Sora,Whisper",
      "again 304",
      "logo true",
      "refused 403",
      "exported text/csv; charset=utf-8",
      "discussed grace true",
      "found tool true",
      "removed 204 404",
      "events added tool,edited tool,added tool,added tool,edited tool,added reading,commented reading,commented reading,deleted tool",
      "",
    ]);
  });

  test("does not compile where a call is wrong", async () => {
    const folder = await generated();
    const lines = WRONG.map(([call]) => `void ${call};`);
    writeFileSync(join(folder, "wrong.ts"), ['import * as api from "./client.ts";', ...lines].join("\n"));
    const said = await compile(folder);
    for (const [index, [call, words]] of WRONG.entries())
      expect([call, said.find((line) => line.startsWith(`wrong.ts(${index + 2},`))]).toEqual([
        call,
        expect.stringContaining(words),
      ]);
  });
});
