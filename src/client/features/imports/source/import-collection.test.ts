import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";

import {
  isJsonTable,
  PROMPT_FILE_EXTENSIONS,
  readPromptFiles,
} from "#shared/imports/prompts/prompt-files.ts";

import { readImportFiles, readPasted } from "./import-collection.ts";

const collection = {
  noun: "prompt",
  words: "Markdown",
  extensions: PROMPT_FILE_EXTENSIONS,
  isTable: isJsonTable,
  read: readPromptFiles,
};
const picked = (path: string, content: string | Uint8Array<ArrayBuffer>) => ({
  path,
  file: new File([content], path),
});
const POET = "You are a poet who answers in verse.";

test("reads several files as rows, and names files without prompts", async () => {
  const files = [
    picked("lib/poet.md", POET),
    picked("lib/chef.json", JSON.stringify({ name: "Chef", system_prompt: "You cook for two people." })),
    picked("lib/package.json", '{"name":"lib"}'),
    picked("lib/picture.png", "x"),
    picked("lib/rules/react/.cursorrules", "You write small components."),
    picked("lib/.hidden.md", "x"),
  ];
  expect(await readImportFiles(files, { collection })).toMatchObject({
    ok: true,
    source: {
      name: "4 files",
      rows: [
        { name: "Chef", prompt: "You cook for two people." },
        { name: "poet", prompt: POET },
        { name: "react", prompt: "You write small components." },
      ],
      remark: "1 of 4 files contain no prompts: lib/package.json",
    },
  });
});

test("reads an archive like a folder", async () => {
  const bytes = zipSync({
    "lib/writing/poet.md": strToU8(POET),
    "lib/cooking/chef.md": strToU8("You cook for two people."),
  });
  expect(await readImportFiles([picked("lib.zip", bytes)], { collection })).toMatchObject({
    source: {
      name: "lib.zip",
      rows: [
        { name: "chef", tags: ["cooking"] },
        { name: "poet", tags: ["writing"] },
      ],
    },
  });
});

test("preserves the columns of a plain JSON table for mapping", async () => {
  const text = JSON.stringify([{ Heading: "Poet", Words: POET }]);
  expect(await readImportFiles([picked("a.json", text)], { collection })).toMatchObject({
    source: { columns: ["Heading", "Words"] },
  });
});

test.each([
  ["a conversation", '[{"role":"user","content":"Hello over there"},{"role":"assistant","content":"Hi."}]'],
  ["examples", '{"examples":[{"title":"A","content":"What does this do?"}]}'],
])("refuses %s, also when pasted", async (_, text) => {
  const refusal = { ok: false, message: "No prompts found in this file" };
  expect(await readImportFiles([picked("a.json", text)], { collection })).toEqual(refusal);
  expect(await readPasted(text, { collection })).toEqual(refusal);
});

test("distinguishes unsupported files from no files", async () => {
  const refusal = await readImportFiles([picked("a.png", "x")], { collection });
  expect(refusal).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^No supported files found .*\.md/u),
  });
});

test("reads several tables one after the other", async () => {
  const files = [picked("b.csv", "name,url\nB,https://b.example"), picked("a.csv", "name\nA")];
  expect(await readImportFiles(files, {})).toMatchObject({
    source: { columns: ["name", "url"], rows: [{ name: "A" }, { name: "B", url: "https://b.example" }] },
  });
});

test("reports the error in a single invalid JSON file", async () => {
  expect(await readImportFiles([picked("chef.json", '{"name": "Chef", "prompt": ')], { collection })).toEqual(
    { ok: false, message: expect.stringMatching(/^This isn't valid JSON: /u) },
  );
});

test.each([
  ["a tab", "name: Chef\nprompt: |\n  Cook.\n\tdescription: x\n", 4],
  ["a colon", "name: Chef\ndescription: Cooks: well\nprompt: Cook for {{guests}}.\n", 2],
  ["an open quote", 'name: "Chef\nprompt: Cook.\n', 3],
  ["a repeated key", "name: Chef\nname: Cook\nprompt: Cook.\n", 2],
])("reports the line and reason in a YAML file with %s", async (_, text, line) => {
  const message = expect.stringMatching(
    new RegExp(String.raw`^This isn't valid YAML: [A-Z][^\n:]+ \(line ${line}\)$`, "u"),
  );
  expect(await readImportFiles([picked("chef.prompt.yml", text)], { collection })).toEqual({
    ok: false,
    message,
  });
});

test("reads all documents of a YAML file", async () => {
  const text = `---\nname: Poet\nprompt: ${POET}\n---\n- name: Chef\n  prompt: Cook for {{guests}}.\n---\n# End\n...\n`;
  expect(await readImportFiles([picked("all.yaml", text)], { collection })).toMatchObject({
    source: { rows: [{ name: "Poet", prompt: POET }, { name: "Chef" }] },
  });
  const broken = await readImportFiles([picked("all.yaml", `${text}---\na: b: c\n`)], { collection });
  expect(broken).toEqual({
    ok: false,
    message: expect.stringMatching(/^This isn't valid YAML: .+ \(line 11\)$/u),
  });
});

test("reads commands in TOML files, named after their files", async () => {
  const command = `description = "Writes a commit"\nprompt = """\nWrite a commit for {{args}}:\n!{git diff --staged}\n"""\n`;
  const files = [
    picked("commands/git/commit.toml", command),
    picked("commands/plan.toml", `prompt = 'Plan it, for C:\\x.'\n`),
    picked("commands/pyproject.toml", '[project]\nname = "x"\ndescription = "An application for all"\n'),
    picked("commands/wrong.toml", 'prompt = "Plan\n'),
  ];
  expect(await readImportFiles(files, { collection })).toMatchObject({
    source: {
      rows: [
        {
          name: "commit",
          purpose: "Writes a commit",
          prompt: "Write a commit for {{args}}:\n!{git diff --staged}\n",
          tags: ["git"],
        },
        { name: "plan", prompt: String.raw`Plan it, for C:\x.` },
      ],
      remark: expect.stringMatching(
        /^2 of 4 files contain no prompts: commands\/pyproject\.toml, commands\/wrong\.toml \(not valid TOML: .+ \(line 1\)\)$/u,
      ),
    },
  });
  expect(await readImportFiles([picked("a.toml", "prompt = ")], { collection })).toEqual({
    ok: false,
    message: expect.stringMatching(/^This isn't valid TOML: [^\n:]+ \(line 1\)$/u),
  });
});

test("reports an invalid YAML file among others, with its line and the reason", async () => {
  const files = [picked("poet.md", POET), picked("chef.yaml", "name: Chef\ndescription: Cooks: well\n")];
  expect(await readImportFiles(files, { collection })).toMatchObject({
    source: {
      remark: expect.stringMatching(
        /^1 of 2 files contain no prompts: chef\.yaml \(not valid YAML: .+ \(line 2\)\)$/u,
      ),
    },
  });
});

test("refuses a file with an uncertain encoding", async () => {
  const latin = Uint8Array.from("Tu es un poète. Réponds en vers.", (letter) => letter.charCodeAt(0));
  expect(await readImportFiles([picked("poet.md", POET), picked("poète.md", latin)], { collection })).toEqual(
    {
      ok: false,
      message: "Couldn't detect the encoding of poète.md. Save it as UTF-8 and try again.",
    },
  );
});
