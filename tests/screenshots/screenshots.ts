/**
 * `npm run screenshots`: a picture of every screen and dialog, light and dark, wide and as on a phone, in
 * `screenshots/`. `npm run screenshots -- NAME…` takes some of them, `npm run screenshots -- docs` those in the
 * documents, and copies them there; `npm run screenshots -- tour` records the animated tour in the README.
 */
import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

import { type BrowserContext, chromium } from "@playwright/test";

import configuration from "../../playwright.config.ts";
import { copyToDocuments, PICTURES_OF_DOCUMENTS } from "./documents.ts";
import { type PicturedProduct, startProduct } from "./pictured-product.ts";
import { createSampleItems, post } from "./sample-items.ts";
import { demoShots, emptyShots, filledShots, type Shot, type SampleItems, visitorShots } from "./shots.ts";
import { filmTour } from "./tour.ts";

const VIEWPORTS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const THEMES = ["light", "dark"] as const;
const given = process.argv.slice(2);
const isForDocuments = given[0] === "docs";
const names = isForDocuments ? Object.values(PICTURES_OF_DOCUMENTS).map((path) => basename(path)) : given;
const out = "screenshots";

const browser = await chromium.launch(configuration.use?.launchOptions);
try {
  if (given[0] === "tour") await shootTour();
  else await shootAll();
} finally {
  await browser.close();
}

async function shootAll(): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  await shootEmpty();
  await shootDemo();
  await shootFilled();
  if (isForDocuments) await copyToDocuments(out);
  console.log(`The pictures are in ${isForDocuments ? "docs/screenshots" : out}/`);
}

async function shootTour(): Promise<void> {
  const product = await startProduct();
  try {
    const context = await browser.newContext({ baseURL: product.origin });
    await product.signIn(context.request);
    const sampleItems = await createSampleItems(context.request);
    product.forgetFailedSources();
    await filmTour(browser, product.origin, sampleItems, await context.storageState());
  } finally {
    await product.stop();
  }
}

/** The first minute of a product without a key, before any fetch. */
async function shootEmpty(): Promise<void> {
  await inEveryVariant(await startProduct({ data: "empty" }), async (context, folder) => {
    await post(context.request, "/api/register", { username: folder, password: "secret-pass" });
    await shoot(context, emptyShots, folder);
  });
}

async function shootDemo(): Promise<void> {
  await inEveryVariant(await startProduct({ data: "demo" }), (context, folder) =>
    shoot(context, demoShots, folder),
  );
}

/** A product without a key that a team has used for a while. */
async function shootFilled(): Promise<void> {
  const product = await startProduct();
  let sampleItems: SampleItems | undefined;
  await inEveryVariant(product, async (context, folder) => {
    await shoot(context, visitorShots, folder);
    await product.signIn(context.request);
    sampleItems ??= await createSampleItems(context.request);
    product.forgetFailedSources();
    await shoot(context, filledShots(sampleItems), folder);
  });
}

async function inEveryVariant(
  product: PicturedProduct,
  work: (context: BrowserContext, folder: string) => Promise<void>,
): Promise<void> {
  const page = { baseURL: product.origin, reducedMotion: "reduce" } as const;
  try {
    for (const [size, viewport] of Object.entries(VIEWPORTS)) {
      for (const colorScheme of THEMES) {
        const folder = `${size}-${colorScheme}`;
        mkdirSync(join(out, folder), { recursive: true });
        const context = await browser.newContext({ ...page, viewport, colorScheme });
        await work(context, folder);
        await context.close();
      }
    }
  } finally {
    await product.stop();
  }
}

async function shoot(context: BrowserContext, shots: readonly Shot[], folder: string): Promise<void> {
  const page = await context.newPage();
  const dialog = page.locator("[role=dialog], [role=alertdialog]").first();
  for (const { name, path, act, isDialog } of shots) {
    if (names.length > 0 && !names.includes(name)) continue;
    await page.goto(path);
    try {
      await page.waitForLoadState("networkidle");
      if (isDialog === "by address") await dialog.waitFor({ state: "attached" });
      await act?.(page);
      if (isDialog === "by hand") await dialog.waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      await page.evaluate(() =>
        Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))),
      );
    } catch (error) {
      console.error(`${folder}/${name}: ${String(error).split("\n")[0]}`);
      process.exitCode = 1;
    }
    await page.screenshot({ path: join(out, folder, `${name}.png`) });
  }
  await page.close();
}
