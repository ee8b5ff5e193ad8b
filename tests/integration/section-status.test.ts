import { describe, expect, test } from "vitest";

import { addFeed, removeFeed } from "#server/features/news/feeds.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { followRun } from "#server/kernel/jobs/jobs.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import { buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { type Newsroom, newsroom, numberedArticle } from "#tests/support/newsroom.ts";
import type { Person } from "#tests/support/people.ts";

const HOUR = 3_600_000;

const statusOf = async ({ call, ada }: Newsroom, section: "news" | "papers") =>
  (await call(ada, "GET", `/trpc/${section}.status`)).body.result.data;

/** Runs a news update, and returns the result that the person receives. */
async function outcomeFor({ app }: Newsroom, { user }: Person) {
  const { runId, ended } = await app.jobs.start("news.fetch", "person", user.id);
  const following = followRun(app, user, { id: runId }, undefined);
  const { value } = await following.next();
  await ended;
  return value;
}

const failing = () => Promise.reject(new SourceError("It is broken"));

describe("the status of a section", () => {
  test("has no time and no failures before the first fetch", async () => {
    const room = await newsroom();
    expect(await statusOf(room, "news")).toEqual({ updatedAt: null, failingSources: 0 });
    expect(await statusOf(room, "papers")).toEqual({ updatedAt: null, failingSources: 0 });
  });

  test("has the time of the last reply and the number of failing sources", async () => {
    const room = await newsroom();
    const { app, ada } = room;
    await outcomeFor(room, ada);
    const first = app.now().toISOString();
    expect(await statusOf(room, "news")).toEqual({ updatedAt: first, failingSources: 0 });
    app.advance(HOUR);
    app.integrations.teamFeed = failing;
    await outcomeFor(room, ada);
    expect(await statusOf(room, "news")).toEqual({ updatedAt: first, failingSources: 13 });
  });

  test("doesn't count removed feeds as failing", async () => {
    const room = await newsroom();
    const { app, ada } = room;
    const feed = await addFeed(app, ada.user, { url: "https://broken.example/feed" });
    const { teamFeed } = app.integrations;
    app.integrations.teamFeed = (url, signal) => (url === feed.url ? failing() : teamFeed(url, signal));
    app.advance(HOUR);
    await outcomeFor(room, ada);
    expect((await statusOf(room, "news")).failingSources).toBe(1);
    await removeFeed(app, { id: feed.id });
    expect((await statusOf(room, "news")).failingSources).toBe(0);
  });

  test("has the time and failures of papers", async () => {
    const room = await newsroom();
    const { app } = room;
    app.integrations.papers = paperArchive([buildFoundPaper()]);
    await fetchLatestPapers(app, quietWork());
    const updatedAt = app.now().toISOString();
    app.advance(HOUR);
    app.integrations.papers = {
      ...app.integrations.papers,
      page: () => Promise.reject(new OutboundError("unreachable", "detail")),
    };
    await expect(fetchLatestPapers(app, quietWork())).rejects.toThrow(/reach the address/u);
    expect(await statusOf(room, "papers")).toEqual({ updatedAt, failingSources: 1 });
    expect(await statusOf(room, "news")).toEqual({ updatedAt: null, failingSources: 0 });
  });
});

describe("the result of a run", () => {
  test("contains its findings and the number of failed sources", async () => {
    const room = await newsroom();
    room.app.integrations.news = [
      { name: "Good", findArticles: () => Promise.resolve([numberedArticle(1), numberedArticle(2)]) },
      { name: "Bad", findArticles: failing },
    ];
    expect(await outcomeFor(room, room.ada)).toEqual({
      job: "news.fetch",
      state: "succeeded",
      counts: { tools: 1, feeds: 13, answered: 14, added: 2 },
      failedSources: 1,
      error: null,
    });
  });

  test("is sent even if no source responded", async () => {
    const room = await newsroom();
    room.app.integrations.teamFeed = failing;
    room.app.integrations.news = [{ name: "Bad", findArticles: failing }];
    expect(await outcomeFor(room, room.ada)).toMatchObject({
      state: "failed",
      failedSources: 14,
      error: null,
    });
    expect(await outcomeFor(room, room.grace)).toMatchObject({ error: "All 14 sources failed" });
  });

  test("of an admin job is sent only to admins", async () => {
    const { app, ada, grace } = await newsroom();
    app.integrations.papers = {
      ...app.integrations.papers,
      page: () => Promise.reject(new SourceError("arXiv is down")),
    };
    const { runId } = await app.jobs.start("papers.fetch", "person", grace.user.id);
    await expect(followRun(app, ada.user, { id: runId }, undefined).next()).rejects.toThrow("Run not found");
    expect((await followRun(app, grace.user, { id: runId }, undefined).next()).value).toMatchObject({
      state: "failed",
      error: "arXiv is down",
    });
  });

  test("of an unknown run is empty", async () => {
    const { app, grace } = await newsroom();
    await expect(followRun(app, grace.user, { id: "none" }, undefined).next()).rejects.toThrow(
      "Run not found",
    );
  });
});
