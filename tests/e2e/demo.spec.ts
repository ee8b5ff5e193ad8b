import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from "./product.ts";

test.use({ environment: { DEMO: "on" }, hasOwnProcess: true });

test("a visitor of a demo signs in as administrator or member with one click", async ({ visitor }) => {
  await visitor.goto("/dashboard");
  const banner = visitor.getByRole("complementary", { name: "Demo" });
  await expect(banner).toContainText("deleted every night");
  await expect(visitor.getByLabel("Password")).toHaveCount(0);
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Sign In as Administrator" }).click();
  await expect(visitor.getByRole("heading", { name: "AI Stack", level: 1 })).toBeVisible();
  await expect(banner).toBeVisible();
  await expect(visitor.getByText("ChatGPT", { exact: true }).first()).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Logout" })).toBeInViewport({ ratio: 1 });

  await visitor.goto("/no-such-page");
  await expect(visitor.getByText("404 Page Not Found")).toBeVisible();
  await expect(banner).toBeVisible();

  await visitor.goto("/account");
  await visitor.getByRole("button", { name: "Save Profile" }).click();
  await expect(visitor.getByText("The demo doesn't allow this.").first()).toBeVisible();
  await visitor.request.post("/api/logout");

  await visitor.setViewportSize(PHONE);
  await visitor.goto("/");
  await expectNoSidewaysScroll(visitor);
  await visitor.getByRole("button", { name: "Sign In as Member" }).click();
  await expect(visitor.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await expect(banner).toBeVisible();
});
