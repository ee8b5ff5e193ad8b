/**
 * `node tests/verify/screens.ts [NAME…]`: opens every screen and dialog in windows of several sizes and lists what a
 * user would call broken: sideways scroll, words broken across lines, content that moves while it loads or in spite of
 * reduced motion, lost focus, dialogs whose content has no room, and axe's findings.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { type BrowserContext, chromium, type Page } from "@playwright/test";
import type axe from "axe-core";

import configuration from "../../playwright.config.ts";
import { type PicturedProduct, startProduct } from "../screenshots/pictured-product.ts";
import { createSampleItems, post } from "../screenshots/sample-items.ts";
import { demoShots, emptyShots, filledShots, type Shot, visitorShots } from "../screenshots/shots.ts";

/** A wide window at 200 % zoom is 640 × 450 pixels, one at 400 % is 320 × 256. */
const HEIGHTS = new Map([
  [320, 256],
  [390, 844],
  [640, 450],
  [768, 900],
  [834, 900],
  [1024, 900],
  [1440, 900],
  [1920, 900],
]);
const AXE_WIDTHS = new Set([390, 1440]);
/** Rules for level AA, best practices and experimental rules. */
const AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"];
const LOOKS = [{ colorScheme: "light" }, { colorScheme: "dark" }, { forcedColors: "active" }] as const;
/** The least share of the window for a dialog's content. */
const MIN_CONTENT_SHARE = 0.5;
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
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch(configuration.use?.launchOptions);
const findings = new Map<string, Set<string>>();
try {
  await inEveryWindow("empty", async ({ request }) => {
    await post(request, "/api/register", { username: "pictured", password: "secret-pass" });
    return emptyShots;
  });
  await inEveryWindow("demo", () => demoShots);
  await inEveryWindow("team", () => visitorShots);
  await inEveryWindow("team", async ({ request }, product) => {
    await product.signIn(request);
    return filledShots(await createSampleItems(request));
  });
} finally {
  await browser.close();
}
for (const [finding, widths] of findings) console.log(`${finding} (${[...widths].join(", ")})`);
console.log(findings.size === 0 ? "no findings" : `${findings.size} findings`);
if (findings.size > 0) process.exitCode = 1;

/** Checks the states that `prepare` returns, with its session. */
async function inEveryWindow(
  data: "empty" | "demo" | "team",
  prepare: (context: BrowserContext, product: PicturedProduct) => readonly Shot[] | Promise<readonly Shot[]>,
): Promise<void> {
  const product = await startProduct({ data });
  try {
    const { origin: baseURL } = product;
    const preparing = await browser.newContext({ baseURL });
    const shots = await prepare(preparing, product);
    const storageState = await preparing.storageState();
    await preparing.close();
    for (const [width, height] of HEIGHTS) {
      const viewport = { width, height };
      const context = await browser.newContext({
        baseURL,
        storageState,
        viewport,
        reducedMotion: "reduce",
        bypassCSP: true,
      });
      await check(context, shots, width);
      await context.close();
    }
  } finally {
    await product.stop();
  }
}

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
      if (shift.sum > MAX_SHIFT)
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
      const faults = [
        ...(await page.evaluate(findLayoutFaults, MAX_WORD_LENGTH)),
        ...(await page.evaluate(findMotion)),
        ...(await page.evaluate(findNarrowDialogs, MIN_CONTENT_SHARE)),
      ];
      for (const fault of faults) report(name, fault, width);
      if (AXE_WIDTHS.has(width)) await runAxe(page, name, width);
    } catch (error) {
      report(name, String(error).split("\n")[0] ?? "failed", width);
    }
  }
  await page.close();
}

async function runAxe(page: Page, name: string, width: number): Promise<void> {
  await page.evaluate(axeSource);
  for (const look of LOOKS) {
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none", ...look });
    const found = await page.evaluate(async (values) => {
      const results = await window.axe?.run({
        runOnly: { type: "tag", values },
        // The toasts' library has focusable elements without a role.
        rules: { "focus-order-semantics": { enabled: false } },
        resultTypes: ["violations"],
      });
      return (
        results?.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`) ?? [
          "axe did not run",
        ]
      );
    }, AXE_RULES);
    for (const finding of found) report(name, `axe ${finding}`, `${width} ${Object.values(look).join(" ")}`);
  }
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
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

/** Runs in the page: animations that take time although the user wants none. */
function findMotion(): string[] {
  return document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getTiming().duration) > 1)
    .map(({ effect }) => `moves: ${effect instanceof KeyframeEffect ? effect.target?.className : ""}`);
}

/** Runs in the page: an open dialog whose scrolling content has less than its share of a short window. */
function findNarrowDialogs(minShare: number): string[] {
  if (innerHeight > 480) return [];
  const heights = [...document.querySelectorAll("[role=dialog] *, [role=alertdialog] *")]
    .filter(
      (element) =>
        element.scrollHeight > element.clientHeight + 1 &&
        /auto|scroll/u.test(getComputedStyle(element).overflowY),
    )
    .map(({ clientHeight }) => clientHeight);
  const height = Math.max(...heights);
  return heights.length > 0 && height < minShare * innerHeight
    ? [`the dialog's content has ${height} of ${innerHeight} px`]
    : [];
}
