import { describe, expect, test } from "vitest";

import { addFeed, removeFeed } from "#server/features/news/feeds.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { followRun } from "#server/kernel/jobs/jobs.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import { buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { type Newsroom, newsroom, numbered } from "#tests/support/newsroom.ts";
import type { Person } from "#tests/support/people.ts";

const HOUR = 3_600_000;

const statusOf = async ({ call, ada }: Newsroom, section: "news" | "papers") =>
  (await call(ada, "GET", `/trpc/${section}.status`)).body.result.data;

/** Has all news looked for, and answers what the person is told of it in the end. */
async function outcomeFor({ app }: Newsroom, { user }: Person) {
  const { runId, ended } = await app.jobs.start("news.fetch", "person", user.id);
  const following = followRun(app, user, { id: runId }, undefined);
  const { value } = await following.next();
  await ended;
  return value;
}

const failing = () => Promise.reject(new SourceError("It is broken"));

describe("what everybody is told of a section", () => {
  test("before anything was fetched: that it was not", async () => {
    const room = await newsroom();
    expect(await statusOf(room, "news")).toEqual({ updatedAt: null, failingSources: 0 });
    expect(await statusOf(room, "papers")).toEqual({ updatedAt: null, failingSources: 0 });
  });

  test("when a source last answered, and how many fail", async () => {
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

  test("a feed that was removed fails no more", async () => {
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

  test("of papers", async () => {
    const room = await newsroom();
    const { app } = room;
    app.integrations.papers = paperArchive([buildFoundPaper()]);
    await fetchLatestPapers(app, quietWork());
    const updatedAt = app.now().toISOString();
    app.advance(HOUR);
    app.integrations.papers = { page: () => Promise.reject(new OutboundError("unreachable", "detail")) };
    await expect(fetchLatestPapers(app, quietWork())).rejects.toThrow(/reach the address/u);
    expect(await statusOf(room, "papers")).toEqual({ updatedAt, failingSources: 1 });
    expect(await statusOf(room, "news")).toEqual({ updatedAt: null, failingSources: 0 });
  });
});

describe("whoever asked for a run is told its outcome", () => {
  test("with what was found and how many sources failed", async () => {
    const room = await newsroom();
    room.app.integrations.news = [
      { name: "Good", about: () => Promise.resolve([numbered(1), numbered(2)]) },
      { name: "Bad", about: failing },
    ];
    expect(await outcomeFor(room, room.ada)).toEqual({
      job: "news.fetch",
      state: "succeeded",
      counts: { tools: 1, feeds: 13, answered: 14, added: 2 },
      failedSources: 1,
      error: null,
    });
  });

  test("also when no source answered", async () => {
    const room = await newsroom();
    room.app.integrations.teamFeed = failing;
    room.app.integrations.news = [{ name: "Bad", about: failing }];
    expect(await outcomeFor(room, room.ada)).toMatchObject({
      state: "failed",
      failedSources: 14,
      error: null,
    });
    expect(await outcomeFor(room, room.grace)).toMatchObject({ error: "All 14 sources failed" });
  });

  test("of what only admins may start: admins alone", async () => {
    const { app, ada, grace } = await newsroom();
    app.integrations.papers = { page: () => Promise.reject(new SourceError("arXiv is down")) };
    const { runId } = await app.jobs.start("papers.fetch", "person", grace.user.id);
    await expect(followRun(app, ada.user, { id: runId }, undefined).next()).rejects.toThrow("Run not found");
    expect((await followRun(app, grace.user, { id: runId }, undefined).next()).value).toMatchObject({
      state: "failed",
      error: "arXiv is down",
    });
  });

  test("of an unknown run there is nothing to be told", async () => {
    const { app, grace } = await newsroom();
    await expect(followRun(app, grace.user, { id: "none" }, undefined).next()).rejects.toThrow(
      "Run not found",
    );
  });
});
