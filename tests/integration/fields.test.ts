import { describe, expect, test } from "vitest";

import { type FieldTable, mapFields, namesOf } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { sampleOf } from "#tests/support/field-samples.ts";
import { type RestClient, signedUp } from "#tests/support/rest-client.ts";
import { testApp, testServer } from "#tests/support/test-app.ts";
import { columnsOf } from "#tests/support/test-database.ts";

/** The columns of each table that no person fills in. */
const KEPT_COLUMNS = {
  ai_tools: ["id", "dateUpdated", "userId", "revision"],
  prompts: ["id", "dateUpdated", "userId", "revision"],
  readings: ["id", "createdAt", "updatedAt", "userId", "revision"],
};
type Table = keyof typeof KEPT_COLUMNS;

/** The tables and calls of each table of fields. */
const ENTITIES: [noun: string, fields: FieldTable, tables: Table[], path: string][] = [
  ["tool", TOOL_FIELDS, ["ai_tools"], "/api/ai-tools"],
  ["prompt", PROMPT_FIELDS, ["prompts"], "/api/prompts"],
  ["reading", READING_FIELDS, ["readings"], "/api/readings"],
];

async function server() {
  const { origin } = await testServer();
  return signedUp(origin, "ada");
}

async function onlyItem(client: RestClient, path: string) {
  const { body } = await client.call("GET", path);
  expect(body).toHaveLength(1);
  return body[0];
}

describe.each(ENTITIES)("every field of a %s", (_noun, fields, tables, path) => {
  const sample = sampleOf(fields);

  test("has a column in a migrated database, and every column a field", async () => {
    const { db } = await testApp();
    for (const table of tables) {
      const columns = [...namesOf(fields), ...KEPT_COLUMNS[table]];
      expect((await columnsOf(db, table)).toSorted()).toEqual(columns.toSorted());
    }
  });

  test("is added, returned, cleared and edited over REST", async () => {
    const client = await server();
    const { body: added } = await client.call("POST", path, sample);
    expect(added).toMatchObject(sample);
    expect(await onlyItem(client, path)).toMatchObject(sample);

    const emptied = mapFields(fields, ({ emptyValue, isRequired }) => (isRequired ? undefined : emptyValue));
    expect((await client.call("PUT", `${path}/${added.id}`, emptied)).body).toMatchObject(
      JSON.parse(JSON.stringify(emptied)),
    );
    expect((await client.call("PUT", `${path}/${added.id}`, sample)).body).toMatchObject(sample);
  });

  test.each(["json", "csv"])("is exported as %s and imported unchanged", async (format) => {
    const client = await server();
    await client.call("POST", path, sample);
    const { body } = await client.call("GET", `${path}/export/${format}`);
    const content = typeof body === "string" ? body : JSON.stringify(body);

    const other = await server();
    expect((await other.call("POST", `${path}/import`, { format, content })).body).toMatchObject({
      created: 1,
      notes: [],
    });
    expect(await onlyItem(other, path)).toMatchObject(sample);
  });

  test("is found by its label in another program's file", async () => {
    const client = await server();
    const rows = [Object.fromEntries(namesOf(fields).map((name) => [fields[name]?.label, sample[name]]))];
    expect((await client.call("POST", `${path}/import`, { rows })).body).toMatchObject({
      created: 1,
      unusedColumns: [],
    });
  });

  test("shares no column name with another field", () => {
    const names = namesOf(fields).flatMap((name) => fields[name]?.headers.split(" "));
    expect(names).toEqual([...new Set(names)]);
  });
});

test("every field of a prompt is stored in each version", async () => {
  const client = await server();
  const sample = sampleOf(PROMPT_FIELDS);
  const { body: prompt } = await client.call("POST", "/api/prompts", sample);
  await client.call("PUT", `/api/prompts/${prompt.id}`, { name: "Another name" });
  const { body: versions } = await client.call("GET", `/api/prompts/${prompt.id}/versions`);
  expect(versions).toMatchObject([{ ...sample, name: "Another name" }, sample]);
});
