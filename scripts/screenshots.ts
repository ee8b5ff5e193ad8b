/** `npm run screenshots`: a picture of every screen and dialog, light and dark, wide and as on a phone, in `screenshots/`. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type BrowserContext, chromium, type Page } from "@playwright/test";

import configuration from "../playwright.config.ts";
import { startServer } from "./bench/processes.ts";

interface Shot {
  name: string;
  path: string;
  /** Brings the page into the state that the picture shows. */
  act?: (page: Page) => Promise<unknown>;
  /** The picture shows a dialog, which is loaded when it is first opened. */
  isDialog?: true;
}

const VIEWPORTS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const THEMES = ["light", "dark"] as const;
const out = "screenshots";

const press = (name: RegExp | string) => (page: Page) => page.getByRole("button", { name }).first().click();
const choose = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();

const forVisitors: Shot[] = [
  { name: "public", path: "/" },
  { name: "sign-up", path: "/", act: choose("Sign Up") },
  {
    name: "sign-up-faults",
    path: "/",
    act: async (page) => {
      await choose("Sign Up")(page);
      await press("Create Account")(page);
    },
  },
  { name: "not-found", path: "/nowhere" },
];

const screens: Shot[] = [
  { name: "home", path: "/" },
  { name: "tools", path: "/dashboard" },
  { name: "tools-landscape", path: "/dashboard?view=landscape" },
  { name: "tools-no-match", path: "/dashboard?q=nothing%20like%20it" },
  { name: "tool-add", isDialog: true, path: "/dashboard?dialog=add" },
  {
    name: "tool-add-faults",
    isDialog: true,
    path: "/dashboard?dialog=add",
    act: (page) => page.getByRole("dialog").getByRole("button", { name: "Add Tool" }).click(),
  },
  { name: "tools-export", isDialog: true, path: "/dashboard?dialog=export" },
  { name: "tools-import", isDialog: true, path: "/dashboard?dialog=import" },
  { name: "tools-settings", isDialog: true, path: "/dashboard?dialog=settings" },
  { name: "tool-detail", isDialog: true, path: "/dashboard", act: openRow },
  { name: "tool-edit", isDialog: true, path: "/dashboard", act: (page) => press(/^Edit/u)(page) },
  { name: "tool-delete", isDialog: true, path: "/dashboard", act: (page) => press(/^Delete/u)(page) },
  { name: "news", path: "/news" },
  { name: "research", path: "/arxiv" },
  { name: "prompts", path: "/prompts" },
  { name: "prompt-add", isDialog: true, path: "/prompts?dialog=add" },
  { name: "readings", path: "/chapter-loop" },
  { name: "account", path: "/account" },
  { name: "palette", isDialog: true, path: "/", act: (page) => page.keyboard.press("Control+k") },
  { name: "keys", isDialog: true, path: "/", act: (page) => page.keyboard.press("?") },
];

async function openRow(page: Page): Promise<void> {
  await page.getByText("Claude", { exact: true }).first().click();
}

async function shoot(context: BrowserContext, shots: readonly Shot[], folder: string): Promise<void> {
  const page = await context.newPage();
  for (const { name, path, act, isDialog } of shots) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    try {
      await act?.(page);
      if (isDialog) await page.getByRole("dialog").first().waitFor();
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

const data = mkdtempSync(join(tmpdir(), "stackloop-screenshots-"));
const environment = {
  NODE_ENV: "production",
  PORT: "0",
  LOG_LEVEL: "warn",
  RATE_LIMITS: "off",
  DATABASE_URL: `file:${join(data, "stackloop.db")}`,
  NIGHTLY_CRON: "",
  NEWS_CRON: "",
  BACKUP_CRON: "",
};
const program = "dist/server/stackloop.cjs";
const printed = execFileSync(process.execPath, [program, "demo"], {
  env: { ...process.env, ...environment },
}).toString();
const password = /password (\S+)/u.exec(printed)?.[1] ?? "";
const server = await startServer([program, "serve"], environment, "/readyz");
const browser = await chromium.launch(configuration.use?.launchOptions);
rmSync(out, { recursive: true, force: true });
try {
  for (const [size, viewport] of Object.entries(VIEWPORTS)) {
    for (const colorScheme of THEMES) {
      const folder = `${size}-${colorScheme}`;
      mkdirSync(join(out, folder), { recursive: true });
      const context = await browser.newContext({
        baseURL: server.origin,
        viewport,
        colorScheme,
        reducedMotion: "reduce",
      });
      await shoot(context, forVisitors, folder);
      const login = await context.request.post("/api/login", { data: { username: "demo", password } });
      if (!login.ok()) throw new Error(`signing in failed: ${await login.text()}`);
      await shoot(context, screens, folder);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}
console.log(`The pictures are in ${out}/`);
