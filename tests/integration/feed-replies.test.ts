import { randomBytes } from "node:crypto";

import { expect, onTestFinished, test } from "vitest";

import { createApp } from "#server/create-app.ts";
import { addFeeds, listFeeds, removeFeed } from "#server/features/news/feeds.service.ts";
import { fetchAllNews } from "#server/features/news/news-fetch.service.ts";
import { createFeedStore } from "#server/features/sources/sources.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { cleanUp } from "#server/kernel/jobs/cleanup.service.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { quietWork } from "#tests/support/found.ts";
import { inlineWorkers } from "#tests/support/inline-workers.ts";
import { buildPerson } from "#tests/support/people.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { rss } from "#tests/support/upstreams/feed-documents.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The same product after a restart, with only its database. */
async function restarted(app: TestApp) {
  const database = await openTestDatabase(app.database.url);
  const again = await createApp(app.config, database, app.log, inlineWorkers());
  onTestFinished(async () => {
    await again.jobs.stop();
    await database.close();
  });
  return Object.assign(again, { now: app.now });
}

async function appWithFeed() {
  const upstreams = await startUpstreams({
    site: {
      "/team.xml": rss("Team news", [
        { title: "All about Claude", url: "https://team.example/all" },
        { title: "Team Mate begins", url: "https://team.example/mate" },
      ]),
    },
  });
  onTestFinished(() => upstreams.close());
  const app = await testApp({ ...upstreams.environment, HN_ALGOLIA_URL: "" });
  const { user } = await buildPerson(app, "ada");
  for (const { id } of await listFeeds(app)) await removeFeed(app, { id });
  await addFeeds(app, { feeds: [{ title: "Team news", url: `${upstreams.site.origin}/team.xml` }] });
  await addTool(app, user, newToolSchema.parse({ name: "Claude" }));
  return { app, user, site: upstreams.site };
}

test("requests only changes of a feed after a restart, and still searches it for a new tool", async () => {
  const { app, user, site } = await appWithFeed();
  expect(await fetchAllNews(app, quietWork())).toMatchObject({ added: 1 });
  await addTool(app, user, newToolSchema.parse({ name: "Team Mate" }));
  app.advance(HOUR);

  expect(await fetchAllNews(await restarted(app), quietWork())).toMatchObject({ added: 1 });

  expect(site.hits.map(({ headers }) => headers["if-none-match"] !== undefined)).toEqual([false, true]);
});

test("does not request a feed again within an hour after a restart", async () => {
  const { app, user, site } = await appWithFeed();
  await fetchAllNews(app, quietWork());
  await addTool(app, user, newToolSchema.parse({ name: "Team Mate" }));
  app.advance(HOUR - 1);
  expect(await fetchAllNews(await restarted(app), quietWork())).toMatchObject({ added: 1 });
  expect(site.hits).toHaveLength(1);
});

test("requests a feed even if the clock was set back", async () => {
  const { app, site } = await appWithFeed();
  await fetchAllNews(app, quietWork());
  app.advance(-2 * DAY);
  await fetchAllNews(await restarted(app), quietWork());
  expect(site.hits).toHaveLength(2);
});

test("fetches an unreadable copy again", async () => {
  const { app, site } = await appWithFeed();
  await fetchAllNews(app, quietWork());
  const store = createFeedStore(app);
  const [address = ""] = (await listFeeds(app)).map(({ url }) => url);
  const kept = await store.find(address);
  if (!kept) throw new Error("no reply was kept");
  await store.save(address, { ...kept.reply, body: Buffer.from("no feed") });
  app.advance(HOUR);
  await fetchAllNews(await restarted(app), quietWork());
  expect(site.hits.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined]);
});

test("evicts copies beyond the limit, least recently requested first", async () => {
  const { app } = await appWithFeed();
  const store = createFeedStore(app, 25_000);
  const body = randomBytes(10_000);
  const save = async (address: string) => {
    app.advance(1000);
    await store.save(address, { url: address, contentType: null, etag: null, lastModified: null, body });
  };
  await save("a");
  await save("b");
  app.advance(1000);
  await store.recordFetch("a");
  await save("c");
  const left = await Promise.all(
    ["a", "b", "c"].map(async (address) => (await store.find(address)) !== null),
  );
  expect(left).toEqual([true, false, true]);
});

test("deletes copies of feeds unused for a month", async () => {
  const { app } = await appWithFeed();
  await fetchAllNews(app, quietWork());
  app.advance(29 * DAY);
  expect(await cleanUp(app, quietWork())).not.toHaveProperty("feed replies");
  app.advance(DAY);
  expect(await cleanUp(app, quietWork())).toMatchObject({ "feed replies": 1 });
});
