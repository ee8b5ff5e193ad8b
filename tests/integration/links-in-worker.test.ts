import { expect, test } from "vitest";

import {
  isScanComplete,
  linkScanner,
  scanEverything,
  rescanEverything,
} from "#server/kernel/links/link-scanner.service.ts";
import { indexAllChanged } from "#server/kernel/search/search-index.service.ts";
import type { Workers } from "#server/workers/workers.ts";
import { addSampleTool, storeArticles } from "#tests/support/deletion-team.ts";
import { inlineWorkers } from "#tests/support/inline-workers.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const COUNT = 240;

/**
 * A team with many articles about one tool that name another, and the numbers of articles that its worker was asked to
 * scan.
 */
async function withArticles(around: (run: Workers["run"]) => Workers["run"] = (run) => run) {
  const batches: number[] = [];
  const inline = inlineWorkers();
  const run = around(inline.run);
  const workers: Workers = {
    ...inline,
    run(name, input, options) {
      if (typeof input === "object" && "ids" in input && Array.isArray(input.ids))
        batches.push(input.ids.length);
      return run(name, input, options);
    },
  };
  const app = await testApp({}, workers);
  const { user: ada } = await buildPerson(app, "ada");
  const team = { app, ada, bob: ada, grace: ada };
  const tool = await addSampleTool(team);
  await addSampleTool(team, { name: "Whaleorama" });
  await storeArticles(app, tool, { count: COUNT });
  await app.db.updateTable("news_articles").set({ content: "Whaleorama paints a picture" }).execute();
  return { app, batches };
}

const linksOf = async ({ db }: TestApp) =>
  (await db.selectFrom("links").selectAll().orderBy("fromId").orderBy("toId").execute()).map(
    ({ id: _id, ...link }) => link,
  );

const readAll = (app: TestApp) => scanEverything(app, new AbortController().signal);
const SMALL_BATCH = 50;
/** The time at the start of an id. */
const timeOf = (id: string) => id.slice(0, 13);

test("scans many texts for names in a worker, with the same links as without", async () => {
  const { app, batches } = await withArticles();
  await readAll(app);
  expect(new Set(batches)).toEqual(new Set([SMALL_BATCH]));
  const links = await linksOf(app);
  expect(links.length).toBeGreaterThan(COUNT);

  await rescanEverything(app);
  await readAll(app);
  expect(await isScanComplete(app)).toBe(true);
  expect(await linksOf(app)).toEqual(links);

  const alone = await withArticles(
    (run) =>
      (name, ...rest) =>
        name === "links.find" ? Promise.reject(new Error("no thread")) : run(name, ...rest),
  );
  await readAll(alone.app);
  expect((await linksOf(alone.app)).length).toBe(links.length);
});

test("scans in small batches on a server, with pauses for requests", async () => {
  const { app, batches } = await withArticles();
  const scan = linkScanner(app);
  const idsOfLinks = async () =>
    (await app.db.selectFrom("links").select("id").orderBy("id").execute()).map(({ id }) => id);
  await indexAllChanged(app, new AbortController().signal);
  let known = await idsOfLinks();
  let rounds = 0;
  for (let rest = await scan(); rest !== null; rest = await scan()) {
    rounds += 1;
    expect(rest).toBeGreaterThanOrEqual(8);
    // Ids begin with their time, so that a batch adds neighbours to their index and changes few pages.
    const now = await idsOfLinks();
    const before = new Set(known);
    const firstAdded = now.find((id) => !before.has(id));
    expect(firstAdded === undefined || timeOf(firstAdded) >= timeOf(known.at(-1) ?? "")).toBe(true);
    known = now;
  }
  expect(rounds).toBeGreaterThan(COUNT / SMALL_BATCH);
  expect(Math.max(...batches)).toBe(SMALL_BATCH);
  expect(await isScanComplete(app)).toBe(true);
});

test("scans a text again if it changes during its scan", async () => {
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
