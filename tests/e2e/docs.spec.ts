import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from "./product.ts";

test("a visitor finds a section of the documentation", async ({ visitor }) => {
  await visitor.goto("/docs");
  await expect(visitor.getByRole("heading", { name: "StackLoop", level: 1 })).toBeVisible();
  await visitor.keyboard.press("/");
  await visitor.keyboard.type("restor a backup");
  await expect(visitor.getByRole("status")).toHaveText(/match/u);
  // Keys of an input method neither clear the search nor open a result.
  for (const key of ["Escape", "Enter", "ArrowDown"])
    await visitor.getByRole("searchbox").dispatchEvent("keydown", { key, keyCode: 229, isComposing: true });
  await expect(visitor.getByRole("searchbox")).toHaveValue("restor a backup");
  await expect(visitor.getByRole("searchbox")).toBeFocused();
  await expectAccessible(visitor);
  await visitor.keyboard.press("ArrowDown");
  await visitor.keyboard.press("Enter");
  await expect(visitor).toHaveURL(/\/docs\/.+/u);
  await expect(visitor.getByRole("searchbox")).toHaveValue("");

  await visitor.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "API" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
  await visitor.setViewportSize(PHONE);
  await expectNoSidewaysScroll(visitor);
  await expectAccessible(visitor);
  await visitor.getByRole("link", { name: "All pages" }).click();
  await expect(visitor.getByRole("link", { name: "User guide", exact: true })).toBeInViewport({ ratio: 1 });
});
