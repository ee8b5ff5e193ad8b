import { type BrowserContext, chromium } from "@playwright/test";

import { PASSWORD } from "#tests/verify/defaults/product.ts";

import configuration from "../../../playwright.config.ts";
import { type Front, NAME } from "./front.ts";

/** Opens a Chromium in which the examples' name resolves to the proxy, on its usual port. */
async function openBrowser({ httpsPort }: Front): Promise<BrowserContext> {
  const options = configuration.use?.launchOptions;
  const lead = `--host-resolver-rules=MAP ${NAME}:443 127.0.0.1:${httpsPort}`;
  const browser = await chromium.launch({ ...options, args: [...(options?.args ?? []), lead] });
  return browser.newContext({ ignoreHTTPSErrors: true });
}

/** The page of a person who signs in and leaves it open. */
export interface Session {
  /** Errors in the browser, such as violations of the page's policy. */
  complaints: string[];
  /** Waits until a tool with this name is on the page. */
  seeTool(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Signs in with the form, and waits for the page's live updates. */
export async function signInByBrowser(front: Front, username: string): Promise<Session> {
  const context = await openBrowser(front);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`https://${NAME}/dashboard`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(PASSWORD);
  const isLive = page.waitForResponse(
    (response) => response.url().includes("/trpc/events.watch") && response.ok(),
  );
  await page.getByLabel("Password").press("Enter");
  await isLive;
  return {
    complaints,
    seeTool: (name) => page.getByRole("button", { name, exact: true }).waitFor(),
    close: async () => context.browser()?.close(),
  };
}
