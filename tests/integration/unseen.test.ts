import { expect, test } from "vitest";

import { unseenCounts } from "#server/features/events/since.service.ts";
import type { Unseen } from "#shared/kernel/activity.ts";
import { ITEM_KINDS, type ItemKind, mapKinds } from "#shared/kernel/item-address.ts";
import { buildFoundArticle, buildFoundPaper, paperArchive } from "#tests/support/found.ts";
import { type Newsroom, newsroom, trpc } from "#tests/support/newsroom.ts";
import type { Person } from "#tests/support/people.ts";

const NOTHING: Unseen = mapKinds(ITEM_KINDS, () => 0);
const HOUR = 3_600_000;

/** Ada visited these sections an hour ago. Grace is another person. */
async function withVisits(...places: ItemKind[]) {
  const room = await newsroom();
  const visit = (place: ItemKind) => trpc(room, room.ada, "events.visit", { place });
  for (const place of places) await visit(place);
  room.app.advance(HOUR);
  const unseen = async (): Promise<Unseen> => (await room.call(room.ada, "GET", "/api/events/unseen")).body;
  return { room, visit, unseen };
}

async function add({ call }: Newsroom, person: Person, path: string, body: object): Promise<string> {
  const reply = await call(person, "POST", path, body);
  if (reply.status >= 300) throw new Error(`${path} was refused: ${JSON.stringify(reply.body)}`);
  return reply.body.id;
}

test("counts other people's additions by section since the last visit, until the next one", async () => {
  const { room, visit, unseen } = await withVisits("tool", "prompt", "reading");
  expect(await unseen()).toEqual(NOTHING);
  await add(room, room.grace, "/api/ai-tools", { name: "Whisper" });
  await add(room, room.grace, "/api/ai-tools", { name: "Sora" });
  await add(room, room.grace, "/api/prompts", { name: "Poet", prompt: "Act as a poet" });
  await add(room, room.grace, "/api/readings", { title: "Emma", author: "Jane Austen" });
  await add(room, room.ada, "/api/ai-tools", { name: "Own" });
  expect(await unseen()).toEqual({ ...NOTHING, tool: 2, prompt: 1, reading: 1 });
  await visit("tool");
  expect(await unseen()).toEqual({ ...NOTHING, prompt: 1, reading: 1 });
});

test("counts nothing in a section that was never visited", async () => {
  const { room, unseen } = await withVisits("prompt");
  await add(room, room.grace, "/api/ai-tools", { name: "Whisper" });
  expect(await unseen()).toEqual(NOTHING);
});

test("does not count deleted items, but counts restored ones", async () => {
  const { room, unseen } = await withVisits("tool");
  const id = await add(room, room.grace, "/api/ai-tools", { name: "Whisper" });
  await room.call(room.ada, "PUT", `/api/ai-tools/${id}`, { notes: "Hears well" });
  const { deletionId } = (await trpc(room, room.grace, "tools.remove", { id })).result.data;
  expect(await unseen()).toEqual(NOTHING);
  await trpc(room, room.grace, "deletions.restore", { id: deletionId });
  expect(await unseen()).toEqual({ ...NOTHING, tool: 1 });
});

test("counts findings, except those a person searched for", async () => {
  const { room, unseen } = await withVisits("article", "paper");
  const { app, ada, claude } = room;
  app.integrations.papers = paperArchive([buildFoundPaper(1), buildFoundPaper(2)]);
  await (
    await app.jobs.start("papers.fetch", "schedule")
  ).ended;
  const publish = (title: string) => {
    const article = buildFoundArticle({ title, url: `https://news.example/${title.length}` });
    app.integrations.news = [{ name: "News", findArticles: () => Promise.resolve([article]) }];
  };
  publish("Claude sings");
  await add(room, room.grace, `/api/news/update/${claude.id}`, {});
  publish("Claude learns to dance");
  await add(room, ada, `/api/news/update/${claude.id}`, {});
  expect(await unseen()).toEqual({ ...NOTHING, article: 1, paper: 2 });
  await trpc(room, ada, "papers.visit");
  expect(await unseen()).toEqual({ ...NOTHING, article: 1 });
});

test("counts to a hundred", async () => {
  const { room, unseen } = await withVisits("tool");
  const rows = Array.from({ length: 150 }, (_, index) => ({ name: `Tool ${index}` }));
  await add(room, room.grace, "/api/ai-tools/import", { rows });
  expect(await unseen()).toEqual({ ...NOTHING, tool: 100 });
});

test("uses the time of visits from before the ledger", async () => {
  const { room, unseen } = await withVisits("paper");
  const { app, ada } = room;
  app.integrations.papers = paperArchive([buildFoundPaper(1)]);
  await (
    await app.jobs.start("papers.fetch", "schedule")
  ).ended;
  app.advance(HOUR);
  const cursors = app.db.updateTable("cursors").where("name", "=", "papers");
  await cursors.set({ seq: 0, at: app.now().toISOString() }).execute();
  expect(await unseen()).toEqual(NOTHING);
  await cursors.set({ at: "2026-01-01T00:00:00.000Z" }).execute();
  expect(await unseenCounts(app, ada.user)).toEqual({ ...NOTHING, paper: 1 });
});
