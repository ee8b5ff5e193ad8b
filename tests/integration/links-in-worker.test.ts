import { expect, test } from "vitest";

import {
  isEverythingRead,
  readEverything,
  rescanEverything,
} from "#server/kernel/links/link-reading.service.ts";
import type { Workers } from "#server/workers/workers.ts";
import { inlineWorkers } from "#tests/support/inline-workers.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { aTool, storeArticles } from "#tests/support/trash.ts";

const COUNT = 240;

/** A team with many articles about one tool that name another, and its completed worker tasks. */
async function withArticles(around: (run: Workers["run"]) => Workers["run"] = (run) => run) {
  const tasks: string[] = [];
  const inline = inlineWorkers();
  const run = around(inline.run);
  const workers: Workers = {
    ...inline,
    run(name, input, options) {
      tasks.push(name);
      return run(name, input, options);
    },
  };
  const app = await testApp({}, workers);
  const { user: ada } = await buildPerson(app, "ada");
  const team = { app, ada, bob: ada, grace: ada };
  const tool = await aTool(team);
  await aTool(team, { name: "Whaleorama" });
  await storeArticles(app, tool, { count: COUNT });
  await app.db.updateTable("news_articles").set({ content: "Whaleorama paints a picture" }).execute();
  return { app, tasks };
}

const linksOf = async ({ db }: TestApp) =>
  (await db.selectFrom("links").selectAll().orderBy("fromId").orderBy("toId").execute()).map(
    ({ id: _id, ...link }) => link,
  );

const readAll = (app: TestApp) => readEverything(app, new AbortController().signal);
const finds = (tasks: readonly string[]) => tasks.filter((name) => name === "links.find").length;

test("scans many texts for names in a worker, with the same links as without", async () => {
  const { app, tasks } = await withArticles();
  await readAll(app);
  expect(finds(tasks)).toBeGreaterThan(0);
  expect(finds(tasks)).toBeLessThanOrEqual(COUNT / 100);
  const links = await linksOf(app);
  expect(links.length).toBeGreaterThan(COUNT);

  await rescanEverything(app);
  await readAll(app);
  expect(await isEverythingRead(app)).toBe(true);
  expect(await linksOf(app)).toEqual(links);

  const alone = await withArticles(
    (run) =>
      (name, ...rest) =>
        name === "links.find" ? Promise.reject(new Error("no thread")) : run(name, ...rest),
  );
  await readAll(alone.app);
  expect((await linksOf(alone.app)).length).toBe(links.length);
});

test("scans a text again that changes during its scan", async () => {
  const here: { app?: TestApp } = {};
  const { app } = await withArticles((run) => async (name, ...rest) => {
    const found = await run(name, ...rest);
    if (name === "links.find")
      await here.app?.db.updateTable("news_articles").set({ content: "Nothing of the kind" }).execute();
    return found;
  });
  here.app = app;
  await readAll(app);
  const { links } = await app.db
    .selectFrom("links")
    .select(({ fn }) => fn.countAll<number>().as("links"))
    .where("how", "=", "name")
    .where("fromKind", "=", "article")
    .where("field", "=", "text")
    .executeTakeFirstOrThrow();
  expect(links).toBe(0);
});
