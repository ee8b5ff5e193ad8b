import type { Page } from "@playwright/test";

import { failCalls } from "./calls.ts";
import { inDatabase } from "./in-database.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  type Product,
  readClipboard,
  test,
  toast,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const ASSISTANTS = "/account?tab=assistants";
const WAITING = "Waiting for the first call…";

const tokenRow = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });

/** Signs in with a token like a program, without a cookie. */
const callAs = ({ origin }: Product, token: string, client: string) =>
  fetch(`${origin}/api/user`, { headers: { authorization: `Bearer ${token}`, "user-agent": client } });

const tokenIn = (text: string) => /slt_\w+/u.exec(text)?.[0] ?? "";

test("Claude Code connects with a command that contains a new token, until it is revoked", async ({
  ada,
  product,
}) => {
  const { page } = ada;
  await page.goto("/account");
  await page.getByRole("tab", { name: "Assistants" }).click();
  await expect(page).toHaveURL(ASSISTANTS);
  await expect(page.getByText("Give your AI assistants access to the team's content.")).toBeVisible();
  await expect(
    page.getByText("No tokens yet. Create one above, for an assistant or a script."),
  ).toBeVisible();
  await expect(
    page.getByRole("radio", { name: /^Read Reads what its owner can see, and changes nothing\.$/ }),
  ).toBeChecked();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Create Token" }).click();
  await expect(page.getByText(WAITING)).toBeVisible();
  await expect(page.locator(":focus")).toContainText(WAITING);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy: Command" }).click();
  await expect(toast(page, "Command copied")).toBeVisible();
  const command = await readClipboard(page);
  const token = tokenIn(command);
  expect(command).toBe(
    `claude mcp add --transport http stackloop ${product.origin}/mcp --header "Authorization: Bearer ${token}"`,
  );
  const kept = await page.evaluate(() =>
    JSON.stringify([location, localStorage, sessionStorage, history.state]),
  );
  expect(kept).not.toContain(token);
  const reply = await callAs(product, token, "claude-code/2.1.4 (cli)");
  expect(await reply.json()).toMatchObject({ username: "ada" });
  await expect(page.getByText(/^Connected: Claude Code, \d+:\d\d [AP]M$/)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(token)).toHaveCount(0);

  const row = tokenRow(page, "Claude Code");
  await expect(row).toContainText(`${token.slice(0, 8)}…`);
  await expect(row).toContainText(/Last used .* by Claude Code/);
  await row.getByRole("button", { name: "Revoke Claude Code" }).click();
  const question = page.getByRole("alertdialog", { name: "Revoke Claude Code?" });
  await expect(question).toContainText(
    "Claude Code and every other program that uses it will be refused from now on.",
  );
  await expectAccessible(page);
  await question.getByRole("button", { name: "Revoke Token" }).click();
  await expect(toast(page, "Token revoked")).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await callAs(product, token, "claude-code/2.1.4")).status).toBe(401);
});

test(
  "a token that can add items is created for another assistant, by keyboard only",
  THOROUGH,
  async ({ ada, product }) => {
    const { page } = ada;
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+K");
    await page.getByRole("combobox").fill("connect");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(ASSISTANTS);
    await page.getByRole("radio", { name: "Claude Code" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Cursor" })).toBeChecked();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Cursor");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Cursor at work");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Never");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: "Read and add" })).toBeChecked();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByText(WAITING)).toBeVisible();
    const file = await page.getByRole("region", { name: "~/.cursor/mcp.json" }).innerText();
    expect(JSON.parse(file)).toMatchObject({ mcpServers: { stackloop: { url: `${product.origin}/mcp` } } });
    const row = tokenRow(page, "Cursor at work");
    await expect(row).toContainText("Read and add");
    await expect(row).toContainText("Never expires");
    // The same token works for the others too.
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("region", { name: "mcp.json" })).toContainText(tokenIn(file));

    await row.getByRole("button", { name: "Revoke Cursor at work" }).press("Enter");
    const question = page.getByRole("alertdialog", { name: "Revoke Cursor at work?" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Token revoked")).toBeVisible();
    // Its form returns in place of the shown token, and the focus stays in the panel.
    await expect(page.getByRole("button", { name: "Create Token" })).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(page.getByRole("tabpanel").locator(":focus")).toHaveCount(1);
  },
);

test("a token disappears with the page, and leaving asks about unsaved input", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await page.goto(ASSISTANTS);
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Create Token" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/^Name is required/);
  await page.getByLabel("Name", { exact: true }).fill("Laptop");
  await page.getByRole("tab", { name: "General" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep Editing" }).click();
  const stopFailing = await failCalls(page, "tokens.create");
  await page.getByRole("button", { name: "Create Token" }).click();
  await expect(toast(page, "Token not created")).toBeVisible();
  await stopFailing();
  await page.getByRole("button", { name: "Create Token" }).click();
  await expect(page.getByText(WAITING)).toBeVisible();
  await page.getByRole("tab", { name: "General" }).click();
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await page.goBack();
  await expect(tokenRow(page, "Laptop")).toContainText("Never used");
  await expect(page.getByRole("button", { name: "Create Token" })).toBeVisible();
  await expect(page.getByText(WAITING)).toHaveCount(0);
});

test("an expired token is labelled, and everything fits a phone", THOROUGH, async ({ ada, product }) => {
  const { page } = ada;
  for (const name of ["Old script", "a-name-without-any-room-to-break-".repeat(4).slice(0, 100)]) {
    const reply = await ada.request.post("/api/tokens", { data: { name, scope: "write" } });
    expect(reply.status()).toBe(201);
  }
  inDatabase(product.databaseFile, (database) =>
    database
      .prepare("update api_tokens set expiresAt = ? where name = 'Old script'")
      .run("2026-05-03T10:00:00.000Z"),
  );
  await page.setViewportSize(PHONE);
  const stopFailing = await failCalls(page, "tokens.list");
  await page.goto(ASSISTANTS);
  await expect(page.getByText("Couldn't load your tokens.")).toBeVisible();
  await stopFailing();
  await page.getByRole("button", { name: "Try Again" }).click();
  const row = tokenRow(page, "Old script");
  await expect(row.getByText("Expired", { exact: true })).toBeVisible();
  await expect(row).toContainText("Expired May 3, 2026");
  await page.getByRole("button", { name: "Create Token" }).click();
  await expect(page.getByText(WAITING)).toBeVisible();
  for (const name of ["Claude", "Cursor", "VS Code", "Other"]) {
    await page.getByRole("radio", { name, exact: true }).click();
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await row.getByRole("button", { name: "Revoke Old script" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("This token has expired.");
});
