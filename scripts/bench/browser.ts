import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { type Browser, chromium, type Page } from "@playwright/test";
import Database from "better-sqlite3";

import { median } from "#tests/support/built/load.ts";
import { idOf, type Person, signIn, startProduct } from "#tests/support/built/product.ts";
import { toolRows } from "#tests/support/generated-texts.ts";

import { findChromium } from "../../tests/support/test-programs.mjs";
import { type Bench, waitUntilIdle } from "./archives.ts";
import type { Goal } from "./report.ts";

const TOOLS = 10_000;
const ROUNDS = 3;
const QUIET_MS = 500;
const SCROLLED_PAGES = 50;
const ROW = "[data-row-open]";
const KEYS = ["a", "g", "e", "n", "t", "Backspace", "Backspace", "Backspace", "z", "z"];
const ROUTES = ["/", "/dashboard", "/news", "/arxiv", "/prompts", "/chapter-loop"];
const THREADS = [
  { what: "1,000 comments", comments: 1000, isDeep: false, ready: { atMost: 300 } },
  { what: "5,000 comments side by side", comments: 5000, isDeep: false, ready: {} },
  { what: "5,000 comments, each a reply to the one before", comments: 5000, isDeep: true, ready: {} },
];

declare global {
  interface Window {
    bench: { tasks: number[]; keys: number[]; paintMs: number; shift: number };
  }
}

/** Figures of one page view, in milliseconds except for the layout shift. */
interface Cost {
  readyMs: number;
  /** Sum of the time above 50 ms in all long tasks. */
  blockingMs: number;
  longestTaskMs: number;
  paintMs: number;
  shift: number;
}

/** Goals 12 to 14: large pages in a browser with a user's flags, on a processor that is four times slower. */
export async function browser(bench: Bench): Promise<void> {
  const { report, rows } = bench;
  const file = await bench.archive("news", rows / 10);
  const ours = await startProduct(file);
  const person = await signIn(ours, "reader");
  for (let first = 0; first < TOOLS; first += 1000)
    await person.call("POST", "/api/ai-tools/import", { rows: toolRows(1000, first) });
  await waitUntilIdle(file, { isScanned: false });
  const executablePath = findChromium();
  const chrome = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    // Root can't use the sandbox.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const open = (slowdown: number) => openPage(chrome, ours.origin, person, slowdown);
  for (const { path, what, selector, goals } of [
    {
      path: "/dashboard",
      what: `${TOOLS.toLocaleString("en-US")} tools`,
      selector: ROW,
      goals: { readyMs: { atMost: 1000 }, blockingMs: { atMost: 100 } },
    },
    {
      path: "/news",
      what: `${(rows / 10).toLocaleString("en-US")} articles`,
      selector: "article",
      goals: { readyMs: { atMost: 500 } },
    },
  ])
    for (const slowdown of [1, 4]) {
      const name = `${path} with ${what}${slowdown === 1 ? "" : `, ${slowdown} × slower`}`;
      const isJudged = slowdown === 1;
      const cost = await measureView(() => open(slowdown), ours.origin + path, selector);
      const always = { paintMs: { atMost: 2500 }, shift: { atMost: 0.1 } };
      const judged: Partial<Record<keyof Cost, Goal>> = isJudged ? { ...goals, ...always } : {};
      report.value(`${name}: ready`, cost.readyMs, "ms", judged.readyMs);
      report.value(`${name}: total blocking time`, cost.blockingMs, "ms", judged.blockingMs);
      report.value(`${name}: longest task`, cost.longestTaskMs, "ms");
      report.value(`${name}: largest contentful paint`, cost.paintMs, "ms", judged.paintMs);
      report.value(`${name}: cumulative layout shift`, cost.shift, "", judged.shift);
      report.value(
        `${name}: slowest key`,
        await measureTyping(() => open(slowdown), ours.origin + path, selector),
        "ms",
        isJudged ? { atMost: 100 } : {},
      );
    }
  const heap = await measureScrolling(await open(1), `${ours.origin}/news`);
  report.compare(
    `/news: heap after ${heap.pages} more pages, vs. the first`,
    heap.lastMb,
    heap.firstMb,
    "MB",
    { atMost: 1.5 },
  );
  for (const { what, comments, isDeep, ready } of THREADS) {
    // The newest reading is the first one in the list.
    const readingId = idOf(await person.call("POST", "/api/readings", { title: what, author: "Somebody" }));
    fillThread(file, readingId, comments, isDeep);
    const cost = await measureThread(() => open(1), `${ours.origin}/chapter-loop`);
    report.value(`a thread of ${what}: ready`, cost.readyMs, "ms", ready);
    report.value(`a thread of ${what}: longest task`, cost.longestTaskMs, "ms", { atMost: 100 });
  }
  for (const [index, path] of ROUTES.entries()) {
    const { initial, added } = await measureScripts(await open(1), ours.origin + path);
    if (index === 0) report.value("initial JavaScript, gzipped", initial, "kB", { atMost: 150 });
    report.value(`JavaScript that ${path} adds, gzipped`, added, "kB", { atMost: 60 });
  }
  await chrome.close();
  await ours.stop();
}

/** Opens an empty page for a signed-in person, with an empty cache. */
async function openPage(
  chrome: Browser,
  origin: string,
  { cookie }: Person,
  slowdown: number,
): Promise<Page> {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
  await context.addInitScript(() => {
    window.bench = { tasks: [], keys: [], paintMs: 0, shift: 0 };
    const observe = (type: string, handle: (entry: PerformanceEntry) => void, more = {}) => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) handle(entry);
      }).observe(Object.assign({ type, buffered: true }, more));
    };
    observe("longtask", ({ duration }) => window.bench.tasks.push(duration));
    observe("largest-contentful-paint", ({ startTime }) => (window.bench.paintMs = startTime));
    observe("layout-shift", (entry) => {
      if (Reflect.get(entry, "hadRecentInput") === false)
        window.bench.shift += Number(Reflect.get(entry, "value"));
    });
    observe(
      "event",
      ({ name: kind, duration }) => {
        if (/^key|^input$/u.test(kind)) window.bench.keys.push(duration);
      },
      { durationThreshold: 16 },
    );
  });
  const page = await context.newPage();
  if (slowdown > 1) await (await sessionOf(page)).send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return page;
}

const sessionOf = (page: Page) => page.context().newCDPSession(page);

/** Waits frame by frame in the page, so that the driver's time doesn't count. Returns the page's clock. */
const waitFor = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const check = () => {
          if (document.querySelector(wanted) === null) requestAnimationFrame(check);
          else requestAnimationFrame(() => resolve(performance.now()));
        };
        check();
      }),
    selector,
  );

async function readCost(page: Page, selector: string): Promise<Cost> {
  const readyMs = await waitFor(page, selector);
  await page.waitForTimeout(QUIET_MS);
  const { tasks, paintMs, shift } = await page.evaluate(() => window.bench);
  return {
    readyMs,
    blockingMs: tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    longestTaskMs: Math.max(0, ...tasks),
    paintMs,
    shift,
  };
}

/** Runs a measurement in a new context several times. */
async function repeat<Result>(
  open: () => Promise<Page>,
  measure: (page: Page) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await open();
    results.push(await measure(page));
    await page.context().close();
  }
  return results;
}

const medianCost = (costs: readonly Cost[]): Cost => {
  const medianOf = (key: keyof Cost) => median(costs.map((cost) => cost[key]));
  return {
    readyMs: medianOf("readyMs"),
    blockingMs: medianOf("blockingMs"),
    longestTaskMs: medianOf("longestTaskMs"),
    paintMs: medianOf("paintMs"),
    shift: medianOf("shift"),
  };
};

const measureView = async (open: () => Promise<Page>, address: string, selector: string): Promise<Cost> =>
  medianCost(
    await repeat(open, async (page) => {
      await page.goto(address, { waitUntil: "commit" });
      return readCost(page, selector);
    }),
  );

/** Measures the slowest key press in the search box of a list, by Event Timing. */
const measureTyping = async (open: () => Promise<Page>, address: string, selector: string): Promise<number> =>
  median(
    await repeat(open, async (page) => {
      await page.goto(address, { waitUntil: "commit" });
      await waitFor(page, selector);
      await page.waitForTimeout(QUIET_MS);
      await page.locator("[data-page-search]").focus();
      await page.evaluate(() => void (window.bench.keys = []));
      for (const key of KEYS) {
        await page.keyboard.press(key);
        await page.waitForTimeout(150);
      }
      await page.waitForTimeout(QUIET_MS);
      return Math.max(16, ...(await page.evaluate(() => window.bench.keys)));
    }),
  );

/** Measures the time from a click on the first reading until its comments are shown. */
const measureThread = async (open: () => Promise<Page>, address: string): Promise<Cost> =>
  medianCost(
    await repeat(open, async (page) => {
      await page.goto(address, { waitUntil: "commit" });
      await waitFor(page, ROW);
      await page.waitForTimeout(QUIET_MS);
      const clicked = await page.evaluate((row) => {
        window.bench.tasks = [];
        document.querySelector<HTMLElement>(row)?.click();
        return performance.now();
      }, ROW);
      const cost = await readCost(page, "[id^=comment-]");
      return { ...cost, readyMs: cost.readyMs - clicked };
    }),
  );

/** Measures the JavaScript heap after garbage collection: after the first page of a list, and after many more. */
async function measureScrolling(page: Page, address: string) {
  const pages: string[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().includes(".list")) pages.push(request.url());
  });
  await page.goto(address, { waitUntil: "commit" });
  await waitFor(page, "article");
  await page.waitForTimeout(QUIET_MS);
  const session = await sessionOf(page);
  const readHeap = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
  };
  const firstMb = await readHeap();
  const first = pages.length;
  for (let scroll = 0; scroll < SCROLLED_PAGES * 6 && pages.length - first < SCROLLED_PAGES; scroll += 1) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(100);
  }
  const lastMb = await readHeap();
  await page.context().close();
  return { firstMb, lastMb, pages: pages.length - first };
}

/** Measures the JavaScript that a page loads, in kB of gzip -9. `initial` are the files named in index.html. */
async function measureScripts(page: Page, address: string): Promise<{ initial: number; added: number }> {
  const files = new Set<string>();
  page.on("response", (response) => {
    const file = /\/assets\/[^/?]+\.js$/u.exec(new URL(response.url()).pathname)?.[0];
    if (file !== undefined) files.add(file);
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await page.context().close();
  const html = readFileSync("dist/client/index.html", "utf8");
  const sizes = { initial: 0, added: 0 };
  for (const file of files)
    sizes[html.includes(file) ? "initial" : "added"] +=
      gzipSync(readFileSync(join("dist/client", file)), { level: 9 }).length / 1024;
  return sizes;
}

/**
 * Inserts comments into the file of a running server, because thousands of calls would take longer than the
 * measurement.
 */
function fillThread(file: string, readingId: string, comments: number, isDeep: boolean): void {
  const sqlite = new Database(file, { timeout: 5000 });
  const insert =
    sqlite.prepare(`insert into comments (id, kind, itemId, parentId, content, userId, createdAt, updatedAt)
    select @id, 'reading', @readingId, @parentId, @content, id, @time, @time from users where usernameFolded = 'reader'`);
  const commentId = (number: number) =>
    `${isDeep ? 2 : 1}0000000-0000-4000-8000-${comments}${String(number).padStart(8, "0")}`;
  sqlite.transaction(() => {
    for (let number = 0; number < comments; number += 1)
      insert.run({
        id: commentId(number),
        readingId,
        parentId: isDeep && number > 0 ? commentId(number - 1) : null,
        content: `A remark, number ${number}`,
        time: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
      });
  })();
  sqlite.close();
}
