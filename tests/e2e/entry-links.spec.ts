import type { Page } from "@playwright/test";

import { expect, expectAccessible, expectNoSidewaysScroll, PASSWORD, PHONE, test, toast } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const SPENT = "This link has expired or was already used. Ask for a new one, or sign in as usual.";
const card = (page: Page) => page.getByRole("tabpanel");

async function fillSignUp(page: Page, username: string) {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(PASSWORD);
  await card(page).getByRole("button", { name: "Create Account" }).click();
}

test("the setup link makes the first person who signs up an admin, once", async ({ visitor, product }) => {
  const link = `/?setup=${product.setupToken}`;
  await visitor.goto(link);
  await expect(
    visitor.getByText("You're setting up StackLoop. Sign up or sign in here to become its administrator."),
  ).toBeVisible();
  await expect(visitor.getByRole("tab", { name: "Sign Up" })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(visitor);
  await fillSignUp(visitor, "grace");
  await expect(visitor.getByRole("heading", { name: "Welcome, User!" })).toContainText("Admin");
  await expect(visitor).toHaveURL("/");

  await visitor.getByRole("button", { name: "Sign Out" }).click();
  await expect(visitor.getByRole("heading", { name: "Welcome", exact: true })).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByText(SPENT)).toBeVisible();
  await expect(visitor.getByRole("tab", { name: "Sign In" })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(visitor);
});

test(
  "a person with an account becomes the admin by signing in through the setup link",
  THOROUGH,
  async ({ ada, product }) => {
    await ada.page.goto(`/?setup=${product.setupToken}`);
    await expect(
      ada.page.getByText("You're signed in as ada. Sign out first to use it.", { exact: false }),
    ).toBeVisible();
    await expectAccessible(ada.page);
    await ada.page.getByRole("button", { name: "Sign Out and Use the Link" }).click();
    await ada.page.getByRole("tab", { name: "Sign In" }).click();
    await ada.page.getByLabel("Username").fill("ada");
    await ada.page.getByLabel("Password").fill(PASSWORD);
    await card(ada.page).getByRole("button", { name: "Sign In" }).click();
    await expect(ada.page.getByRole("heading", { name: "Welcome, Ada!" })).toContainText("Admin");
  },
);

test("a signed-in person can stay signed in and ignore the link", THOROUGH, async ({ ada, product }) => {
  await ada.page.goto(`/?setup=${product.setupToken}`);
  await ada.page.getByRole("button", { name: "Stay Signed In" }).click();
  await expect(ada.page.getByText("Sign out first to use it")).toHaveCount(0);
  await expect(ada.page).toHaveURL("/");
});

test("a reset link sets a new password, ends the old sessions and works once", async ({
  ada,
  signUp,
  visitor,
}) => {
  const grace = await signUp("grace", { isAdmin: true });
  const users = await (await grace.request.get("/api/users")).json();
  const { id } = users.find(({ username }: { username: string }) => username === "ada");
  const { url } = await (await grace.request.post(`/api/users/${id}/reset-link`)).json();

  await visitor.goto(url);
  await expect(visitor.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await expect(visitor.getByText("For the account ada. This signs it out everywhere else.")).toBeVisible();
  await visitor.getByLabel("New password").fill("short");
  await visitor.getByRole("button", { name: "Set Password" }).click();
  await expect(visitor.getByLabel("New password")).toHaveAccessibleDescription(
    "Password must be at least 6 characters",
  );
  await expectAccessible(visitor);
  await visitor.setViewportSize(PHONE);
  await expectNoSidewaysScroll(visitor);
  await visitor.getByLabel("New password").fill("quite-new-pass");
  await visitor.getByRole("button", { name: "Set Password" }).click();
  await expect(visitor.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
  await expect(toast(visitor, "Your new password is set and you're signed in.")).toBeVisible();

  await ada.page.goto("/");
  await expect(ada.page.getByRole("heading", { name: "Welcome", exact: true })).toBeVisible();
  const login = (password: string) => ada.request.post("/api/login", { data: { username: "ada", password } });
  expect((await login(PASSWORD)).status()).toBe(401);
  expect((await login("quite-new-pass")).status()).toBe(200);
  await ada.request.post("/api/logout");
  await ada.page.goto(url);
  await expect(ada.page.getByText(SPENT)).toBeVisible();
});

test.describe("where sign-up needs an invitation", () => {
  test.use({ environment: { SIGNUP: "invite" } });

  test("only an invite link opens the form, once", async ({ signUp, visitor }) => {
    await visitor.goto("/");
    await visitor.getByRole("tab", { name: "Sign Up" }).click();
    await expect(
      visitor.getByText(
        "You need an invitation to sign up. Ask an administrator for an invite link and open it here.",
      ),
    ).toBeVisible();
    await expect(visitor.getByLabel("Username")).toHaveCount(0);
    await expectAccessible(visitor);

    const grace = await signUp("grace", { isAdmin: true });
    const { url } = await (await grace.request.post("/api/invites")).json();
    await visitor.goto(url);
    await expect(visitor.getByText("You're invited to StackLoop. Create your account below.")).toBeVisible();
    await expectAccessible(visitor);
    await fillSignUp(visitor, "ada");
    await expect(visitor.getByRole("heading", { name: "Welcome, User!" })).toBeVisible();
    await expect(visitor.getByText("Admin", { exact: true })).toHaveCount(0);

    await visitor.getByRole("button", { name: "Sign Out" }).click();
    await expect(visitor.getByRole("heading", { name: "Welcome", exact: true })).toBeVisible();
    await visitor.goto(url);
    await expect(visitor.getByText(SPENT)).toBeVisible();
  });
});

test.describe("where sign-up is closed", () => {
  test.use({ environment: { SIGNUP: "closed" } });

  test("the card explains it, and signing in still works", THOROUGH, async ({ signUp, visitor }) => {
    await signUp("grace", { isAdmin: true });
    await visitor.goto("/");
    await visitor.getByRole("tab", { name: "Sign Up" }).click();
    await expect(visitor.getByText("Sign-up is closed. Ask an administrator for an account.")).toBeVisible();
    await expect(visitor.getByLabel("Username")).toHaveCount(0);
    await visitor.getByRole("tab", { name: "Sign In" }).click();
    await visitor.getByLabel("Username").fill("grace");
    await visitor.getByLabel("Password").fill(PASSWORD);
    await visitor.getByLabel("Password").press("Enter");
    await expect(visitor.getByRole("heading", { name: "Welcome, User!" })).toBeVisible();
  });
});
