import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { forgetBundledFeeds, type Program, withAda } from "#tests/support/program.ts";
import { startUpstreams, type StubUpstreams, type UpstreamContents } from "#tests/support/stub-upstreams.ts";

async function upstreamsWith(contents: UpstreamContents): Promise<StubUpstreams> {
  const upstreams = await startUpstreams(contents);
  onTestFinished(() => upstreams.close());
  return upstreams;
}

/** A program with one tool and without feeds on the internet. */
async function withClaude(url: string): Promise<Program> {
  const stackloop = await withAda();
  writeFileSync(join(stackloop.folder, "tools.csv"), `Name,URL\nClaude,${url}\n`);
  const { code } = await stackloop.run(["import", "tools.csv"]);
  expect(code).toBe(0);
  await forgetBundledFeeds(stackloop);
  return stackloop;
}

test("news are fetched from a shell, and a failed source is reported in one line", async () => {
  const { environment, hackerNews } = await upstreamsWith({
    stories: [
      {
        objectID: "1",
        title: "Claude on Hacker News",
        url: "https://news.example/claude",
        created_at: new Date().toISOString(),
      },
    ],
  });
  const stackloop = await withClaude("");
  const first = await stackloop.run(["fetch", "news"], environment);
  expect(first).toEqual({ code: 0, stdout: "1 tools, 0 feeds, 1 answered, 1 added\n", stderr: [] });
  hackerNews.answerAlways({ status: 400 });
  const second = await stackloop.run(["fetch", "news"], environment);
  expect(second).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^Hacker News: .+\n/u),
    stderr: [expect.stringContaining("The only source failed")],
  });
});

test("release notes are fetched from a shell and stored", async () => {
  const { environment, github } = await upstreamsWith({
    releases: { "acme/claude": [{ tag: "v2.0.0", published: "2026-01-02T03:04:05Z" }] },
  });
  const stackloop = await withClaude(`${github.origin}/acme/claude`);
  const { code, stdout } = await stackloop.run(["fetch", "release-notes"], environment);
  expect([code, stdout.split("\n").at(-2)]).toEqual([0, "1 tools, 1 answered, 1 added"]);
  await stackloop.run(["export", "json", "tools.json"]);
  const [claude] = JSON.parse(readFileSync(join(stackloop.folder, "tools.json"), "utf8"));
  expect(claude.releaseNotes).toEqual([
    { date: "2026-01-02", url: "https://github.com/acme/claude/releases/tag/v2.0.0" },
  ]);
});
