import { gzipSync } from "node:zlib";

import type { Page } from "@playwright/test";

import { pages } from "#client/slices.ts";

import { expect, test } from "./product.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

interface Request {
  path: string;
  /** "link" for requests from the Link header. */
  by: string;
}

/** The requests of a page until the network is idle, in the order of their replies. */
async function requestsOf(page: Page, address: string): Promise<Request[]> {
  await page.goto(address, { waitUntil: "networkidle" });
  // A busy machine may run the scripts only after the network was idle.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("account.me")),
  );
  const entries = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, initiatorType }) => ({ name, by: initiatorType })),
  );
  return entries.map(({ name, by }) => ({ path: new URL(name).pathname, by }));
}

const addressOf = (path: string) => path.replace(":id", "none");
const PAGES = pages.map(({ path }) => addressOf(path));
const FIRST_CALLS = new Set(pages.flatMap(({ path, firstCalls }) => (firstCalls ? [addressOf(path)] : [])));

const isCall = ({ path }: Request) => /^\/(?:api|trpc)\//u.test(path);

/** Files that no page waits for. The panel is shown to visitors, and to others while the session loads slowly. */
const COMES_AFTERWARDS = /\/(?:live-updates|marketing-panel)-[^/]+\.js$/u;
const IS_ASIDE = /^\/trpc\/(?:[\w.]+,)*(?:events\.(?:visit|unseen)|inbox\.count)$/u;

/** Sorted, because the order of the replies varies. */
const inOrder = (calls: Request[]) => calls.toSorted((a, b) => (a.path < b.path ? -1 : 1));

const callsOf = async (page: Page, address: string) =>
  inOrder(
    (await requestsOf(page, address)).filter((request) => isCall(request) && !IS_ASIDE.test(request.path)),
  );

const WHO = { path: "/trpc/auth.entry,account.me", by: "link" };

for (const [path, ...lists] of [
  ["/dashboard", "/api/ai-tools", "/api/verdicts"],
  ["/prompts", "/api/prompts", "/trpc/prompts.stars"],
  ["/chapter-loop", "/trpc/readings.list"],
] as const) {
  test(
    `${path} requests the user and its list once, while the scripts load`,
    thoroughUnless(path === "/dashboard"),
    async ({ ada }) => {
      const calls = lists.map((list) => ({ path: list, by: "link" }));
      expect(await callsOf(ada.page, path)).toEqual(inOrder([WHO, ...calls]));
    },
  );
}

test(
  "/ requests the user, other people's changes, overdue verdicts and its list once, while the scripts load",
  THOROUGH,
  async ({ ada }) => {
    const calls = await callsOf(ada.page, "/");
    expect(calls).toEqual(
      inOrder([
        WHO,
        { path: "/trpc/events.since", by: "link" },
        { path: "/trpc/verdicts.overdue,search.questions,tools.list", by: "link" },
      ]),
    );
  },
);

for (const path of PAGES.filter((one) => !FIRST_CALLS.has(one))) {
  test(
    `${path} requests the user once, while the scripts load`,
    thoroughUnless(path === "/news"),
    async ({ ada }) => {
      const calls = await callsOf(ada.page, path);
      expect(calls.filter(({ path: call, by }) => by === "link" || call.includes("account.me"))).toEqual([
        WHO,
      ]);
    },
  );
}

test("no page needs more than eight scripts", async ({ ada }) => {
  for (const path of PAGES) {
    const reply = await ada.page.request.get(path);
    const early = [...(reply.headers()["link"] ?? "").matchAll(/rel=modulepreload/gu)];
    const first = [...(await reply.text()).matchAll(/(?:src|href)="[^"]+\.js"/gu)];
    expect(early.length, path).toBeGreaterThan(0);
    expect(early.length + first.length, path).toBeLessThanOrEqual(8);
  }
});

test("the scripts of every page are small: 150 kB for sign-in and shell, 90 kB more for a page", async ({
  ada,
}) => {
  const { request } = ada.page;
  const sizeOf = async (files: readonly string[]) => {
    const bodies = await Promise.all(files.map(async (file) => (await request.get(file)).body()));
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  };
  for (const path of PAGES) {
    const reply = await request.get(path);
    const first = [...(await reply.text()).matchAll(/(?:src|href)="([^"]+\.js)"/gu)];
    const own = [...(reply.headers()["link"] ?? "").matchAll(/<([^>]+)>; rel=modulepreload/gu)];
    expect(await sizeOf(first.map(([, file = ""]) => file)), path).toBeLessThanOrEqual(150_000);
    expect(await sizeOf(own.map(([, file = ""]) => file)), path).toBeLessThanOrEqual(90_000);
  }
});

for (const path of PAGES) {
  test(`${path} loads all of its scripts at once`, thoroughUnless(path === "/"), async ({ ada }) => {
    const reply = await ada.page.request.get(path);
    const link = reply.headers()["link"] ?? "";
    // Some proxies limit all headers together to 4 KB.
    expect(link.length).toBeLessThan(2500);
    const named = [...link.matchAll(/<([^>]+)>; rel=modulepreload/gu)];
    const html = await reply.text();
    const requests = await requestsOf(ada.page, path);
    const own = requests
      .map(({ path: file }) => file)
      .filter((file) => file.endsWith(".js") && !html.includes(file) && !COMES_AFTERWARDS.test(file));
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own)).toEqual(new Set(named.map(([, file]) => file)));
  });
}

test("an unchanged list of tools is not sent again, and is deleted after signing out", async ({ ada }) => {
  const { page } = ada;
  for (let index = 0; index < 40; index += 1)
    await page.request.post("/api/ai-tools", {
      data: { name: `Tool ${index}`, notes: `${index * 7919} `.repeat(200) },
    });
  const bytesOfList = () =>
    page.evaluate(() => {
      const [entry] = performance.getEntriesByName(new URL("/api/ai-tools", location.href).href);
      return entry instanceof PerformanceResourceTiming ? [entry.transferSize, entry.encodedBodySize] : [];
    });
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  const [sent = 0, size = 0] = await bytesOfList();
  expect(sent).toBeGreaterThan(size);
  await page.goto("/dashboard", { waitUntil: "networkidle" });
  const [sentAgain = 0, sizeAgain = 0] = await bytesOfList();
  expect(sizeAgain).toBe(size);
  expect(sentAgain).toBeLessThan(size / 2);

  const statusInCache = () =>
    page.evaluate(async () => {
      try {
        return (await fetch("/api/ai-tools", { cache: "only-if-cached", mode: "same-origin" })).status;
      } catch {
        return null;
      }
    });
  expect(await statusInCache()).toBe(200);
  await page.evaluate(() => fetch("/api/logout", { method: "POST" }));
  await expect.poll(statusInCache).not.toBe(200);
});

test("a visitor's page requests nothing while the scripts load, and logs no error", async ({ visitor }) => {
  const errors: string[] = [];
  visitor.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(message.text());
  });
  expect(await callsOf(visitor, "/dashboard")).toEqual([{ ...WHO, by: "fetch" }]);
  await visitor.context().addCookies([{ name: "session", value: "a".repeat(40), url: visitor.url() }]);
  expect(await callsOf(visitor, "/dashboard")).toEqual([{ ...WHO, by: "fetch" }]);
  expect(errors).toEqual([]);
});

test("a page with a one-time link requests its purpose once", THOROUGH, async ({ ada }) => {
  const calls = await callsOf(ada.page, "/?invite=spent");
  expect(calls.filter(({ path }) => path.includes("account.me"))).toEqual([{ ...WHO, by: "fetch" }]);
});
