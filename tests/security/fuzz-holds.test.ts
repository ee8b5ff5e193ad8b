import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import type { Workers } from "#server/workers/workers.ts";
import { inlineWorkers } from "#tests/support/inline-workers.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";
import { signedUpAdmin, testServer } from "#tests/support/test-app.ts";

const ROOT = join(import.meta.dirname, "../..");
const IMPORTS =
  /(?:^|\n)\s*(?:import|export)(?! type)[^;]*?from "([^"]+)"|import\("([^"]+)"\)|\nimport "([^"]+)"/gu;

/** The file of a local import, or null for a library. */
function fileOf(wanted: string, from: string): string | null {
  if (wanted.startsWith(".")) return join(dirname(from), wanted);
  const own = /^#(server|shared|db)\/(.+)/u.exec(wanted);
  if (!own) return null;
  return join(ROOT, own[1] === "db" ? "db" : `src/${own[1]}`, own[2] ?? "");
}

/**
 * Every library that a module loads, directly or through its imports, with the modules that do. Threads load tasks.
 */
function librariesOf(entry: string): Map<string, ReadonlySet<string>> {
  const libraries = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const waiting = [join(ROOT, entry)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !file.endsWith(".ts")) continue;
    seen.add(file);
    const isTaskTable = file.endsWith("workers/task-table.ts");
    for (const [, fixed, lazy, bare] of readFileSync(file, "utf8").matchAll(IMPORTS)) {
      const wanted = fixed ?? bare ?? (isTaskTable ? undefined : lazy);
      if (wanted === undefined) continue;
      const next = fileOf(wanted, file);
      if (next === null)
        libraries.set(wanted, new Set(libraries.get(wanted)).add(file.slice(ROOT.length + 1)));
      else waiting.push(next);
    }
  }
  return libraries;
}

/** Libraries that parse documents in time that depends on their author. */
const PARSERS = new Set([
  "cheerio",
  "decode-bmp",
  "feedsmith",
  "html-to-text",
  "htmlparser2",
  "papaparse",
  "robots-parser",
  "saxes",
  "yaml",
]);

/** Parsers that the main thread may load, by the modules that use them without blocking it. */
const HARMLESS = new Map([
  // Write feeds, and the list of feeds.
  [
    "feedsmith",
    new Set(["src/server/outside/feeds/written-feed.ts", "src/server/outside/news/news-source.ts"]),
  ],
  // Reads at most 100,000 letters at a time.
  ["html-to-text", new Set(["src/server/outside/pages/html-text.ts"])],
  // Writes CSV, and reads files for the command line. The task imports.plan parses files sent to a server.
  [
    "papaparse",
    new Set(["src/server/kernel/exports/text-writers.ts", "src/server/kernel/imports/read-rows.ts"]),
  ],
]);

test("no parser for untrusted documents is loaded into the thread that replies to requests", () => {
  const libraries = librariesOf("src/server/commands/serve.ts");
  // Otherwise this test would check nothing.
  expect([...libraries.keys()]).toEqual(expect.arrayContaining(["express", "kysely", "undici", "zod"]));
  expect(new Map([...libraries].filter(([name]) => PARSERS.has(name)))).toEqual(HARMLESS);
});

const SITE = {
  "/robots.txt": "User-agent: *\nDisallow: /private",
  "/": "<!doctype html><title>Whale</title><p>Text",
  "/feed.xml":
    '<rss version="2.0"><channel><title>News</title><item><title>A</title><link>https://a.example/1</link></item></channel></rss>',
  "/icon.svg": {
    headers: { "content-type": "image/svg+xml" },
    body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
  },
};

/** The product with a record of every task for its threads. */
async function noting() {
  const upstreams = await startUpstreams({ site: SITE });
  onTestFinished(() => upstreams.close());
  const tasks: string[] = [];
  const inline = inlineWorkers();
  const workers: Workers = {
    run(name, input, options) {
      tasks.push(name);
      return inline.run(name, input, options);
    },
    stop: () => inline.stop(),
  };
  const { app, origin } = await testServer(upstreams.environment, workers);
  const admin = await signedUpAdmin(app, origin);
  return { admin, tasks, site: upstreams.site.origin };
}

describe("untrusted documents are parsed off the main thread", () => {
  test.each([
    ["a feed", "feeds.read", "/trpc/feeds.add", (site: string) => ({ url: `${site}/feed.xml` })],
    ["a web page", "pages.read", "/trpc/readings.lookup", (site: string) => ({ isbnOrUrl: `${site}/` })],
    ["a robots.txt", "robots.check", "/trpc/readings.lookup", (site: string) => ({ isbnOrUrl: `${site}/` })],
    ["a picture", "uploads.find", "/trpc/pictures.check", (site: string) => ({ url: `${site}/icon.svg` })],
    ["a CSV file", "imports.plan", "/trpc/imports.tools", () => ({ format: "csv", content: "name\nA\n" })],
    ["JSON rows", "imports.plan", "/trpc/imports.readings", () => ({ rows: [{ title: "A", author: "B" }] })],
    ["BibTeX", "imports.bibtex", "/trpc/imports.bibtexRows", () => ({ content: "@book{a, title = {T}}" })],
  ])("%s, by the task %s", async (_what, task, path, input) => {
    const { admin, tasks, site } = await noting();
    expect(await admin.call("POST", path, input(site))).toMatchObject({ status: 200 });
    expect(tasks).toContain(task);
  });

  test("stories on Hacker News, by the task stories.read", async () => {
    const { admin, tasks } = await noting();
    const { body: tool } = await admin.call("POST", "/api/ai-tools", { name: "Whale" });
    expect(await admin.call("POST", "/trpc/news.fetchForTool", { id: tool.id })).toMatchObject({
      status: 200,
    });
    expect(tasks).toContain("stories.read");
  });

  test("an upload, by the task uploads.check", async () => {
    const { admin, tasks } = await noting();
    const { body } = await admin.call("POST", "/api/logos/upload", { fileExtension: "svg" });
    const { status } = await fetch(body.uploadURL, {
      method: "PUT",
      headers: { cookie: admin.cookie(), "content-type": "image/svg+xml" },
      body: SITE["/icon.svg"].body,
    });
    expect([status, tasks]).toEqual([200, ["uploads.check"]]);
  });
});
