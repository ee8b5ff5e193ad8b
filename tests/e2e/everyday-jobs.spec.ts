import type { Page } from "@playwright/test";

import { buildEntry } from "../support/upstreams/arxiv-upstream.ts";
import { addTools, storedTools } from "./ai-stack.ts";
import { expect, openPapers, test } from "./papers.ts";
import { readClipboard, toast } from "./product.ts";
import { addPrompts } from "./prompt-stack.ts";

const MAX_PRESSES = 5;

test.use({ archive: { papers: [buildEntry(1, { title: "Agents that remember" })] } });

/** A keyboard that counts pressed keys, except for typed text. */
function countedKeyboard({ keyboard }: Page) {
  let presses = 0;
  return {
    async press(...keys: string[]) {
      for (const key of keys) {
        presses += 1;
        await keyboard.press(key);
      }
    },
    type: (text: string) => keyboard.type(text),
    get presses() {
      return presses;
    },
  };
}

/** Does a job without a mouse, from Home. */
async function job(page: Page, work: (keyboard: ReturnType<typeof countedKeyboard>) => Promise<void>) {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /^Welcome/u })).toBeVisible();
  const keyboard = countedKeyboard(page);
  await work(keyboard);
  expect(keyboard.presses).toBeLessThanOrEqual(MAX_PRESSES);
}

test("each of five everyday jobs takes at most five presses and no Tab", async ({ ada }) => {
  const { page } = ada;
  const option = (name: RegExp) => page.getByRole("option", { name }).first();
  await addTools(ada, [{ name: "Suno" }]);
  await addPrompts(ada, [{ name: "Meeting notes", prompt: "Summarise {{notes}}" }]);
  await openPapers(page, 1, "/");

  await job(page, async ({ press, type }) => {
    await press("n");
    await expect(page.getByLabel("Tool Name *")).toBeFocused();
    await type("Gemini");
    await press("Control+Enter");
    await expect(toast(page, "AI tool added successfully")).toBeVisible();
  });
  expect((await storedTools(ada)).map(({ name }) => name)).toContain("Gemini");

  await job(page, async ({ press, type }) => {
    await press("Control+k");
    await type("meeting");
    await expect(option(/Meeting notes/u)).toHaveAttribute("aria-selected", "true");
    await press("Enter");
    await expect(page.getByRole("button", { name: "Use Prompt" })).toBeFocused();
    await press("Enter");
    await expect(page.getByRole("textbox", { name: "notes" })).toBeFocused();
    await type("We keep Claude.");
    await press("Control+Enter");
    await expect.poll(() => readClipboard(page)).toBe("Summarise We keep Claude.");
  });

  await job(page, async ({ press, type }) => {
    await press("Control+k");
    await type("suno");
    await expect(option(/Suno/u)).toHaveAttribute("aria-selected", "true");
    await press("Enter");
    await expect(page.getByRole("button", { name: "Comment", exact: true })).toBeVisible();
    await press("r");
    await expect(page.getByRole("textbox", { name: "Comment" })).toBeFocused();
    await type("Who wants a seat?");
    await press("Control+Enter");
    await expect(page.getByRole("region", { name: "Discussion of Suno" })).toContainText("Who wants a seat?");
  });

  await job(page, async ({ press, type }) => {
    await press("Control+k");
    await type("remember");
    await expect(option(/Agents that remember/u)).toHaveAttribute("aria-selected", "true");
    await press("Enter");
    await expect(page.getByRole("button", { name: "Generate Summary" })).toBeVisible();
    await press("a");
    await expect(page.getByText("Source: Extract from the abstract")).toBeVisible();
  });

  await job(page, async ({ press, type }) => {
    await press("Control+k");
    await type("export ai tools");
    await expect(option(/Export/u)).toHaveAttribute("aria-selected", "true");
    await press("Enter");
    await expect(page.getByRole("radio", { name: /^JSON/u })).toBeFocused();
    await press("ArrowDown");
    await expect(page.getByRole("radio", { name: /^Slides/u })).toBeFocused();
    const download = page.waitForEvent("download");
    await press("Control+Enter");
    expect((await download).suggestedFilename()).toMatch(/\.pptx$/u);
  });
});
