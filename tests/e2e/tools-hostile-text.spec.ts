import type { Page } from "@playwright/test";

import { addTools, type NewTool, storedTool } from "./ai-stack.ts";
import { expect, expectNoSidewaysScroll, PHONE, test } from "./product.ts";

const SCRIPTS = [
  "<script>document.title='broken'</script>",
  "<img src=x onerror=\"document.title='broken'\">",
  "<svg onload=\"document.title='broken'\">",
  "{{constructor.constructor('document.title=1')()}}",
  "'\"><iframe srcdoc=\"<script>top.document.title='broken'</script>\">",
];

/** The first letters of a text; none is cut in two. */
const start = (text: string, length: number) => Array.from(text).slice(0, length).join("");

const hostile = (name: string): NewTool => ({
  name,
  company: name,
  capabilities: name,
  use: name,
  modality: start(name, 50),
  industry: start(name, 50),
  tags: [start(name, 50).toLowerCase()],
  notes: name,
  url: `https://example.com/?q=${encodeURIComponent(name)}`,
  releaseNotes: [{ date: start(name, 100), url: "https://example.com/notes" }],
});

/** Whatever runs would have changed the title, opened a frame or asked something. */
async function expectHarmless(page: Page) {
  await expect(page).toHaveTitle("AI Stack · StackLoop");
  await expect(
    page.locator("main script, main iframe, [role=dialog] script, [role=dialog] iframe, img[src=x]"),
  ).toHaveCount(0);
}

test("scripts in every field stand there as text", async ({ ada }) => {
  const { page } = ada;
  page.on("dialog", (dialog) => {
    throw new Error(`a script asked: ${dialog.message()}`);
  });
  await addTools(ada, SCRIPTS.map(hostile));
  await page.goto("/dashboard");
  for (const name of SCRIPTS) await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  await expectHarmless(page);
  for (const name of SCRIPTS) {
    const { id } = await storedTool(ada, name);
    await page.goto(`/dashboard?tool=${id}`);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { level: 2 })).toContainText(name);
    await expect(dialog.getByText(name)).not.toHaveCount(0);
    await expectHarmless(page);
  }
  for (const address of ["?view=landscape", "?dialog=export", "?dialog=settings"]) {
    await page.goto(`/dashboard${address}`);
    await expect(page.getByText("Showing 5 of 5 tools")).toBeVisible();
    await expectHarmless(page);
  }
});

test("a search, a link and a name of a person are text too", async ({ ada }) => {
  const [script = ""] = SCRIPTS;
  await ada.request.patch("/api/user", { data: { firstName: script, displayName: script } });
  await ada.page.goto("/");
  await expect(ada.page.getByRole("heading", { level: 1 })).toHaveText(`Welcome, ${script}!`);
  await ada.page.goto(
    `/dashboard?q=${encodeURIComponent(script)}&industry=${encodeURIComponent(script)}&sort=__proto__`,
  );
  await expect(ada.page.getByRole("searchbox", { name: "Search tools" })).toHaveValue(script);
  await expectHarmless(ada.page);
});

test("addresses that would run a script are refused and never become links", async ({ ada }) => {
  const reply = await ada.request.post("/api/ai-tools", {
    data: { name: "Bad", url: "javascript:alert(1)" },
  });
  expect(reply.status()).toBe(400);
  for (const address of ["data:text/html,<script>1</script>", "vbscript:x", "file:///etc/passwd"]) {
    const data = { name: "Bad", releaseNotes: [{ date: "now", url: address }] };
    expect((await ada.request.post("/api/ai-tools", { data })).status(), address).toBe(400);
  }
});

test("long words, tall letters and right-to-left text do not break a phone's page", async ({ ada }) => {
  const { page } = ada;
  const texts = ["W".repeat(200), "ﷺ".repeat(60), "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘", "עברית مع العربية", "👩‍👩‍👧‍👦".repeat(20)];
  await addTools(ada, texts.map(hostile));
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard");
  await expect(page.getByText("Showing 5 of 5 tools")).toBeVisible();
  await expectNoSidewaysScroll(page);
  for (const name of texts.slice(0, 2)) {
    const { id } = await storedTool(ada, name);
    for (const dialog of ["", "&dialog=edit", "&dialog=delete"]) {
      await page.goto(`/dashboard?tool=${id}${dialog}`);
      await expect(
        page.locator("[role=dialog], [role=alertdialog]").getByRole("heading").first(),
      ).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  }
});
