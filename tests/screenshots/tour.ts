/**
 * `npm run screenshots -- tour`: an animation of 20 seconds for the README, from the demo's data, as an animated
 * WebP. Each frame is a screenshot that stays for some time.
 */
import type { Browser, BrowserContext } from "@playwright/test";
import sharp from "sharp";

import type { SampleItems } from "./shots.ts";

const SIZE = { width: 1200, height: 750 };
const MAX_BYTES = 3_000_000;
const FILE = "docs/screenshots/tour.webp";

/** True once no visible paragraph contains TeX. */
const areFormulasDrawn = (): boolean =>
  [...document.querySelectorAll("main p")].every((paragraph) => {
    const { top, bottom } = paragraph.getBoundingClientRect();
    return bottom < 0 || top > innerHeight || !/\$[^$]+\$/u.test(paragraph.textContent);
  });

/** Records the tour. Throws if the file is too large for a README. */
export async function filmTour(
  browser: Browser,
  baseURL: string,
  sampleItems: SampleItems,
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>,
): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    viewport: SIZE,
    reducedMotion: "reduce",
    storageState,
  });
  const page = await context.newPage();
  const frames: Buffer[] = [];
  const delay: number[] = [];

  async function show(ms: number): Promise<void> {
    await page.waitForLoadState("networkidle");
    await page.waitForFunction(areFormulasDrawn);
    frames.push(await page.screenshot({ caret: "initial" }));
    delay.push(ms);
  }
  async function visit(path: string, ms: number): Promise<void> {
    await page.goto(path);
    await show(ms);
  }
  async function type(text: string): Promise<void> {
    for (const part of text.match(/.{1,4}/gu) ?? []) {
      await page.keyboard.type(part);
      await show(110);
    }
  }

  await visit("/", 1800);
  await visit("/dashboard", 1400);
  await visit("/dashboard?view=radar", 1800);
  await visit("/dashboard?view=landscape", 1600);
  await visit(`/dashboard?tool=${sampleItems.tool}`, 2000);
  await visit("/news", 1400);
  await visit("/arxiv", 700);
  await page.getByRole("button", { name: "AI Summary" }).first().click();
  await page
    .getByText(/^Source: /u)
    .first()
    .scrollIntoViewIfNeeded();
  await show(1900);
  await visit(`/prompts?dialog=use&prompt=${sampleItems.prompt}`, 700);
  await page.getByRole("textbox", { name: "notes" }).focus();
  await type("Mira: we stay with Claude.");
  await show(1500);
  await visit("/search", 500);
  await page.getByRole("searchbox").first().focus();
  await type("Which tools have we adopted?");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Quotations" }).waitFor();
  await show(2800);
  await context.close();

  const { size } = await sharp(frames, { join: { animated: true } })
    .webp({ quality: 70, effort: 5, delay, loop: 0 })
    .toFile(FILE);
  const seconds = delay.reduce((sum, ms) => sum + ms, 0) / 1000;
  console.log(`${FILE}: ${seconds.toFixed(1)} s, ${(size / 1e6).toFixed(1)} MB`);
  if (size > MAX_BYTES) throw new Error(`${FILE} is larger than ${MAX_BYTES / 1e6} MB`);
}
