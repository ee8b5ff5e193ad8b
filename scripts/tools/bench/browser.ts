/**
 * What pages cost in a browser, of a product that runs already: the time until they can be used, how long they block,
 * the slowest key, memory, and the JavaScript that each brings. Times are in milliseconds, sizes in kB of gzip -9.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

import configuration from "../../../playwright.config.ts";
import { median } from "./load.ts";

/** Somebody who is signed in at a running product. */
export interface Visitor {
  origin: string;
  /** "session=…". */
  cookie: string;
}

export interface PageCost {
  /** From the begin of the navigation until the page shows what was asked for. */
  readyMs: number;
  /** Of every long task the part above 50 ms, until half a second after the page was ready. */
  blockingMs: number;
  longestTaskMs: number;
}

const QUIET_MS = 500;
const VIEWPORT = { width: 1280, height: 800 };

declare global {
  interface Window {
    benchTasks: number[];
    benchKeys: number[];
    benchReady: number;
  }
}

export const openBrowser = (): Promise<Browser> => chromium.launch(configuration.use?.launchOptions);

async function contextOf(browser: Browser, { origin, cookie }: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
  await context.addInitScript(() => {
    window.benchTasks = [];
    window.benchKeys = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.benchTasks.push(duration);
    }).observe({ type: "longtask", buffered: true });
    new PerformanceObserver((list) => {
      for (const { name: kind, duration } of list.getEntries())
        if (/^key|^input$/u.test(kind)) window.benchKeys.push(duration);
      // The types do not know the threshold yet.
    }).observe(Object.assign({ type: "event", buffered: true }, { durationThreshold: 16 }));
  });
  return context;
}

/** Waits in the page itself, frame by frame, so that the time is the page's and not the driver's. */
const waitFor = (page: Page, selector: string, text: string) =>
  page.evaluate(
    ([wanted = "", words = ""]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const found = [...document.querySelectorAll(wanted)].some(({ textContent }) =>
            textContent.includes(words),
          );
          if (found) requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [selector, text],
  );

async function costUntil(
  page: Page,
  go: () => Promise<unknown>,
  selector: string,
  text: string,
): Promise<PageCost> {
  await go();
  const readyMs = await waitFor(page, selector, text);
  await page.waitForTimeout(QUIET_MS);
  const tasks = await page.evaluate(() => window.benchTasks);
  return {
    readyMs,
    blockingMs: tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    longestTaskMs: Math.max(0, ...tasks),
  };
}

/** Opens a page anew each time, with nothing cached; the median of the rounds. */
export async function measurePage(
  browser: Browser,
  visitor: Visitor,
  {
    path,
    selector,
    text = "",
    rounds = 5,
  }: { path: string; selector: string; text?: string; rounds?: number },
): Promise<PageCost> {
  const costs: PageCost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await contextOf(browser, visitor);
    const page = await context.newPage();
    costs.push(
      await costUntil(page, () => page.goto(visitor.origin + path, { waitUntil: "commit" }), selector, text),
    );
    await context.close();
  }
  const medianOf = (key: keyof PageCost) => median(costs.map((cost) => cost[key]));
  return {
    readyMs: medianOf("readyMs"),
    blockingMs: medianOf("blockingMs"),
    longestTaskMs: medianOf("longestTaskMs"),
  };
}

/** The slowest key of those typed into the search box of a list, by Event Timing; the median of the rounds. */
export async function measureTyping(
  browser: Browser,
  visitor: Visitor,
  {
    path,
    selector,
    keys = ["a", "g", "e", "n", "t", "Backspace", "Backspace", "Backspace", "z", "z"],
    rounds = 5,
  }: {
    path: string;
    selector: string;
    keys?: readonly string[];
    rounds?: number;
  },
): Promise<number> {
  const slowest: number[] = [];
  const context = await contextOf(browser, visitor);
  for (let round = 0; round < rounds; round += 1) {
    const page = await context.newPage();
    await page.goto(visitor.origin + path, { waitUntil: "commit" });
    await waitFor(page, selector, "");
    await page.waitForTimeout(QUIET_MS);
    await page.locator("[data-page-search]").focus();
    await page.evaluate(() => {
      window.benchKeys = [];
    });
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(150);
    }
    await page.waitForTimeout(QUIET_MS);
    slowest.push(Math.max(16, ...(await page.evaluate(() => window.benchKeys))));
    await page.close();
  }
  await context.close();
  return median(slowest);
}

/** What a click in an open page costs, such as opening a thread: from the click until the selector is there. */
export async function measureClick(
  browser: Browser,
  visitor: Visitor,
  { path, click, selector, rounds = 5 }: { path: string; click: string; selector: string; rounds?: number },
): Promise<PageCost> {
  const costs: PageCost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await contextOf(browser, visitor);
    const page = await context.newPage();
    await page.goto(visitor.origin + path, { waitUntil: "commit" });
    await waitFor(page, click, "");
    await page.waitForTimeout(QUIET_MS);
    const before = await page.evaluate((wanted) => {
      window.benchTasks = [];
      document.querySelector<HTMLElement>(wanted)?.click();
      return performance.now();
    }, click);
    const cost = await costUntil(page, () => Promise.resolve(), selector, "");
    costs.push({ ...cost, readyMs: cost.readyMs - before });
    await context.close();
  }
  const medianOf = (key: keyof PageCost) => median(costs.map((cost) => cost[key]));
  return {
    readyMs: medianOf("readyMs"),
    blockingMs: medianOf("blockingMs"),
    longestTaskMs: medianOf("longestTaskMs"),
  };
}

/** The JavaScript heap in MB after the first page of an endless list and after so many more, garbage collected. */
export async function measureScrolling(
  browser: Browser,
  visitor: Visitor,
  { path, selector, pages = 50 }: { path: string; selector: string; pages?: number },
): Promise<{ firstMb: number; lastMb: number; requests: number }> {
  const context = await contextOf(browser, visitor);
  const page = await context.newPage();
  const seen: string[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().includes(".list")) seen.push(request.url());
  });
  await page.goto(visitor.origin + path, { waitUntil: "commit" });
  await waitFor(page, selector, "");
  const session = await context.newCDPSession(page);
  const heapMb = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize / 1e6;
  };
  await page.waitForTimeout(QUIET_MS);
  const firstMb = await heapMb();
  const before = seen.length;
  for (const _try of Array.from({ length: pages * 6 })) {
    if (seen.length - before >= pages) break;
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(100);
  }
  const lastMb = await heapMb();
  await context.close();
  return { firstMb, lastMb, requests: seen.length - before };
}

/** The JavaScript that a fresh browser loads for a page until nothing more comes; `initial` is what index.html names. */
export async function measureRouteScripts(
  browser: Browser,
  visitor: Visitor,
  path: string,
): Promise<{ initial: number; added: number }> {
  const context = await contextOf(browser, visitor);
  const page = await context.newPage();
  const files = new Set<string>();
  page.on("response", (response) => {
    const file = /\/assets\/[^/?]+\.js$/u.exec(new URL(response.url()).pathname)?.[0];
    if (file !== undefined) files.add(file);
  });
  await page.goto(visitor.origin + path, { waitUntil: "networkidle" });
  await context.close();
  const html = readFileSync("dist/client/index.html", "utf8");
  const sum = (names: readonly string[]) =>
    names.reduce(
      (total, file) => total + gzipSync(readFileSync(join("dist/client", file)), { level: 9 }).length / 1024,
      0,
    );
  const isInitial = (file: string) => html.includes(file);
  return {
    initial: sum([...files].filter(isInitial)),
    added: sum([...files].filter((file) => !isInitial(file))),
  };
}
