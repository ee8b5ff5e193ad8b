import type { Page } from "@playwright/test";

import { addTools } from "./ai-stack.ts";
import { failCalls } from "./calls.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PASSWORD,
  type Person,
  PHONE,
  type Product,
  test,
  toast,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const welcome = (page: Page) => page.getByRole("heading", { name: "Welcome", exact: true });
const greeting = (page: Page) => page.getByRole("heading", { level: 1, name: /^Welcome, / });

/** Signs the same person in again, on another device. */
async function signInElsewhere({ origin }: Product, page: Page) {
  const reply = await page.request.post(`${origin}/api/login`, {
    data: { username: "ada", password: PASSWORD },
  });
  expect(reply.status()).toBe(200);
}

const editProfile = async ({ request }: Person, data: object) => {
  expect((await request.patch("/api/user", { data })).status()).toBe(200);
};

test("Home greets people by first name, else by email, else as User", THOROUGH, async ({ ada }) => {
  await ada.page.goto("/");
  await expect(greeting(ada.page)).toHaveText("Welcome, Ada!");
  await editProfile(ada, { firstName: "", email: "ada@example.com" });
  await ada.page.reload();
  await expect(greeting(ada.page)).toHaveText("Welcome, ada@example.com!");
  await editProfile(ada, { email: "" });
  await ada.page.reload();
  await expect(greeting(ada.page)).toHaveText("Welcome, User!");
});

test("Home links to all five sections and the newest tools", async ({ ada }) => {
  await addTools(ada, [{ name: "Claude", company: "Anthropic", modality: "text" }]);
  await ada.page.goto("/");
  const main = ada.page.getByRole("main");
  await expectAccessible(ada.page);
  const sections = {
    "AI Stack": "/dashboard",
    "News Stack": "/news",
    "Research Stack": "/arxiv",
    "Prompt Stack": "/prompts",
    ChapterLoop: "/chapter-loop",
  };
  for (const [name, path] of Object.entries(sections)) {
    await main.getByRole("link", { name, exact: true }).click();
    await expect(ada.page).toHaveURL(path);
    await expect(ada.page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await ada.page.goBack();
  }
  await main.getByRole("link", { name: /^Claude/ }).click();
  await expect(ada.page.getByRole("dialog").getByRole("heading", { name: /^Claude/ })).toBeVisible();
});

test("Home shows the Admin badge only to admins, and fits a phone", THOROUGH, async ({ ada, signUp }) => {
  const grace = await signUp("grace", { isAdmin: true, firstName: "Grace" });
  await grace.page.goto("/");
  await expect(greeting(grace.page)).toHaveText("Welcome, Grace!Admin");
  await ada.page.setViewportSize(PHONE);
  await ada.page.goto("/");
  await expect(greeting(ada.page)).toHaveText("Welcome, Ada!");
  await expect(ada.page.getByText("Admin", { exact: true })).toHaveCount(0);
  await expect(ada.page.getByRole("heading", { name: "No Tools Yet" })).toBeVisible();
  await expectNoSidewaysScroll(ada.page);
  await expectAccessible(ada.page);
});

test("the list of newest tools offers to retry after a failure", THOROUGH, async ({ ada }) => {
  const stopFailing = await failCalls(ada.page, "tools.list");
  await ada.page.goto("/");
  await expect(ada.page.getByText("Couldn't load the latest tools.")).toBeVisible();
  await expectAccessible(ada.page);
  await stopFailing();
  await ada.page.getByRole("button", { name: "Try Again" }).click();
  await expect(ada.page.getByRole("heading", { name: "No Tools Yet" })).toBeVisible();
});

test("Sign Out on Home ends the session and shows the public page", THOROUGH, async ({ ada }) => {
  await ada.page.goto("/");
  await ada.page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await expect(welcome(ada.page)).toBeVisible();
  expect((await ada.request.get("/api/user")).status()).toBe(401);
  await ada.page.goto("/dashboard");
  await expect(welcome(ada.page)).toBeVisible();
});

test("Logout in the sidebar ends the session and opens the start page", async ({ ada }) => {
  await addTools(ada, [{ name: "Claude" }]);
  await ada.page.goto("/dashboard?q=claude");
  await expect(ada.page.getByRole("button", { name: "Claude", exact: true })).toBeVisible();
  await ada.page.getByRole("button", { name: "Logout" }).click();
  await expect(welcome(ada.page)).toBeVisible();
  await expect(ada.page).toHaveURL("/");
  await ada.page.goBack();
  await expect(welcome(ada.page)).toBeVisible();
  await expect(ada.page.getByText("Claude")).toHaveCount(0);
});

test("a failed sign-out is only logged", THOROUGH, async ({ ada, complaints }) => {
  await ada.page.goto("/");
  const stopFailing = await failCalls(ada.page, "auth.logout");
  const logged = ada.page.waitForEvent("console", (message) => message.text().startsWith("Sign-out failed"));
  await ada.page.getByRole("button", { name: "Logout" }).click();
  await logged;
  await expect(greeting(ada.page)).toBeVisible();
  complaints.length = 0;
  await stopFailing();
  await ada.page.getByRole("button", { name: "Logout" }).click();
  await expect(welcome(ada.page)).toBeVisible();
});

test("a page whose session ended elsewhere shows the public page at the next action", async ({
  ada,
  visitor,
  product,
}) => {
  await addTools(ada, [{ name: "Claude" }]);
  // Otherwise the stream would sign the page out first, since its end is noticed at once.
  await ada.page.route("**/trpc/events.watch*", () => {});
  await ada.page.goto("/dashboard");
  // The dialog requests the number of deleted articles; a refusal would sign the page out before the next action.
  const counted = ada.page.waitForResponse((response) => response.url().includes("news.list"));
  await ada.page.getByRole("button", { name: "Delete Claude" }).click();
  await counted;
  await signInElsewhere(product, visitor);
  await visitor.request.delete(`${product.origin}/api/user/sessions`);
  await ada.page.getByRole("button", { name: "Delete Tool" }).click();
  await expect(welcome(ada.page)).toBeVisible();
  await expect(ada.page).toHaveURL("/");
  // The sign-in card is the notification.
  await expect(ada.page.getByRole("region", { name: /notifications/iu }).getByRole("listitem")).toHaveCount(
    0,
  );
  const tools = await visitor.request.get(`${product.origin}/api/ai-tools`);
  expect(await tools.json()).toHaveLength(1);
});

test("the account page changes names and email", async ({ ada }) => {
  await ada.page.goto("/");
  await ada.page.getByRole("button", { name: "ada", exact: true }).click();
  await ada.page.getByRole("menuitem", { name: "Account" }).click();
  await expect(ada.page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  await expect(ada.page).toHaveTitle("Account · StackLoop");
  await ada.page.getByLabel("Email").fill("nowhere");
  await ada.page.getByRole("button", { name: "Save Profile" }).click();
  await expect(ada.page.getByLabel("Email")).toHaveAccessibleDescription(
    "Please enter a valid email address",
  );
  await expectAccessible(ada.page);

  await ada.page.getByLabel("Email").fill("ada@example.com");
  await ada.page.getByLabel("First Name").fill("Augusta");
  await ada.page.getByLabel("Display Name").fill("Countess");
  const stopFailing = await failCalls(ada.page, "account.edit");
  await ada.page.getByRole("button", { name: "Save Profile" }).click();
  await expect(toast(ada.page, "Profile not saved")).toBeVisible();
  await expect(ada.page.getByLabel("First Name")).toHaveValue("Augusta");
  await stopFailing();
  await ada.page.getByRole("button", { name: "Save Profile" }).click();
  await expect(toast(ada.page, "Profile saved")).toBeVisible();
  await expect(ada.page.getByRole("button", { name: "ada@example.com" })).toBeVisible();
  await ada.page.getByRole("link", { name: "Home" }).click();
  await expect(greeting(ada.page)).toHaveText("Welcome, Augusta!");
});

test("a new password requires the current one and ends the other sessions", async ({
  ada,
  visitor,
  product,
}) => {
  await signInElsewhere(product, visitor);
  await ada.page.goto("/account");
  const present = ada.page.getByLabel("Current password");
  const next = ada.page.getByLabel("New password");
  const change = ada.page.getByRole("button", { name: "Change Password" });
  await change.click();
  await expect(present).toHaveAccessibleDescription("Enter your current password");
  await expect(next).toHaveAccessibleDescription(
    "Password must be at least 6 characters At least 6 characters",
  );
  await present.fill("not-this-one");
  await next.fill("quite-new-pass");
  await change.click();
  await expect(present).toHaveAccessibleDescription("Your current password is incorrect");
  await expect(present).toBeFocused();
  await expect(next).toHaveValue("quite-new-pass");
  await expectAccessible(ada.page);

  await present.fill(PASSWORD);
  await change.click();
  await expect(toast(ada.page, "Password changed")).toBeVisible();
  await expect(toast(ada.page, "Your other sessions have ended.")).toBeVisible();
  await expect(present).toHaveValue("");
  await visitor.goto("/");
  await expect(welcome(visitor)).toBeVisible();
  await ada.page.reload();
  await expect(ada.page.getByText("This session")).toBeVisible();
});

test("sessions are listed and can be ended, one or all others", async ({ ada, visitor, signUp, product }) => {
  await signInElsewhere(product, visitor);
  await ada.page.goto("/account");
  await expect(ada.page.getByText("This session")).toHaveCount(1);
  await ada.page.getByRole("button", { name: /^End the session on / }).click();
  await expect(toast(ada.page, "Session ended")).toBeVisible();
  await expect(ada.page.getByRole("button", { name: "End Other Sessions" })).toHaveCount(0);
  await visitor.goto("/");
  await expect(welcome(visitor)).toBeVisible();

  await signInElsewhere(product, visitor);
  await signInElsewhere(product, (await signUp("grace")).page);
  await ada.page.reload();
  await ada.page.getByRole("button", { name: "End Other Sessions" }).click();
  const question = ada.page.getByRole("alertdialog", { name: "End your other sessions?" });
  await expect(question).toContainText(
    "2 other devices will have to sign in again. You stay signed in here.",
  );
  await expectAccessible(ada.page);
  await question.getByRole("button", { name: "End Other Sessions" }).click();
  await expect(toast(ada.page, "Other sessions ended")).toBeVisible();
  await expect(ada.page.getByRole("button", { name: /^End the session on / })).toHaveCount(0);
  await ada.page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(ada.page);
  await expectAccessible(ada.page);
});
