import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from "./product.ts";

test("a visitor sees the public page on all six routes", async ({ visitor }) => {
  for (const route of ["/", "/dashboard", "/news", "/arxiv", "/prompts", "/chapter-loop"]) {
    await visitor.goto(route);
    await expect(visitor.getByRole("heading", { name: "Welcome", exact: true })).toBeVisible();
    await expect(visitor.getByText("Sign in to your account or create a new one")).toBeVisible();
  }
  await expectAccessible(visitor);
  await visitor.setViewportSize(PHONE);
  await expectNoSidewaysScroll(visitor);
});
