import { expect, test } from "vitest";

import { linkScanner } from "#server/kernel/links/link-reading.service.ts";
import { searchIndexer } from "#server/kernel/search/search-index.service.ts";
import { signedUpAdmin, testServer } from "#tests/support/test-app.ts";

const VOICE = {
  name: "Common Voice",
  url: "https://commonvoice.mozilla.org",
  licence: "CC0",
  tags: ["speech"],
};

async function serving() {
  const { app, origin } = await testServer();
  const { call } = await signedUpAdmin(app, origin);
  const { body: added, status } = await call("POST", "/api/datasets", {
    ...VOICE,
    notes: "We train OpenWhisper with it.",
  });
  expect([status, added]).toEqual([201, expect.objectContaining(VOICE)]);
  return { app, call, id: String(added.id) };
}

test("a dataset is edited, versioned, found, discussed, deleted and restored", async () => {
  const { call, id } = await serving();
  const path = `/api/datasets/${id}`;
  expect((await call("PUT", path, { licence: "CC BY 4.0", revision: 1 })).status).toBe(200);
  expect((await call("PUT", path, { licence: "MIT", revision: 1 })).status).toBe(409);
  expect((await call("POST", `${path}/restore`, { revision: 1 })).body).toMatchObject(VOICE);
  expect((await call("GET", `${path}/versions`)).body).toHaveLength(3);

  const found = await call("GET", "/api/search?q=voice%20kind:dataset%20tag:speech");
  expect(found.body.items.map((item: { kind: string; id: string }) => [item.kind, item.id])).toEqual([
    ["dataset", id],
  ]);
  const ref = `dataset:${id}`;
  expect((await call("POST", `/api/items/${ref}/comments`, { content: "Enough German?" })).status).toBe(201);

  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
  const [deletion] = (await call("GET", "/api/deletions")).body;
  expect(deletion).toMatchObject({ kind: "dataset", title: "Common Voice", contents: { comments: 1 } });
  expect((await call("POST", `/api/deletions/${deletion.id}/restore`)).status).toBe(200);
  expect((await call("GET", path)).body).toMatchObject(VOICE);
  await expect
    .poll(async () => (await call("GET", `/api/items/${ref}/comments`)).body)
    .toMatchObject([{ content: "Enough German?" }]);
});

test("a dataset is imported again from its own export, and linked to the tools that its notes name", async () => {
  const { app, call, id } = await serving();
  const csv = await call("GET", "/api/datasets/export/csv");
  const rows = { format: "csv", content: csv.body };
  expect((await call("POST", "/api/datasets/import", rows)).body).toMatchObject({ skipped: 1, created: 0 });
  const json = {
    format: "json",
    content: JSON.stringify({ datasets: [{ title: "SQuAD", license: "MIT" }] }),
  };
  expect((await call("POST", "/api/datasets/import", json)).body).toMatchObject({ created: 1 });
  expect((await call("GET", "/api/datasets")).body).toMatchObject([
    { name: "Common Voice" },
    { name: "SQuAD", licence: "MIT" },
  ]);

  await call("POST", "/api/ai-tools", { name: "OpenWhisper" });
  const [index, scan] = [searchIndexer(app), linkScanner(app)];
  await expect
    .poll(async () => {
      await index();
      await scan();
      return (await call("GET", `/api/items/dataset:${id}/links`)).body.groups;
    })
    .toMatchObject([{ group: "mentions", links: [{ other: { title: "OpenWhisper" } }] }]);
});
