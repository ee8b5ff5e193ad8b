import { addTools, storedTool } from "./ai-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from "./product.ts";
import { addPrompts, countLine, rowOf, storedPrompt } from "./prompt-stack.ts";

test("a person stars a prompt, rates it in a tool, and finds it on the tool's page", async ({
  ada,
  signUp,
}) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Claude" }, { name: "Cursor" }]);
  await addPrompts(ada, [
    { name: "Poet", prompt: "Rhyme." },
    { name: "Chef", prompt: "Cook." },
  ]);
  const [{ id: claude }, { id: cursor }] = [await storedTool(ada, "Claude"), await storedTool(ada, "Cursor")];
  const { id } = await storedPrompt(ada, "Poet");
  const bob = await signUp("bob");
  await bob.request.put(`/api/prompts/${id}/ratings/${claude}`, { data: { stars: 4 } });
  await bob.request.put(`/api/prompts/${id}/ratings/${cursor}`, { data: { stars: 3 } });

  await page.goto("/prompts");
  const star = rowOf(page, "Poet").getByRole("button", { name: /star: Poet/iu });
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect(rowOf(page, "Poet").getByText("1", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "Starred" }).click();
  await expect(countLine(page)).toHaveText("Showing 1 of 2 prompts");
  await expect(page).toHaveURL("/prompts?show=starred");
  await expectAccessible(page);

  await page.goto(`/prompts?prompt=${id}`);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Works in: Claude ★ 4 (1), Cursor ★ 3 (1)")).toBeVisible();
  await dialog.getByRole("button", { name: "Rate", exact: true }).click();
  const form = dialog.getByRole("form", { name: "Rate" });
  await form.getByRole("combobox", { name: "Tool" }).selectOption("Claude");
  await form.getByRole("radio", { name: "5 stars" }).check({ force: true });
  await form.getByRole("textbox", { name: "Sentence" }).fill("needs the schema first");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save Rating" }).click();
  await expect(dialog.getByText("Works in: Claude ★ 4.5 (2), Cursor ★ 3 (1)")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Rate", exact: true })).toBeFocused();
  await dialog.getByRole("button", { name: "Ratings (3)" }).click();
  await expect(dialog.getByText("ada · Claude ★ 5: “needs the schema first”")).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await ada.request.put(`/api/prompts/${id}`, { data: { prompt: "Rhyme well." } });
  await expect(dialog.getByText("Claude ★ 4.5 (2) for version 1")).toBeVisible();
  await page.goto(`/tools/${claude}`);
  const works = page.getByRole("region", { name: "Prompts that work in this tool" });
  await expect(works.getByRole("listitem")).toHaveText(["Poet★ 4.5 (2) for version 1"]);
  await works.getByRole("link", { name: "Poet" }).click();
  await expect(dialog.getByRole("heading", { name: "Poet" })).toBeVisible();
});
