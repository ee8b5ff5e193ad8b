/**
 * `npm run screenshots`: a picture of every screen and dialog, light and dark, wide and as on a phone, in
 * `screenshots/`. `npm run screenshots -- NAME…` takes some of them, `npm run screenshots -- docs` those in the
 * documents, and copies them there.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { type BrowserContext, chromium } from "@playwright/test";

import { startServer } from "#tests/support/built/processes.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";

import configuration from "../../playwright.config.ts";
import { copyToDocuments, PICTURES_OF_DOCUMENTS } from "./documents.ts";
import { outsideWorld } from "./outside-world.ts";
import { emptyShots, filledShots, type Shot, type Things, visitorShots } from "./shots.ts";
import { makeThings, post } from "./things.ts";

const VIEWPORTS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const THEMES = ["light", "dark"] as const;
const given = process.argv.slice(2);
const isForDocuments = given[0] === "docs";
const names = isForDocuments ? Object.values(PICTURES_OF_DOCUMENTS).map((path) => basename(path)) : given;
const out = "screenshots";
const program = "dist/server/stackloop.cjs";
const data = mkdtempSync(join(tmpdir(), "stackloop-screenshots-"));

rmSync(out, { recursive: true, force: true });
const upstreams = await startUpstreams(outsideWorld);
const browser = await chromium.launch(configuration.use?.launchOptions);
try {
  await shootEmpty(environmentOf("empty.db"));
  await shootFilled(environmentOf("filled.db"));
} finally {
  await browser.close();
  await upstreams.close();
  rmSync(data, { recursive: true, force: true });
}
if (isForDocuments) await copyToDocuments(out);
console.log(`The pictures are in ${isForDocuments ? "docs/screenshots" : out}/`);

function environmentOf(database: string): Record<string, string> {
  return {
    ...upstreams.environment,
    NODE_ENV: "production",
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMITS: "off",
    DATABASE_URL: `file:${join(data, database)}`,
    NIGHTLY_CRON: "",
    NEWS_CRON: "",
    BACKUP_CRON: "",
  };
}

/** The first minute of a product without a key, before any fetch. */
async function shootEmpty(environment: Record<string, string>): Promise<void> {
  await inEveryLook(environment, async (context, folder) => {
    await post(context.request, "/api/register", { username: folder, password: "secret-pass" });
    await shoot(context, emptyShots, folder);
  });
}

/** A product without a key that a team has used for a while. */
async function shootFilled(environment: Record<string, string>): Promise<void> {
  const printed = execFileSync(process.execPath, [program, "demo"], {
    env: { ...process.env, ...environment },
  }).toString();
  const login = { username: "demo", password: /password (\S+)/u.exec(printed)?.[1] };
  let things: Things | undefined;
  await inEveryLook(environment, async (context, folder) => {
    await shoot(context, visitorShots, folder);
    await post(context.request, "/api/login", login);
    things ??= await makeThings(context.request);
    await shoot(context, filledShots(things), folder);
  });
}

async function inEveryLook(
  environment: Record<string, string>,
  work: (context: BrowserContext, folder: string) => Promise<void>,
): Promise<void> {
  const server = await startServer([program, "serve"], { environment, path: "/readyz" });
  const page = { baseURL: server.origin, reducedMotion: "reduce" } as const;
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
    await server.stop();
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
