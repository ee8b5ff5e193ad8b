import { randomUUID } from "node:crypto";

import { Client } from "pg";

import {
  provideDatabaseServer,
  createDatabaseOn,
  type DatabaseServer,
  dropDatabaseOn,
} from "#tests/support/database-server.ts";

import { buildEntry } from "../support/upstreams/arxiv-upstream.ts";
import { rowOf } from "./ai-stack.ts";
import { openLive } from "./live-pages.ts";
import { cardOf, openPapers, papersEnvironment, test as base } from "./papers.ts";
import { expect, PASSWORD, toast } from "./product.ts";

/** A product whose database is on a PostgreSQL server. */
const test = base.extend<object, { server: DatabaseServer }>({
  server: [
    async ({}, use) => {
      const { item, stop } = await provideDatabaseServer();
      await use(item);
      await stop();
    },
    { scope: "worker" },
  ],
  environment: async ({ server, arxiv }, use) => {
    const name = `stackloop_browser_${randomUUID().replaceAll("-", "")}`;
    const url = await createDatabaseOn(server, { name, template: server.template });
    await forgetBundledFeeds(url);
    await use({ ...papersEnvironment(arxiv), DATABASE_URL: url });
    await dropDatabaseOn(server, name);
  },
});

/** The bundled feeds are on the internet, which tests don't use. */
async function forgetBundledFeeds(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("insert into settings (key, value) values ('hasFirstFeeds', 'yes')");
  await client.end();
}

const FORGET = "Agents that forget";

// Runs the built program; other tests run the server from its sources.
test.use({ hasOwnProcess: true });
test.use({ archive: { papers: [buildEntry(1, { title: FORGET }), buildEntry(2)] } });

test("the main path works on PostgreSQL: sign up, add, edit, search, discuss, star, see it live, sign out", async ({
  visitor: page,
  product,
}) => {
  await page.goto(`/?setup=${product.setupToken}`);
  await page.getByLabel("Username").fill("grace");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("tabpanel").getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, User!" })).toContainText("Admin");

  const second = await page.context().newPage();
  await openLive(second, "/dashboard");
  await page.goto("/dashboard");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add Tool" }).click();
  await dialog.getByLabel("Tool Name *", { exact: true }).fill("Whale Watch");
  await dialog.getByRole("button", { name: "Add Tool" }).click();
  await expect(toast(page, "AI tool added successfully")).toBeVisible();
  await expect(rowOf(second, "Whale Watch")).toBeVisible();
  await page.getByRole("button", { name: "Edit Whale Watch" }).click();
  await dialog.getByLabel("Company", { exact: true }).fill("Orca Labs");
  await dialog.getByRole("button", { name: "Update Tool" }).click();
  await expect(toast(page, "AI tool updated successfully")).toBeVisible();
  await expect(rowOf(second, "Whale Watch").getByText("Orca Labs")).toBeVisible();

  const reply = await page.request.post("/api/readings", {
    data: { title: "Moby Dick", author: "Herman Melville" },
  });
  expect(reply.status()).toBe(201);
  await page.goto("/chapter-loop");
  await page.getByRole("button", { name: "Moby Dick", exact: true }).click();
  await page.getByRole("textbox", { name: "Comment" }).fill("The whale wins in the end");
  await page.getByRole("button", { name: "Add Comment" }).click();
  await expect(
    page.getByRole("list", { name: "Comments" }).getByText("The whale wins in the end"),
  ).toBeVisible();

  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome, User!" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").pressSequentially("whal");
  await expect(palette.getByRole("option", { name: /^Whale Watch/u })).toBeVisible();
  await palette.getByRole("option", { name: /^Moby Dick/u }).click();
  await expect(page.getByText("The whale wins in the end")).toBeVisible();

  await openPapers(page, 2);
  // The star is shown before the server has stored it.
  const starred = page.waitForResponse((response) => response.url().includes("papers.mark"));
  await cardOf(page, FORGET).getByRole("button", { name: "Star" }).click();
  await expect(cardOf(page, FORGET).getByRole("button", { name: "Remove star" })).toBeVisible();
  await starred;
  await page.goto("/arxiv?show=starred");
  await expect(cardOf(page, FORGET)).toBeVisible();

  await page.goto("/");
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("heading", { name: "Welcome", exact: true })).toBeVisible();
});
