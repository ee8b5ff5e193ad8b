import { expect, test } from "vitest";

import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool, editTool } from "#server/features/tools/tools.service.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function scripted() {
  const { app, origin } = await testServer();
  const ada = await buildPerson(app, "ada");
  const get = async (query: string) =>
    (await restClient(origin).call("GET", `/api/events${query}`, undefined, { cookie: ada.cookie })).body;
  return { app, ada, get };
}

test("returns events after a known event, with the person", async () => {
  const { app, ada, get } = await scripted();
  expect(await get("")).toEqual({ events: [], lastSeq: 0 });
  const tool = await addTool(app, ada.user, newToolSchema.parse({ name: "Whisper" }));
  await editTool(app, ada.user, { id: tool.id, notes: "Hears well" });
  const { events, lastSeq } = await get("");
  expect(events).toMatchObject([
    { seq: 1, verb: "added", kind: "tool", itemId: tool.id, title: "Whisper", actor: { username: "ada" } },
    { seq: 2, verb: "edited", detail: { fields: ["notes"], revision: 2 } },
  ]);
  expect(lastSeq).toBe(2);
  await addReading(app, ada.user, newReadingSchema.parse({ title: "Emma", author: "Jane Austen" }));
  expect((await get(`?after=${lastSeq}`)).events).toMatchObject([{ seq: 3, kind: "reading" }]);
  expect(await get("?after=1&limit=1")).toMatchObject({ events: [{ seq: 2 }], lastSeq: 3 });
});

test("returns the last event to a script that knows an event of another database", async () => {
  const { app, ada, get } = await scripted();
  await addTool(app, ada.user, newToolSchema.parse({ name: "Whisper" }));
  expect(await get("?after=500")).toEqual({ events: [], lastSeq: 1 });
});

test("returns no person for the server's own events, and skips events of a newer version", async () => {
  const { app, get } = await scripted();
  const event = { at: app.now().toISOString(), actorId: null, kind: "paper", itemId: "run" } as const;
  await app.db
    .insertInto("events")
    .values([
      { ...event, verb: "fetched", title: "41 papers", detail: '{"count":41,"newer":true}' },
      { ...event, verb: "sung", title: "A song", detail: "{}" },
    ])
    .execute();
  expect(await get("")).toMatchObject({
    events: [{ seq: 1, actor: null, detail: { count: 41 } }],
    lastSeq: 2,
  });
});
