import { expect, onTestFinished, test } from "vitest";

import { createWorkers } from "#server/workers/workers.ts";
import { feedShelf } from "#tests/support/feed-shelf.ts";

import { createFeedFetcher } from "./feeds/feed-fetcher.ts";
import type { HttpClient } from "./http/http-client.ts";
import { SourceError } from "./http/source-error.ts";
import { createReaders, type Readers } from "./readers.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const url = "https://e.example/feed";
const RSS = `<rss version="2.0"><channel><title>Harbour</title>
  <item><title>Whales &amp; ships</title><link>/1</link></item></channel></rss>`;

function readersInThreads(): Readers {
  const workers = createWorkers();
  onTestFinished(() => workers.stop());
  return createReaders(workers);
}

test("reads feeds, pages and papers in threads, with the same errors", async () => {
  const readers = readersInThreads();
  const feed = await readers.feed({ bytes: Buffer.from(RSS), url, now });
  expect(feed.items.map(({ title, link }) => [title, link])).toEqual([
    ["Whales & ships", "https://e.example/1"],
  ]);
  const html = Buffer.from("<!doctype html><title>Harbour</title>");
  expect(await readers.page({ bytes: html, url, now })).toMatchObject({ title: "Harbour" });
  await expect(readers.feed({ bytes: html, url, now })).rejects.toMatchObject({
    name: "SourceError",
    message: "This is a web page, not a feed",
    isNoFeed: true,
  });
  await expect(readers.papers({ bytes: Buffer.from(RSS), now })).rejects.toThrow(SourceError);
});

test("stops parsing when the caller aborts", async () => {
  const caller = new AbortController();
  const reading = readersInThreads().feed({ bytes: Buffer.from(RSS), url, now }, caller.signal);
  caller.abort();
  await expect(reading).rejects.toMatchObject({ code: "CLIENT_CLOSED_REQUEST" });
});

test("does not parse an unchanged feed again", async () => {
  let body = RSS;
  let readings = 0;
  const http: HttpClient = {
    send: () => Promise.resolve({ status: 200, url, movedTo: null, headers: {}, body: Buffer.from(body) }),
  };
  const { feed } = readersInThreads();
  const readers = {
    feed(...args: Parameters<Readers["feed"]>) {
      readings += 1;
      return feed(...args);
    },
  };
  let time = now.getTime();
  const clock = () => new Date(time);
  const feeds = createFeedFetcher({ http, readers, store: feedShelf(clock), now: clock });
  const titles = async () => {
    time += 2 * 3_600_000;
    return (await feeds.fetch(url)).items.map(({ title }) => title);
  };
  expect([await titles(), await titles(), readings]).toEqual([["Whales & ships"], ["Whales & ships"], 1]);
  body = RSS.replace("Whales", "Seals");
  expect([await titles(), readings]).toEqual([["Seals & ships"], 2]);
});
