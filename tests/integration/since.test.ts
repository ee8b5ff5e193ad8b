import { expect, test } from "vitest";

import { storePapers } from "#server/features/papers/paper-fetch.service.ts";
import type { Since } from "#shared/kernel/activity.ts";
import { buildFoundPaper, paperArchive } from "#tests/support/found.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type Reply, restClient } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Name = "ada" | "bob" | "cleo";

interface Home {
  app: TestApp;
  call(who: Name, method: string, path: string, body?: unknown): Promise<Reply>;
  /** Ada's list, requested and recorded like on Home. */
  look(): Promise<Since>;
  since(): Promise<Since>;
}

async function home(): Promise<Home> {
  const { app, origin } = await testServer();
  const people = {
    ada: await buildPerson(app, "ada"),
    bob: await buildPerson(app, "bob"),
    cleo: await buildPerson(app, "cleo"),
  };
  const call: Home["call"] = async (who, method, path, body) => {
    const reply = await restClient(origin).call(method, path, body, {
      cookie: people[who].cookie,
      "content-type": "application/json",
    });
    if (reply.status >= 300) throw new Error(`${path} was refused: ${JSON.stringify(reply.body)}`);
    return reply;
  };
  const since = async (): Promise<Since> => (await call("ada", "GET", "/api/events/since")).body;
  return {
    app,
    call,
    since,
    async look() {
      const shown = await since();
      await call("ada", "POST", "/trpc/events.visit", { place: "home", seq: shown.upTo });
      return shown;
    },
  };
}

/** Ada visited Home an hour ago. */
async function homeSeen(): Promise<Home> {
  const there = await home();
  await there.look();
  there.app.advance(HOUR);
  return there;
}

const titles = ({ lines }: Since) => lines.map(({ verb, title }) => `${verb} ${title}`);

const addTool = async ({ call }: Home, who: Name, name: string): Promise<string> =>
  (await call(who, "POST", "/api/ai-tools", { name })).body.id;

test("shows nothing on the first visit, which ends after half an hour", async () => {
  const there = await home();
  await addTool(there, "bob", "Whisper");
  expect(await there.look()).toMatchObject({ since: null, isNew: true, lines: [], more: 0, upTo: 1 });
  const first = there.app.now().toISOString();
  await addTool(there, "bob", "Sora");
  there.app.advance(29 * MINUTE);
  expect(await there.since()).toMatchObject({ since: null, isNew: true, lines: [] });
  there.app.advance(MINUTE);
  const back = await there.look();
  expect(back).toMatchObject({ since: first, isNew: false, steps: [] });
  expect(titles(back)).toEqual(["added Sora"]);
});

test("shows the same for the whole visit, and not in the next one", async () => {
  const there = await homeSeen();
  await addTool(there, "bob", "Whisper");
  const first = await there.look();
  expect(titles(first)).toEqual(["added Whisper"]);
  there.app.advance(20 * MINUTE);
  await addTool(there, "bob", "Sora");
  expect(titles(await there.look())).toEqual(["added Sora", "added Whisper"]);
  expect((await there.since()).since).toBe(first.since);
  there.app.advance(HOUR);
  expect(await there.look()).toMatchObject({ lines: [], more: 0, isNew: false });
});

test("shows events between the reply and the record of the visit the next time", async () => {
  const there = await homeSeen();
  const { upTo } = await there.since();
  await addTool(there, "bob", "Whisper");
  await there.call("ada", "POST", "/trpc/events.visit", { place: "home", seq: upTo });
  there.app.advance(HOUR);
  expect(titles(await there.since())).toEqual(["added Whisper"]);
});

test("reading does not write", async () => {
  const there = await homeSeen();
  await addTool(there, "bob", "Whisper");
  await there.since();
  const writes = await there.app.countWrites();
  await there.since();
  expect(await there.app.countWrites()).toBe(writes);
});

test("hides events marked as seen, and shows later ones", async () => {
  const there = await homeSeen();
  await addTool(there, "bob", "Whisper");
  const { upTo } = await there.look();
  await addTool(there, "bob", "Sora");
  await there.call("ada", "POST", "/api/events/seen", { seq: upTo });
  const after = await there.since();
  expect(titles(after)).toEqual(["added Sora"]);
  expect(after.since).toBe(there.app.now().toISOString());
  there.app.advance(HOUR);
  expect(titles(await there.look())).toEqual(["added Sora"]);
  await there.call("ada", "POST", "/api/events/seen", { seq: upTo });
  expect(titles(await there.since())).toEqual(["added Sora"]);
});

test("shows events that arrive after being marked as seen early", async () => {
  const there = await homeSeen();
  await addTool(there, "bob", "Whisper");
  await there.call("ada", "POST", "/api/events/seen", { seq: 1_000_000 });
  expect((await there.since()).lines).toEqual([]);
  await there.call("ada", "POST", "/api/events/seen", { seq: 0 });
  expect((await there.since()).lines).toEqual([]);
  await addTool(there, "bob", "Sora");
  expect(titles(await there.since())).toEqual(["added Sora"]);
});

test("resets a position from a later database to the newest event", async () => {
  const there = await homeSeen();
  await addTool(there, "bob", "Whisper");
  await there.app.db
    .updateTable("cursors")
    .set({ seq: 5000, previousSeq: 4000, previousAt: there.app.now().toISOString() })
    .where("name", "=", "home")
    .execute();
  expect(await there.look()).toMatchObject({ lines: [], more: 0, upTo: 1 });
  await addTool(there, "bob", "Sora");
  there.app.advance(HOUR);
  expect(titles(await there.look())).toEqual(["added Sora"]);
});

test("shows each person other people's changes, with display names", async () => {
  const there = await homeSeen();
  await there.call("bob", "PATCH", "/api/user", { firstName: "Bob", lastName: "Marsh" });
  const own = await addTool(there, "ada", "Own");
  await there.call("bob", "PUT", `/api/ai-tools/${own}`, { notes: "Good" });
  await there.call("cleo", "PUT", `/api/ai-tools/${own}`, { tags: ["fast"] });
  const { body: reading } = await there.call("bob", "POST", "/api/readings", {
    title: "Emma",
    author: "Austen",
  });
  await there.call("cleo", "POST", `/api/readings/${reading.id}/comments`, {
    content: "Fine",
    parentId: null,
  });
  const { lines } = await there.since();
  expect(lines).toMatchObject([
    {
      verb: "edited",
      itemId: own,
      actors: ["Bob Marsh", "cleo"],
      otherActors: 0,
      isYours: true,
      detail: { fields: ["notes", "tags"] },
    },
    { verb: "commented", kind: "reading", itemId: reading.id, actors: ["cleo"], count: 1 },
    { verb: "added", kind: "reading", title: "Emma", actors: ["Bob Marsh"] },
  ]);
});

test("ranks discussions that concern the person first, then their own tools, then others", async () => {
  const there = await homeSeen();
  const add = async (title: string): Promise<string> =>
    (await there.call("bob", "POST", "/api/readings", { title, author: "Somebody" })).body.id;
  const say = (who: Name, id: string, content = "Well") =>
    there.call(who, "POST", `/api/readings/${id}/comments`, { content, parentId: null });
  const [joined, muted, other] = [await add("Joined"), await add("Muted"), await add("Other")];
  const own = await addTool(there, "ada", "Own");
  await say("ada", joined);
  await say("ada", muted);
  await there.call("ada", "PUT", `/api/items/reading:${muted}/watch`, { level: "mute" });
  await say("cleo", joined);
  await say("cleo", muted);
  await say("cleo", other);
  await say("bob", await add("Mentioned"), "Well, @ada?");
  await there.call("bob", "DELETE", `/api/ai-tools/${own}`);
  expect(titles(await there.since()).slice(0, 5)).toEqual([
    "commented Mentioned",
    "commented Joined",
    "deleted Own",
    "commented Other",
    "commented Muted",
  ]);
});

test("shows an import as one line, and the findings of a run as another", async () => {
  const there = await homeSeen();
  const rows = Array.from({ length: 412 }, (_, index) => ({ name: `Tool ${index}` }));
  await there.call("bob", "POST", "/api/ai-tools/import", { rows });
  const { app } = there;
  app.integrations.papers = paperArchive([buildFoundPaper(1), buildFoundPaper(2)]);
  const { ended } = await app.jobs.start("papers.fetch", "schedule");
  await ended;
  const { lines, isComplete } = await there.since();
  expect(isComplete).toBe(true);
  expect(lines).toMatchObject([
    { verb: "added", kind: "tool", itemId: null, count: 412, actors: ["bob"] },
    { verb: "fetched", kind: "paper", itemId: null, title: "2 papers", actors: [] },
  ]);
});

test("shows the newest of very many events, and that there are more", async () => {
  const there = await homeSeen();
  const { app } = there;
  const at = app.now().toISOString();
  const rows = Array.from({ length: 5001 }, (_, index) => ({
    at,
    actorId: null,
    verb: "edited",
    kind: "tool" as const,
    itemId: `t${index}`,
    title: `Tool ${index}`,
  }));
  for (let start = 0; start < rows.length; start += 1000)
    await app.db
      .insertInto("events")
      .values(rows.slice(start, start + 1000))
      .execute();
  expect(await there.since()).toMatchObject({ isComplete: false, lines: [{ count: 5000 }], upTo: 5001 });
});

test("shows newcomers first steps, in an empty and in a filled workspace", async () => {
  const there = await home();
  const steps = async () => (await there.look()).steps;
  expect(await steps()).toEqual([
    { name: "tools", isEmpty: true, isDone: false },
    { name: "papers", isEmpty: true, isDone: false },
    { name: "discussion", isEmpty: true, isDone: false },
  ]);
  await addTool(there, "bob", "Whisper");
  const { body } = await there.call("bob", "POST", "/api/readings", { title: "Emma", author: "Austen" });
  expect(await steps()).toMatchObject([{ isEmpty: false }, {}, { isEmpty: false, isDone: false }]);
  await addTool(there, "ada", "Sora");
  await there.call("ada", "POST", "/trpc/papers.visit");
  expect(await steps()).toMatchObject([{}, { isEmpty: true, isDone: false }, {}]);
  await storePapers(there.app, [buildFoundPaper(1)]);
  await there.call("ada", "POST", `/api/readings/${body.id}/comments`, { content: "Well", parentId: null });
  expect(await steps()).toMatchObject([{ isDone: true }, { isDone: true }, { isDone: true }]);
});
