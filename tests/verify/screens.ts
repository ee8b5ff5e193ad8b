/**
 * `node tests/verify/screens.ts [NAME…]`: opens every screen and dialog at seven widths and lists what a user would call
 * broken: sideways scroll, words broken across lines, content that moves while it loads, lost focus, and axe's findings.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type BrowserContext, chromium, type Page } from "@playwright/test";
import type axe from "axe-core";

import { startServer } from "#tests/support/built/processes.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";

import configuration from "../../playwright.config.ts";
import { outsideWorld } from "../screenshots/outside-world.ts";
import { filledShots, type Shot, visitorShots } from "../screenshots/shots.ts";
import { makeThings, post } from "../screenshots/things.ts";

const WIDTHS = [320, 390, 768, 834, 1024, 1440, 1920];
const SHIFT_WIDTHS = new Set([390, 768, 1440]);
const AXE_WIDTHS = new Set([390, 1440]);
/** Largest cumulative layout shift of a page that loads. */
const MAX_SHIFT = 0.05;
/** Words of more letters may break. */
const MAX_WORD_LENGTH = 16;

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

declare global {
  interface Window {
    shift: { sum: number; sources: string[] };
    axe?: typeof axe;
  }
}

const names = process.argv.slice(2);
const program = "dist/server/stackloop.cjs";
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const data = mkdtempSync(join(tmpdir(), "stackloop-screens-"));
const upstreams = await startUpstreams(outsideWorld);
const environment = {
  ...upstreams.environment,
  NODE_ENV: "production",
  PORT: "0",
  LOG_LEVEL: "warn",
  RATE_LIMITS: "off",
  DATABASE_URL: `file:${join(data, "filled.db")}`,
  NIGHTLY_CRON: "",
  NEWS_CRON: "",
  BACKUP_CRON: "",
};
const printed = execFileSync(process.execPath, [program, "demo"], {
  env: { ...process.env, ...environment },
}).toString();
const server = await startServer([program, "serve"], { environment, path: "/readyz" });
const browser = await chromium.launch(configuration.use?.launchOptions);
const findings = new Map<string, Set<string>>();
try {
  const signedIn = await browser.newContext({ baseURL: server.origin });
  await post(signedIn.request, "/api/login", {
    username: "demo",
    password: /password (\S+)/u.exec(printed)?.[1],
  });
  const things = await makeThings(signedIn.request);
  const storageState = await signedIn.storageState();
  for (const width of WIDTHS) {
    const options = {
      baseURL: server.origin,
      viewport: { width, height: width < 768 ? 844 : 900 },
      reducedMotion: "reduce",
      bypassCSP: true,
    } as const;
    const visitor = await browser.newContext(options);
    await check(visitor, visitorShots, width);
    await visitor.close();
    const user = await browser.newContext({ ...options, storageState });
    await check(user, filledShots(things), width);
    await user.close();
  }
} finally {
  await browser.close();
  await server.stop();
  await upstreams.close();
  rmSync(data, { recursive: true, force: true });
}
for (const [finding, widths] of findings) console.log(`${finding} (${[...widths].join(", ")})`);
console.log(findings.size === 0 ? "no findings" : `${findings.size} findings`);
if (findings.size > 0) process.exitCode = 1;

function report(screen: string, finding: string, where: number | string): void {
  const line = `${screen}: ${finding}`;
  findings.set(line, (findings.get(line) ?? new Set()).add(String(where)));
}

async function check(context: BrowserContext, shots: readonly Shot[], width: number): Promise<void> {
  await context.addInitScript(watchShifts);
  const page = await context.newPage();
  const dialog = page.locator("[role=dialog], [role=alertdialog]").first();
  for (const { name, path, act, isDialog } of shots) {
    if (names.length > 0 && !names.includes(name)) continue;
    try {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      const shift = await page.evaluate(() => window.shift);
      if (SHIFT_WIDTHS.has(width) && shift.sum > MAX_SHIFT)
        report(
          name,
          `content moves by ${shift.sum.toFixed(2)}: ${[...new Set(shift.sources)].slice(0, 4).join("; ")}`,
          width,
        );
      if (isDialog === "by address") await dialog.waitFor({ state: "attached" });
      await act?.(page);
      if (isDialog === "by hand") await dialog.waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      if (act && (await page.evaluate(() => document.activeElement === document.body)))
        report(name, "no element has the focus", width);
      for (const finding of await page.evaluate(findLayoutFaults, MAX_WORD_LENGTH))
        report(name, finding, width);
      if (AXE_WIDTHS.has(width)) await runAxe(page, name, width);
    } catch (error) {
      report(name, String(error).split("\n")[0] ?? "failed", width);
    }
  }
  await page.close();
}

async function runAxe(page: Page, name: string, width: number): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axeSource);
    const found = await page.evaluate(async () => {
      const results = await window.axe?.run({ resultTypes: ["violations"] });
      return (
        results?.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`) ?? [
          "axe did not run",
        ]
      );
    });
    for (const finding of found) report(name, `axe ${finding}`, `${width} ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Runs in the page: sums the layout shifts that no input caused. */
function watchShifts(): void {
  window.shift = { sum: 0, sources: [] };
  new PerformanceObserver((list) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library has no type for these entries
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      window.shift.sum += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        window.shift.sources.push(
          `${element?.tagName.toLowerCase()} "${(element?.textContent ?? "").slice(0, 30)}" from ${previousRect.y} to ${currentRect.y}`,
        );
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs in the page: sideways scroll, and short words that are broken across lines. */
function findLayoutFaults(maxWordLength: number): string[] {
  const faults: string[] = [];
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess > 0) faults.push(`the page scrolls sideways by ${excess} px`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    for (const match of (node.textContent ?? "").matchAll(/[^\s\-–—]+/gu)) {
      if (match[0].length > maxWordLength) continue;
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const tops = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
      if (tops.size > 1) {
        faults.push(`the word "${match[0]}" breaks across lines`);
        break;
      }
    }
  }
  return faults;
}
