import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { parseFileRows } from "#server/kernel/imports/read-rows.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";
import { type RestClient, signedUp } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";

interface Desk {
  app: TestApp;
  origin: string;
  ada: RestClient;
  list(): Promise<Prompt[]>;
  importing(body: object): ReturnType<RestClient["call"]>;
}

async function desk(): Promise<Desk> {
  const { app, origin } = await testServer();
  const ada = await signedUp(origin, "ada");
  return {
    app,
    origin,
    ada,
    list: async () => (await ada.call("GET", "/api/prompts")).body,
    importing: (body) => ada.call("POST", "/api/prompts/import", body),
  };
}

const countsOf = ({ created, updated, skipped, wrong }: Record<string, number>) => [
  created,
  updated,
  skipped,
  wrong,
];

const fieldsOf = ({ id: _id, userId: _userId, revision: _revision, dateUpdated: _date, ...fields }: Prompt) =>
  fields;

const LIBRARY = [
  { name: "Guide", prompt: "Act as a guide to {{city:Rome}}.\r\n- one", tags: ["Travel", "R&D, lab"] },
  { name: "=1+1", prompt: "-x", purpose: "'quoted'", promptAuthor: "ada", notes: "\tindented; a,b" },
  {
    name: "Maler 😀",
    prompt: "Paint",
    modality: "image-generation",
    exampleImageUrl: "/public-objects/logos/a.png",
  },
];

test.each<[string, unknown]>([
  ["a map of texts by name", { Poet: "You are a poet who answers in verse." }],
  ["pairs", [["Poet", "You are a poet who answers in verse."]]],
])("reads JSON in the formats of prompt programs: %s", async (_, value) => {
  const { importing, list } = await desk();
  const { body } = await importing({ format: "json", content: JSON.stringify(value) });
  expect(body).toMatchObject({ created: 1, wrong: 0 });
  expect(await list()).toMatchObject([{ name: "Poet", prompt: "You are a poet who answers in verse." }]);
});

test("does not read a conversation as a prompt", async () => {
  const { importing } = await desk();
  const messages = [
    { role: "user", content: "Hello over there" },
    { role: "assistant", content: "Hello, how can I help?" },
  ];
  for (const value of [messages, { messages }]) {
    const { status, body } = await importing({ format: "json", content: JSON.stringify(value) });
    expect([status, body.message]).toEqual([400, "No prompts found"]);
  }
});

describe("moving a library", () => {
  test.each(["json", "csv"])("restores an exported library from %s", async (format) => {
    const [source, target] = [await desk(), await desk()];
    for (const prompt of LIBRARY) await source.ada.call("POST", "/api/prompts", prompt);
    const file = await fetch(`${source.origin}/api/prompts/export/${format}`, {
      headers: { cookie: source.ada.cookie() },
    });
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="prompts.${format}"`);
    const content = await file.text();

    expect(countsOf((await target.importing({ format, content })).body)).toEqual([LIBRARY.length, 0, 0, 0]);
    expect((await target.list()).map(fieldsOf)).toEqual((await source.list()).map(fieldsOf));
    expect(countsOf((await target.importing({ format, content })).body)).toEqual([0, 0, LIBRARY.length, 0]);
  });

  test("exports only selected prompts; refuses none, or an unknown format", async () => {
    const { ada, list } = await desk();
    for (const prompt of LIBRARY) await ada.call("POST", "/api/prompts", prompt);
    const [, second] = await list();
    const { body } = await ada.call("GET", `/api/prompts/export/json?selectedIds=${second?.id}`);
    expect(body).toEqual([expect.objectContaining({ id: second?.id })]);
    expect(body[0]).not.toHaveProperty("userId");
    const none = await ada.call("GET", "/api/prompts/export/csv?selectedIds=");
    expect(none).toMatchObject({
      status: 400,
      body: { message: "No Prompts Selected - Please select at least one prompt to export." },
    });
    expect((await ada.call("GET", "/api/prompts/export/slides")).status).toBe(400);
  });
});

describe("importing prompts", () => {
  test("updates the prompt with the row's name in any case, and stores the former version", async () => {
    const { ada, importing, list } = await desk();
    await ada.call("POST", "/api/prompts", { name: "Travel Guide", prompt: "One", notes: "Ours" });
    const content = "Act;Prompt;Contributor;for_devs\n travel  GUIDE;Two;bob;TRUE\n";
    const { body } = await importing({ format: "csv", content });
    expect(countsOf(body)).toEqual([0, 1, 0, 0]);
    expect(body.rows[0].message).toBe("Changes: Prompt, Prompt author");
    expect(body.unusedColumns).toEqual(["for_devs"]);
    const [prompt] = await list();
    expect(prompt).toMatchObject({ name: "Travel Guide", prompt: "Two", notes: "Ours", revision: 2 });
    const { body: versions } = await ada.call("GET", `/api/prompts/${prompt?.id}/versions`);
    expect(versions).toMatchObject([
      { prompt: "Two", note: "Imported", revision: 2 },
      { prompt: "One", note: null, revision: 1 },
    ]);
  });

  test("preserves several prompts with one name, and matches them again", async () => {
    const { importing, list } = await desk();
    const rows = [
      { act: "Life Coach", prompt: "One" },
      { act: "Life coach", prompt: "Two" },
      { act: "Life coach", prompt: "Two" },
    ];
    expect(countsOf((await importing({ rows })).body)).toEqual([2, 0, 1, 0]);
    expect(countsOf((await importing({ rows: rows.toReversed() })).body)).toEqual([0, 0, 3, 0]);
    const changed = [
      { act: "Life coach", prompt: "Three" },
      { act: "Life Coach", prompt: "One" },
    ];
    expect(countsOf((await importing({ rows: changed })).body)).toEqual([0, 1, 1, 0]);
    expect((await list()).map(({ prompt }) => prompt).toSorted()).toEqual(["One", "Three"]);
  });

  test("reports invalid rows, and imports the rest", async () => {
    const { importing, list } = await desk();
    const rows = [
      { name: "Long", prompt: "a".repeat(5001) },
      { name: "", prompt: "p" },
      { name: "Empty", prompt: "" },
      ["x"],
      { name: "Fine", prompt: "p" },
    ];
    const { body } = await importing({ rows });
    expect(countsOf(body)).toEqual([1, 0, 0, 4]);
    expect(body.rows.map(({ message }: { message: string }) => message)).toEqual([
      "Prompt: has 5,001 characters; the limit is 5,000. An administrator can raise it (PROMPT_MAX_LENGTH).",
      "Prompt name is required",
      "Prompt is required",
      "This row isn't an object with the fields of a prompt",
      null,
    ]);
    expect(await list()).toHaveLength(1);
  });

  test("reports the same in a dry run, and changes nothing", async () => {
    const { importing, list } = await desk();
    await importing({ rows: [{ name: "Guide", prompt: "One" }] });
    const rows = [
      { name: "guide", prompt: "Two" },
      { name: "New", prompt: "p" },
    ];
    const dry = (await importing({ rows, dryRun: true })).body;
    expect(countsOf(dry)).toEqual([1, 1, 0, 0]);
    expect(dry.rows[1].id).toBeNull();
    expect((await list()).map(({ prompt }) => prompt)).toEqual(["One"]);
    expect(countsOf((await importing({ rows })).body)).toEqual([1, 1, 0, 0]);
  });

  test.each([
    [{ rows: [{ title: "x" }] }, "Couldn't find the column with the prompt texts. Choose one."],
    [{ rows: [{ prompt: "x" }] }, "Couldn't find the column with the prompt names. Choose one."],
    [{ rows: [] }, "There are no rows to import"],
    [{ format: "json", content: '{"a":'.repeat(5000) }, "This JSON is nested deeper than 100 levels"],
    [{ format: "json", content: "{" }, "This isn't valid JSON"],
  ])("refuses an invalid import with a message (%#)", async (request, sentence) => {
    const { importing } = await desk();
    const { status, body } = await importing(request);
    expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)]);
  });
});

const collection = join(
  import.meta.dirname,
  "../../../shared/fixtures/open/06-prompts/awesome-chatgpt-prompts.csv",
);

// Only runs if the collection of recorded files is next to the project.
test.each(existsSync(collection) ? [collection] : [])("%s is imported completely", async (file) => {
  const { importing, list } = await desk();
  const rows = parseFileRows("csv", readFileSync(file, "utf8"));
  const total = [0, 0, 0, 0];
  for (let first = 0; first < rows.length; first += 250) {
    const counts = countsOf((await importing({ rows: rows.slice(first, first + 250) })).body);
    for (const [index, count] of counts.entries()) total[index] = (total[index] ?? 0) + (count ?? 0);
  }
  expect(total.reduce((sum, count) => sum + count)).toBe(rows.length);
  expect(total[3]).toBe(23);
  expect(await list()).toHaveLength(total[0] ?? 0);
});
