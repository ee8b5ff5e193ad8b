import type { Page } from "@playwright/test";

import { countCalls, failCalls } from "./calls.ts";
import { expect, expectAccessible, PASSWORD, test, toast, readClipboard } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const users = (page: Page) => page.getByRole("region", { name: "User Management" });
const userRow = (page: Page, username: string) =>
  users(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(username, { exact: true }) });

async function choose(page: Page, username: string, action: string) {
  await users(page)
    .getByRole("button", { name: `Actions for ${username}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** The one-time link in the dialog with this title. */
async function linkIn(page: Page, title: string): Promise<string> {
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  return page.getByRole("textbox", { name: "Link" }).inputValue();
}

test("only admins see the admin blocks, and users load only when Settings opens", async ({ ada, signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  const asked = { ada: countCalls(ada.page, "users.list"), grace: countCalls(grace.page, "users.list") };
  for (const { page } of [ada, grace]) {
    await page.goto("/dashboard");
    await expect(page.getByText("Showing 0 of 0 tools")).toBeVisible();
  }
  expect(asked.grace()).toBe(0);
  for (const { page } of [ada, grace]) {
    await page.getByRole("button", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "Industries and Modalities" })).toBeVisible();
  }
  await expect(users(grace.page).getByText("2 users", { exact: true })).toBeVisible();
  await expect(grace.page.getByRole("heading", { name: "Admin Tools" })).toBeVisible();
  await expectAccessible(grace.page);
  expect(asked.grace()).toBe(1);
  await expect(ada.page.getByRole("heading", { name: "Admin Tools" })).toHaveCount(0);
  await expect(users(ada.page)).toHaveCount(0);
  expect(asked.ada()).toBe(0);
});

test("the list shows all registered users", THOROUGH, async ({ signUp }) => {
  const grace = await signUp("grace", { isAdmin: true, firstName: "Grace" });
  await grace.request.patch("/api/user", { data: { lastName: "Hopper", email: "grace@example.com" } });
  await grace.page.goto("/dashboard?dialog=settings");
  const row = userRow(grace.page, "grace");
  await expect(row).toContainText("admin");
  await expect(row).toContainText("Grace Hopper");
  await expect(row).toContainText("grace@example.com");
  const today = await grace.page.evaluate(() =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(new Date()),
  );
  await expect(row).toContainText(`Registered ${today}`);
});

test("a list of users that fails to load can be requested again", THOROUGH, async ({ signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  const stopFailing = await failCalls(grace.page, "users.list");
  await grace.page.goto("/dashboard?dialog=settings");
  await expect(grace.page.getByText("Couldn't load the users.")).toBeVisible();
  await stopFailing();
  await grace.page.getByRole("button", { name: "Try Again" }).click();
  await expect(userRow(grace.page, "grace")).toBeVisible();
});

test("roles change after confirmation; the last admin stays one", async ({ ada, signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  const { page } = grace;
  await page.goto("/dashboard?dialog=settings");
  await choose(page, "grace", "Make Regular User");
  await page.getByRole("alertdialog").getByRole("button", { name: "Make Regular User" }).click();
  await expect(toast(page, "Role not changed")).toBeVisible();
  await expect(
    toast(page, "You can't demote the last admin. Make someone else an admin first."),
  ).toBeVisible();

  await choose(page, "ada", "Make Admin");
  await expect(page.getByRole("heading", { name: "Make ada an admin?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(userRow(page, "ada")).toContainText("user");
  await choose(page, "ada", "Make Admin");
  await page.getByRole("alertdialog").getByRole("button", { name: "Make Admin" }).click();
  await expect(toast(page, "ada is now an admin.")).toBeVisible();
  await expect(userRow(page, "ada")).toContainText("admin");
  await ada.page.goto("/");
  await expect(ada.page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Ada!Admin");

  await choose(page, "grace", "Make Regular User");
  await page.getByRole("alertdialog").getByRole("button", { name: "Make Regular User" }).click();
  await expect(toast(page, "grace is now a regular user.")).toBeVisible();
  await expect(users(page)).toHaveCount(0);
});

test("a user signs in with an admin's password link", async ({ ada, signUp, visitor }) => {
  expect((await ada.request.get("/api/user")).status()).toBe(200);
  const grace = await signUp("grace", { isAdmin: true });
  const { page } = grace;
  await page.goto("/dashboard?dialog=settings");
  await choose(page, "ada", "Create Password Link");
  const link = await linkIn(page, "Password link for ada");
  await expectAccessible(page);
  // Over http, browsers offer pages no clipboard.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.getByRole("button", { name: "Copy Link" }).click();
  await expect(toast(page, "Link copied")).toBeVisible();
  expect(await readClipboard(page)).toBe(link);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Settings & Configuration" })).toBeVisible();

  await visitor.goto(link);
  await visitor.getByLabel("New password").fill("quite-new-pass");
  await visitor.getByRole("button", { name: "Set Password" }).click();
  await expect(visitor.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
});

test.describe("if sign-up needs an invitation", () => {
  test.use({ environment: { SIGNUP: "invite" } });

  test("one person signs up with an admin's invite link", THOROUGH, async ({ signUp, visitor }) => {
    const grace = await signUp("grace", { isAdmin: true });
    await grace.page.goto("/dashboard?dialog=settings");
    await grace.page.getByRole("button", { name: "Create Invite Link" }).click();
    await visitor.goto(await linkIn(grace.page, "Invite link"));
    await visitor.getByLabel("Username").fill("ada");
    await visitor.getByLabel("Password").fill(PASSWORD);
    await visitor.getByRole("button", { name: "Create Account" }).click();
    await expect(visitor.getByRole("heading", { name: "Welcome, User!" })).toBeVisible();
    await grace.page.reload();
    await expect(users(grace.page).getByText("2 users", { exact: true })).toBeVisible();
  });
});

test("links that cannot be created show a message", THOROUGH, async ({ signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  await grace.page.goto("/dashboard?dialog=settings");
  await failCalls(grace.page, "users.createInviteLink");
  await grace.page.getByRole("button", { name: "Create Invite Link" }).click();
  await expect(toast(grace.page, "Link not created")).toBeVisible();
});

test("Admin Tools report nightly jobs that are off", THOROUGH, async ({ signUp }) => {
  const { page } = await signUp("grace", { isAdmin: true });
  await page.goto("/dashboard?dialog=settings");
  await expect(
    page.getByText("Release notes don't update automatically because NIGHTLY_CRON is empty."),
  ).toBeVisible();
});

test.describe("with the nightly jobs at their default hour", () => {
  test.use({ environment: { NIGHTLY_CRON: "0 2 * * *", ARXIV_API_URL: "http://127.0.0.1:9/api/query" } });

  test("Admin Tools name the hour", THOROUGH, async ({ signUp }) => {
    const { page } = await signUp("grace", { isAdmin: true });
    await page.goto("/dashboard?dialog=settings");
    await expect(page.getByText("Release notes update automatically at 2 AM nightly.")).toBeVisible();
  });
});

test("an admin starts the update of all release notes, and sees a failure", THOROUGH, async ({ signUp }) => {
  const grace = await signUp("grace", { isAdmin: true });
  const { page } = grace;
  await page.goto("/dashboard?dialog=settings");
  const update = page.getByRole("button", { name: "Update All Release Notes" });
  const stopFailing = await failCalls(page, "jobs.start");
  await update.click();
  await expect(toast(page, "Update Failed")).toBeVisible();
  await expect(toast(page, "Failed to start release notes update")).toBeVisible();
  await stopFailing();
  await update.click();
  await expect(toast(page, "Release Notes Update Started")).toBeVisible();
  await expect(toast(page, "This may take several minutes to complete.")).toBeVisible();
});

test("an account is disabled, which signs its person out, enabled, renamed and deleted", async ({
  ada,
  signUp,
}) => {
  const grace = await signUp("grace", { isAdmin: true });
  await ada.request.post("/api/readings", { data: { title: "Emma", author: "Jane Austen" } });
  const { page } = grace;
  await page.goto("/dashboard?dialog=settings");
  await choose(page, "ada", "Disable Account");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable Account" }).click();
  await expect(toast(page, "Account disabled")).toBeVisible();
  await expect(userRow(page, "ada")).toContainText("disabled");
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expectAccessible(page);
  await ada.page.goto("/chapter-loop");
  await ada.page.getByLabel("Username").fill("ada");
  await ada.page.getByLabel("Password").fill(PASSWORD);
  await ada.page.getByRole("tabpanel").getByRole("button", { name: "Sign In" }).click();
  await expect(
    toast(ada.page, "This account is disabled. Ask an administrator to enable it again."),
  ).toBeVisible();

  await choose(page, "ada", "Enable Account");
  await page.getByRole("alertdialog").getByRole("button", { name: "Enable Account" }).click();
  await expect(userRow(page, "ada")).not.toContainText("disabled");
  await choose(page, "ada", "Change Username");
  await page.getByRole("textbox", { name: "Username" }).fill("lovelace");
  await page.getByRole("dialog").getByRole("button", { name: "Change Username" }).click();
  await expect(userRow(page, "lovelace")).toBeVisible();
  await ada.page.getByLabel("Username").fill("lovelace");
  await ada.page.getByRole("tabpanel").getByRole("button", { name: "Sign In" }).click();
  await expect(ada.page.getByRole("heading", { name: "Emma" })).toBeVisible();

  await choose(page, "lovelace", "Delete Account");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete Account" }).click();
  await expect(userRow(page, "lovelace")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Account Changes" })).toContainText("grace deleted lovelace");
  await ada.page.reload();
  await expect(ada.page.getByRole("heading", { name: "Welcome", exact: true })).toBeVisible();
});
