import { addTools, storedTool } from "./ai-stack.ts";
import { callAsOther, openLive } from "./live-pages.ts";
import {
  chooseMore,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  readClipboard,
  test,
  toast,
} from "./product.ts";
import { addPrompts } from "./prompt-stack.ts";
import { addReading, commentWith, say } from "./reading-list.ts";
import { THOROUGH } from "./thorough.ts";

const MIDJOURNEY = { name: "Midjourney", company: "Midjourney, Inc", use: "Draws pictures", tags: ["art"] };

test("everything about a tool is on one page with a shareable address", async ({ ada, signUp }) => {
  await addTools(ada, [MIDJOURNEY]);
  const { id } = await storedTool(ada, "Midjourney");
  for (let index = 1; index <= 6; index += 1)
    await addPrompts(ada, [{ name: `Scene ${index}`, prompt: "For Midjourney: {{scene}}" }]);
  await addReading(ada, { title: "Styles", notes: "Praises Midjourney." });
  const discussed = await addReading(ada, { title: "Light and Shadow" });
  await say(ada, discussed.id, "Try it in Midjourney.");

  const { page } = ada;
  await page.goto(`/dashboard?tool=${id}`);
  await page.getByRole("link", { name: "Everything about Midjourney" }).click();
  await expect(page).toHaveURL(`/tools/${id}`);
  await expect(page).toHaveTitle("Midjourney · StackLoop");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Midjourney");
  await expect(page.getByText("Draws pictures")).toBeVisible();
  await expect(page.getByText("No verdict yet")).toBeVisible();
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(column("Prompts").getByRole("listitem")).toHaveCount(5);
  await column("Prompts")
    .getByRole("button", { name: /^Show More/u })
    .click();
  await expect(column("Prompts").getByRole("listitem")).toHaveCount(6);
  await expect(column("Readings")).toContainText("Styles");
  await expect(column("Discussions")).toContainText("Light and Shadow");
  for (const name of ["News", "Papers"]) await expect(column(name)).toHaveCount(0);
  await expectAccessible(page);
  for (const width of [390, 768, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);

  await chooseMore(page, "Copy Link");
  await expect(toast(page, "Link copied")).toBeVisible();
  const { page: other } = await signUp("grace");
  await other.goto(await readClipboard(page));
  await expect(other.getByRole("heading", { level: 1 })).toContainText("Midjourney");
  await other.getByRole("button", { name: "art" }).click();
  await expect(other).toHaveURL("/dashboard?q=art");
  await other.goBack();
  const discussions = other.getByRole("region", { name: "Discussions", exact: true });
  await discussions.getByRole("link", { name: "Light and Shadow" }).press("Enter");
  await expect(commentWith(other, "Try it in Midjourney.")).toBeInViewport({ ratio: 1 });
  await expect(other).toHaveURL(/\/chapter-loop\?reading=[\w-]+&comment=[\w-]+$/u);
});

test("a tool is edited and decided on its page, and Back returns to the previous page", async ({ ada }) => {
  await addTools(ada, [MIDJOURNEY]);
  const { id } = await storedTool(ada, "Midjourney");
  const { page } = ada;
  await page.goto("/");
  await page.goto(`/tools/${id}`);
  await expect(page.getByRole("button", { name: "Edit" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page).toHaveURL(`/tools/${id}?dialog=edit`);
  await page.getByRole("textbox", { name: "Company" }).fill("Studio");
  await page.getByRole("button", { name: "Update Tool" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Studio");
  await page.getByRole("button", { name: "Decide" }).click();
  await expect(page.getByRole("heading", { name: "Verdict on Midjourney" })).toBeVisible();
  await page.getByRole("radio", { name: /^Trial/u }).check();
  await page.getByRole("textbox", { name: /^Why/u }).fill("One project uses it.");
  await page.getByRole("button", { name: "Save Verdict" }).click();
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("One project uses it.");
  await expect(page).toHaveURL(`/tools/${id}`);
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test(
  "a tool deleted by another person stays readable, and an unknown one has no page",
  THOROUGH,
  async ({ ada, signUp }) => {
    await addTools(ada, [MIDJOURNEY]);
    const { id } = await storedTool(ada, "Midjourney");
    const { page } = await signUp("grace");
    await openLive(page, `/tools/${id}`);
    await expect(page.getByText("Draws pictures")).toBeVisible();
    await callAsOther(ada, "DELETE", `/api/ai-tools/${id}`);
    await expect(page.getByText("Ada deleted this just now.")).toBeVisible();
    await expect(page.getByText("Draws pictures")).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit" })).toBeDisabled();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL("/dashboard");

    await page.goto(`/tools/${id}`);
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
  },
);
