import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

import { expect, test } from "vitest";

import { testServer } from "#tests/support/test-app.ts";

const site = join(import.meta.dirname, "../../dist/docs");
const files = globSync("**/*", { cwd: site });
const pages = new Map(
  files
    .filter((file) => file.endsWith(".html"))
    .map((file) => [file, readFileSync(join(site, file), "utf8")] as const),
);

test("every link on the documentation site leads to a page, an anchor or a file", () => {
  expect(pages.size).toBeGreaterThan(20);
  const anchors = new Map(
    [...pages].map(([file, html]) => [
      file,
      new Set([...html.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id)),
    ]),
  );
  const dead = [...pages].flatMap(([file, html]) =>
    [...html.matchAll(/ (?:href|src|srcset)="([^"]*)"/gu)]
      .map(([, link = ""]) => link)
      .filter((link) => {
        if (/^(?:https?|mailto):/u.test(link)) return false;
        const [path = "", anchor] = link.split("#");
        const target = path === "" ? file : posix.join(posix.dirname(file), decodeURI(path));
        return (
          !files.includes(target) || (anchor !== undefined && !anchors.get(target)?.has(decodeURI(anchor)))
        );
      })
      .map((link) => `${file}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test("the documentation needs no session and no inline script or style", async () => {
  const { origin } = await testServer();
  const home = await fetch(`${origin}/docs`);
  expect(home.status).toBe(200);
  expect(home.url).toBe(`${origin}/docs/`);
  expect(home.headers.get("content-security-policy")).toContain("script-src 'self'");
  for (const html of pages.values())
    expect(html).not.toMatch(/<script(?![^>]+src=)|<style| style=| on\w+="/u);
  expect((await fetch(`${origin}/docs/user`)).status).toBe(200);
  expect((await fetch(`${origin}/docs?from=mail`)).url).toBe(`${origin}/docs/`);
  expect((await fetch(`${origin}/docs`, { method: "POST" })).status).toBe(405);
  const example = await fetch(`${origin}/docs/files/deploy/nginx.conf.txt`);
  expect(example.headers.get("content-type")).toContain("text/plain");
});

test("llms.txt lists the pages with a sentence about each", async () => {
  const { origin } = await testServer();
  const text = await (await fetch(`${origin}/llms.txt`)).text();
  expect(text).toMatch(/^# StackLoop\n\n> \S.+\n\n## /u);
  const entries = text.split("\n").filter((line) => line.startsWith("- "));
  for (const entry of entries)
    expect(entry).toMatch(/^- \[[^\]]+\]\(\/docs\/[\w/-]+\.html\): [A-Z“`].+[.:]$/u);
  const addresses = entries.map((entry) => /\((.+?)\)/u.exec(entry)?.[1] ?? "");
  const replies = await Promise.all(addresses.map((address) => fetch(`${origin}${address}`)));
  expect(replies.map(({ status }) => status)).toEqual(addresses.map(() => 200));
});
