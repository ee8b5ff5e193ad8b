import type { Page } from "@playwright/test";

import { failCalls, holdCalls } from "./calls.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PASSWORD,
  PHONE,
  type Product,
  test,
  toast,
} from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const ROUTES = ["/", "/dashboard", "/news", "/arxiv", "/prompts", "/chapter-loop"];

const welcome = (page: Page) => page.getByRole("heading", { name: "Welcome", exact: true });
const submit = (page: Page, name: string) =>
  page.getByRole("tabpanel").getByRole("button", { name, exact: true });

async function fillSignIn(page: Page, username: string, password: string) {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
}

/** Registers an account without signing in. */
async function register(page: Page, { origin }: Product, username: string) {
  const reply = await page.request.post(`${origin}/api/register`, { data: { username, password: PASSWORD } });
  expect(reply.status()).toBe(201);
  await page.request.post(`${origin}/api/logout`);
}

test("a visitor sees the public page on all six routes", async ({ visitor }) => {
  for (const route of ROUTES) {
    await visitor.goto(route);
    await expect(welcome(visitor)).toBeVisible();
    await expect(
      visitor.getByText("Sign in to your account or create a new one", { exact: true }),
    ).toBeVisible();
    await expect(visitor.getByRole("navigation")).toHaveCount(0);
  }
});

test("a browser that is too old shows which versions are needed", async ({ visitor, complaints }) => {
  await visitor.addInitScript(() => Reflect.deleteProperty(Map, "groupBy"));
  await visitor.route(/\/assets\/index-.*\.js$/u, (route) => route.abort());
  await visitor.goto("/");
  await expect(visitor.getByText("StackLoop needs a newer browser: Chrome or Edge 120")).toBeVisible();
  complaints.length = 0;
});

test("the public page describes the product, and shows only the card on a phone", async ({ visitor }) => {
  await visitor.goto("/");
  const panel = visitor.getByRole("complementary", { name: "About StackLoop" });
  await expect(panel.getByRole("heading", { name: "StackLoop" })).toBeVisible();
  await expect(panel).toContainText("knowledge around the landscape of artificial intelligence");
  await expect(panel.getByRole("listitem")).toHaveText([
    "Organise AI tools by industry and modality",
    "Export data for presentations",
    "Role-based access control",
    "Team collaboration",
  ]);
  await expect(visitor.getByRole("tab", { name: "Sign In" })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(visitor);

  await visitor.setViewportSize(PHONE);
  await expect(panel).toBeHidden();
  await expect(welcome(visitor)).toBeVisible();
  await expectNoSidewaysScroll(visitor);
  await visitor.getByRole("tab", { name: "Sign Up" }).click();
  await expect(visitor.getByPlaceholder("Choose a username")).toBeVisible();
  await expectNoSidewaysScroll(visitor);
  await expectAccessible(visitor);
});

test("the public page shows a placeholder until the session is known", THOROUGH, async ({ ada }) => {
  const release = await holdCalls(ada.page, "account.me");
  await ada.page.goto("/dashboard");
  await expect(ada.page.getByRole("status").filter({ hasText: "Loading" })).toBeAttached();
  await expect(ada.page.getByRole("heading", { name: "StackLoop" })).toBeVisible();
  await expect(ada.page.getByLabel("Username")).toHaveCount(0);
  await expectAccessible(ada.page);
  release();
  await expect(ada.page.getByRole("heading", { name: "AI Stack", level: 1 })).toBeVisible();
});

test(
  "a failing server is distinguished from a missing session, and can be retried",
  THOROUGH,
  async ({ ada }) => {
    const stopFailing = await failCalls(ada.page, "account.me");
    await ada.page.goto("/dashboard");
    await expect(ada.page.getByRole("heading", { name: "Can't reach StackLoop" })).toBeVisible();
    await expectAccessible(ada.page);
    await stopFailing();
    await ada.page.getByRole("button", { name: "Try Again" }).click();
    await expect(ada.page.getByRole("heading", { name: "AI Stack", level: 1 })).toBeVisible();
  },
);

test("signing in reports missing fields", THOROUGH, async ({ visitor }) => {
  await visitor.goto("/");
  await submit(visitor, "Sign In").click();
  await expect(visitor.getByLabel("Username")).toHaveAccessibleDescription("Username is required");
  await expect(visitor.getByLabel("Password")).toHaveAccessibleDescription("Password is required");
  await expect(visitor.getByLabel("Username")).toBeFocused();
  await expectAccessible(visitor);

  await visitor.getByLabel("Username").fill("ada");
  await expect(visitor.getByText("Username is required")).toHaveCount(0);
  await visitor.getByLabel("Username").press("Enter");
  await expect(visitor.getByLabel("Password")).toBeFocused();
});

test("signing in opens the requested page", async ({ visitor, product }) => {
  await register(visitor, product, "ada");
  await visitor.goto("/dashboard?q=claude");
  await fillSignIn(visitor, "ada", PASSWORD);
  const release = await holdCalls(visitor, "auth.login");
  await submit(visitor, "Sign In").click();
  await expect(submit(visitor, "Signing In...")).toBeVisible();
  release();
  await expect(visitor.getByRole("heading", { name: "AI Stack", level: 1 })).toBeVisible();
  await expect(visitor.getByRole("searchbox", { name: "Search tools" })).toHaveValue("claude");
  await expect(toast(visitor, "Success")).toBeVisible();
  await expect(toast(visitor, "Logged in successfully!")).toBeVisible();
});

test("a wrong password or a failing server is reported, and the input preserved", async ({
  visitor,
  product,
}) => {
  await register(visitor, product, "ada");
  await visitor.goto("/");
  await fillSignIn(visitor, "ada", "not-this-one");
  await submit(visitor, "Sign In").click();
  await expect(toast(visitor, "Login failed")).toBeVisible();
  await expect(toast(visitor, "Invalid username or password")).toBeVisible();
  await expect(visitor.getByLabel("Username")).toHaveValue("ada");
  await expect(visitor.getByLabel("Password")).toHaveValue("not-this-one");
  await expectAccessible(visitor);

  const stopFailing = await failCalls(visitor, "auth.login");
  await submit(visitor, "Sign In").click();
  await expect(toast(visitor, "Couldn't reach the server. Please try again in a moment.")).toBeVisible();
  await expect(visitor.getByLabel("Password")).toHaveValue("not-this-one");
  await stopFailing();
  await visitor.getByLabel("Password").fill(PASSWORD);
  await submit(visitor, "Sign In").click();
  await expect(visitor.getByRole("heading", { name: "Welcome, User!" })).toBeVisible();
});

test("a typed password can be shown", THOROUGH, async ({ visitor }) => {
  await visitor.goto("/");
  const password = visitor.getByLabel("Password");
  await password.fill("secret-pass");
  await expect(password).toHaveAttribute("type", "password");
  await visitor.getByRole("button", { name: "Show characters" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await visitor.getByRole("button", { name: "Hide characters" }).click();
  await expect(password).toHaveAttribute("type", "password");
});

test("signing up reports invalid fields", THOROUGH, async ({ visitor }) => {
  await visitor.goto("/");
  await visitor.getByRole("tab", { name: "Sign In" }).focus();
  await visitor.keyboard.press("ArrowRight");
  await expect(visitor.getByRole("tab", { name: "Sign Up" })).toBeFocused();
  await submit(visitor, "Create Account").click();
  await expect(visitor.getByPlaceholder("Choose a username")).toHaveAccessibleDescription(
    "Username is required",
  );
  await visitor.getByLabel("Username").fill("ada");
  await visitor.getByLabel("Password").fill("five5");
  await visitor.getByLabel("Email (optional)").fill("ada at home");
  await submit(visitor, "Create Account").click();
  await expect(visitor.getByPlaceholder("Create a password (min 6 characters)")).toHaveAccessibleDescription(
    "Password must be at least 6 characters",
  );
  await expect(visitor.getByLabel("Email (optional)")).toHaveAccessibleDescription(
    "Please enter a valid email address",
  );
  await expect(visitor.getByLabel("Password")).toBeFocused();
  await expectAccessible(visitor);
});

test("signing up creates an account and signs in", async ({ visitor }) => {
  await visitor.goto("/");
  await visitor.getByRole("tab", { name: "Sign Up" }).click();
  await visitor.getByLabel("Username").fill("ada");
  await visitor.getByLabel("Password").fill(PASSWORD);
  await visitor.getByLabel("Email (optional)").fill("ada@example.com");
  await visitor.getByLabel("First Name").fill("Ada");
  await visitor.getByLabel("Last Name").fill("Lovelace");
  const release = await holdCalls(visitor, "auth.register");
  await submit(visitor, "Create Account").click();
  await expect(submit(visitor, "Creating Account...")).toBeVisible();
  release();
  await expect(visitor.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
  await expect(toast(visitor, "Success")).toBeVisible();
  await expect(toast(visitor, "Account created successfully!")).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
});

test("a taken name is refused, and the input preserved", async ({ visitor, product }) => {
  await register(visitor, product, "ada");
  await visitor.goto("/");
  await visitor.getByRole("tab", { name: "Sign Up" }).click();
  await visitor.getByLabel("Username").fill("ADA");
  await visitor.getByLabel("Password").fill(PASSWORD);
  await visitor.getByLabel("First Name").fill("Augusta");
  await submit(visitor, "Create Account").click();
  await expect(toast(visitor, "Registration failed")).toBeVisible();
  await expect(toast(visitor, "Username already exists")).toBeVisible();
  await expect(visitor.getByLabel("Username")).toHaveValue("ADA");
  await expect(visitor.getByLabel("First Name")).toHaveValue("Augusta");
});
