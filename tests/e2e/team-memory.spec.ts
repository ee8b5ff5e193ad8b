import type { Locator, Page } from "@playwright/test";

import { buildEntry } from "../support/upstreams/arxiv-upstream.ts";
import { expect, test } from "./papers.ts";
import { THOROUGH } from "./thorough.ts";

test.use({
  // Signs in with a password that a command has hashed.
  hasOwnProcess: true,
  archive: {
    papers: [
      buildEntry(1, { title: "Speech in Noise", abstract: "A look at the Whisper model beside a road." }),
      buildEntry(2, { title: "Hearing Aids", abstract: "An earlier look at the Whisper model in a hall." }),
      buildEntry(3, { title: "Silence", abstract: "We measure nothing at all." }),
    ],
  },
});

/** Goes from Home to an answer, and counts the clicks: at most three. */
async function ask(
  page: Page,
  question: string,
  answer: (press: (target: Locator) => Promise<void>) => Promise<void>,
) {
  await test.step(question, async () => {
    let presses = 0;
    await page.goto("/");
    await expect(page.getByRole("heading", { name: /^Welcome/u })).toBeVisible();
    await answer(async (target) => {
      presses += 1;
      await target.click();
    });
    expect(presses).toBeLessThanOrEqual(3);
  });
}

test(
  "a newcomer to the demo finds twelve answers, each with at most three clicks",
  THOROUGH,
  async ({ product, browser, arxiv }) => {
    await product.end();
    const [, password = ""] = /as demo with the password (\S+)/u.exec(await product.command("demo")) ?? [];
    await product.startAgain();
    const context = await browser.newContext({ baseURL: product.origin });
    await context.request.post("/api/login", { data: { username: "demo", password } });
    const page = await context.newPage();
    await expect.poll(() => arxiv.hits.length).toBeGreaterThan(0);
    await expect.poll(async () => (await (await page.request.get("/api/arxiv")).json()).length).toBe(33);
    const section = page.getByRole("navigation").getByRole("link", { name: "AI Stack" });
    const rowOf = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}\\b`, "u") });
    const verdict = page.getByRole("dialog").getByRole("region", { name: "Verdict" });

    await ask(page, "Which tools have we adopted?", async (press) => {
      await press(section);
      await page.getByRole("combobox", { name: "Verdict" }).selectOption("Adopt");
      await expect(page.getByText("Showing 3 of 413 tools")).toBeVisible();
      await expect(rowOf("Claude")).toBeVisible();
    });
    await ask(page, "Why is Midjourney on Hold?", async (press) => {
      await press(section);
      await press(rowOf("Midjourney"));
      await expect(verdict).toContainText("Image rights are still unclear.");
    });
    await ask(page, "Who decided, and when?", async (press) => {
      await press(section);
      await press(rowOf("Claude"));
      await expect(verdict).toContainText(/since \d+ \w+.* · Sam Rivera/u);
    });
    await ask(page, "May I give Claude customer data?", async (press) => {
      await press(section);
      await press(rowOf("Claude"));
      await expect(verdict).toContainText("Allowed data: internal");
    });
    await ask(page, "What moved since last month?", async (press) => {
      await press(section);
      await press(page.getByRole("radio", { name: "Radar" }));
      await expect(page.getByRole("list", { name: /^Adopt/u })).toContainText(/Claude.*▲/u);
      await expect(page.getByRole("list", { name: /^Hold/u })).toContainText(/Midjourney.*▼/u);
    });
    await ask(page, "Which verdicts are overdue?", async (press) => {
      await expect(page.getByText(/^Review due: Midjourney \(/u)).toBeVisible();
      await press(page.getByRole("button", { name: "Decide on Midjourney" }));
      await expect(page.getByRole("heading", { name: "Verdict on Midjourney" })).toBeVisible();
    });
    await ask(page, "Which is the newest paper that names Whisper?", async (press) => {
      await press(section);
      await page.getByRole("searchbox", { name: "Search tools" }).fill("Whisper");
      await press(rowOf("Whisper"));
      await press(page.getByRole("link", { name: "Everything about Whisper" }));
      const papers = page.getByRole("region", { name: "Papers", exact: true });
      await expect(papers.getByRole("listitem")).toHaveCount(2);
      await expect(papers.getByRole("listitem").first()).toContainText("Speech in Noise");
    });
    await ask(page, "What did colleagues say about Attention Is All You Need?", async (press) => {
      await press(page.getByRole("navigation").getByRole("link", { name: "ChapterLoop" }));
      await press(page.getByRole("button", { name: "Attention Is All You Need", exact: true }));
      await expect(page.getByText("See the footnote in 3.2.1.")).toBeVisible();
    });
    await ask(page, "Which of our prompts works best in Claude?", async (press) => {
      await press(section);
      await press(rowOf("Claude"));
      const prompts = page.getByRole("dialog").getByRole("region", { name: /^Prompts/u });
      await expect(prompts.getByRole("listitem").first()).toContainText("Meeting notes to decisions");
    });
    await ask(page, "What is new since my last visit?", async () => {
      const since = page.getByRole("region", { name: /^Since/u });
      await expect(since).toContainText("Noor Haddad moved your tool NotebookLM to Trial");
    });
    await ask(page, "Which readings on Foundations are still being discussed?", async (press) => {
      await press(page.getByRole("navigation").getByRole("link", { name: "ChapterLoop" }));
      await page.getByRole("combobox", { name: /Topic/u }).selectOption("Foundations");
      await expect(page.getByText(/Last comment .* by Demo Admin/u)).toBeVisible();
      await expect(page.getByText("Showing 2 of 3 readings")).toBeVisible();
    });
    await ask(page, "Slides of last month, please", async (press) => {
      await press(page.getByRole("navigation").getByRole("link", { name: "Brief" }));
      await press(page.getByRole("radio", { name: "Last month" }));
      const download = page.waitForEvent("download");
      await press(page.getByRole("button", { name: "PowerPoint" }));
      expect((await download).suggestedFilename()).toMatch(/\.pptx$/u);
    });
    await context.close();
  },
);
