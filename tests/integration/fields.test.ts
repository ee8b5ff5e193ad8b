import { describe, expect, test } from "vitest";

import { getLibrary } from "#server/kernel/slice.ts";
import { routes } from "#server/web/rest/routes.ts";
import { mapFields, namesOf } from "#shared/fields/field.ts";
import { FIELDS_OF_KINDS } from "#shared/fields/fields-of-kinds.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { KINDS, LIBRARY_KINDS } from "#shared/kernel/item-address.ts";
import { sampleOf } from "#tests/support/field-samples.ts";
import { type RestClient, signedUp } from "#tests/support/rest-client.ts";
import { testApp, testServer } from "#tests/support/test-app.ts";
import { columnsOf } from "#tests/support/test-database.ts";

/** Columns that no person fills in. */
const OWN_COLUMNS = new Set(["id", "dateUpdated", "createdAt", "updatedAt", "userId", "revision"]);

async function server() {
  const { origin } = await testServer();
  return signedUp(origin, "ada");
}

async function onlyItem(client: RestClient, path: string) {
  const { body } = await client.call("GET", path);
  expect(body).toHaveLength(1);
  return body[0];
}

describe.each(LIBRARY_KINDS)("every field of a %s", (kind) => {
  const fields = FIELDS_OF_KINDS[kind];
  const sample = sampleOf(fields);
  const path = routes.find(({ procedure }) => procedure === `${KINDS[kind].many}.list`)?.path ?? "";

  test("has a column in a migrated database, and every column a field", async () => {
    const { db } = await testApp();
    const columns = await columnsOf(db, getLibrary(kind).store.table);
    expect(columns.filter((column) => !OWN_COLUMNS.has(column)).toSorted()).toEqual(
      namesOf(fields).toSorted(),
    );
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
