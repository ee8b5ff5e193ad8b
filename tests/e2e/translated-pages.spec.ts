import type { Page } from "@playwright/test";

import { ADMIN_TABS } from "#client/features/admin/admin-tabs.ts";
import { type PageTranslation, translatePage, type Wrapping } from "#tests/support/page-translation.ts";

import { addTools, countLine as toolCount, dialogOf, rowOf, storedTool } from "./ai-stack.ts";
import { addNews, test } from "./news-stack.ts";
import { chooseMore, expect, PASSWORD, toast } from "./product.ts";
import { commentWith, countLine as readingCount } from "./reading-list.ts";
import { decideOn } from "./team-verdicts.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

declare global {
  interface Window {
    translation?: PageTranslation;
  }
}

test.use({ locale: "de-DE" });

/** Translates every document of the page from its start. */
const translate = (page: Page, wrapping: Wrapping) =>
  page.addInitScript(`window.translation = (${translatePage.toString()})(document, "${wrapping}");`);

/** A part of React's tree of components. */
interface Fiber {
  tag: number;
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedProps: unknown;
}

/** Texts with nodes that React changes and removes: those that aren't the only child of an element. */
const looseTexts = (page: Page) =>
  page.evaluate(() => {
    const HOST_TEXT = 6;
    const root = document.querySelector("#root");
    const key = Object.keys(root ?? {}).find((name) => name.startsWith("__reactContainer$"));
    const found: unknown[] = [];
    const isAnnouncement = (props: unknown) =>
      typeof props === "object" && props !== null && "role" in props && props.role === "status";
    const fibers: (Fiber | undefined)[] = [root && Reflect.get(root, key ?? "")];
    for (let fiber = fibers.pop(); fiber; fiber = fibers.pop()) {
      if (fiber.tag === HOST_TEXT) found.push(fiber.memoizedProps);
      if (fiber.sibling) fibers.push(fiber.sibling);
      // Radix announces each toast to screen readers with texts that are removed as a whole.
      if (fiber.child && !isAnnouncement(fiber.memoizedProps)) fibers.push(fiber.child);
    }
    return found;
  });

async function expectTranslatable(page: Page) {
  expect(await looseTexts(page)).toEqual([]);
  expect(await page.evaluate(() => window.translation?.unseenChanges)).toEqual([]);
}

for (const wrapping of ["replace", "move"] as const) {
  test(`a translated page signs up and in (${wrapping})`, THOROUGH, async ({ visitor, product }) => {
    await translate(visitor, wrapping);
    await visitor.goto("/");
    await visitor.getByRole("tab", { name: "Sign Up" }).click();
    const panel = visitor.getByRole("tabpanel");
    await panel.getByRole("button", { name: "Create Account" }).click();
    await expect(panel.getByText("Username is required")).toBeVisible();
    await expectTranslatable(visitor);
    await visitor.getByRole("tab", { name: "Sign In" }).click();
    await panel.getByLabel("Username").fill("nobody");
    await panel.getByLabel("Password").fill("a wrong password");
    await panel.getByRole("button", { name: "Sign In" }).click();
    await expect(visitor.getByRole("region", { name: /notifications/iu })).toContainText(/./u);
    await visitor.request.post(`${product.origin}/api/register`, {
      data: { username: "grace", password: PASSWORD, firstName: "Grace" },
    });
    await visitor.request.post(`${product.origin}/api/logout`);
    await panel.getByLabel("Username").fill("grace");
    await panel.getByLabel("Password").fill(PASSWORD);
    await panel.getByRole("button", { name: "Sign In" }).click();
    await expect(visitor.getByRole("heading", { name: "Welcome, Grace!" })).toBeVisible();
    await expectTranslatable(visitor);
  });

  test(
    `a translated page works in all sections (${wrapping})`,
    thoroughUnless(wrapping === "replace"),
    async ({ signUp, product }) => {
      const ada = await signUp("ada", { isAdmin: true, firstName: "Ada" });
      const { page } = ada;
      await translate(page, wrapping);

      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Add Your First Tool" }).click();
      const adding = dialogOf(page, "Add New AI Tool");
      await adding.getByRole("button", { name: "Add Tool" }).click();
      await expect(adding.getByText("Tool name is required")).toBeVisible();
      await adding.getByLabel("Tool Name *").fill("Suno");
      await adding.getByLabel("Tags").fill("music");
      await adding.getByLabel("Tags").press("Enter");
      await adding.getByRole("textbox", { name: "Notes" }).fill("Sings.");
      await adding.getByRole("button", { name: "Add Tool" }).click();
      await expect(toast(page, "AI tool added successfully")).toBeVisible();
      await addTools(ada, [{ name: "Claude", company: "Anthropic" }]);
      await expect(toolCount(page)).toHaveText("Showing 2 of 2 tools");
      await page.getByRole("searchbox", { name: "Search tools" }).fill("sun");
      await expect(toolCount(page)).toHaveText("Showing 1 of 2 tools");
      await page.getByRole("button", { name: "Recent Only" }).click();
      await page.getByRole("button", { name: "Show All" }).click();
      await expect(page.getByRole("button", { name: "Recent Only" })).toBeVisible();
      await expectTranslatable(page);
      await rowOf(page, "Suno").getByRole("button", { name: "Suno", exact: true }).click();
      const { id } = await storedTool(ada, "Suno");
      await expect(page).toHaveURL(new RegExp(id, "u"));
      await page.getByRole("dialog").getByRole("button", { name: "Decide" }).click();
      const deciding = dialogOf(page, "Verdict on Suno");
      await deciding.getByRole("radio", { name: /^Trial/u }).check();
      await deciding.getByLabel("Why, in one sentence").fill("It sings.");
      await deciding.getByRole("button", { name: "Save Verdict" }).click();
      await expect(deciding).toHaveCount(0);
      await expect(page.getByRole("dialog").getByRole("button", { name: "Comment" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Suno Trial", exact: true })).toBeVisible();
      await expectTranslatable(page);
      await page.getByRole("button", { name: "Edit Suno" }).click();
      await dialogOf(page, "Edit AI Tool").getByLabel("Tool Name *").fill("Suno 5");
      await page.keyboard.press("Control+Enter");
      await expect(toast(page, "AI tool updated successfully")).toBeVisible();
      await expect(page.getByRole("button", { name: "Suno 5 Trial", exact: true })).toBeVisible();
      await page.goto(`/tools/${id}`);
      await expect(page.getByRole("heading", { name: /Suno 5/u }).first()).toBeVisible();
      await expectTranslatable(page);
      for (const view of ["landscape", "radar"]) {
        await page.goto(`/dashboard?view=${view}`);
        await expect(page.getByText("Suno 5").first()).toBeAttached();
        await expectTranslatable(page);
      }
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Delete Suno 5" }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: /^Delete/u })
        .click();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(toolCount(page)).toHaveText("Showing 2 of 2 tools");
      await expectTranslatable(page);

      await addNews(product, ada, {
        tool: "Whisper",
        articles: [
          { title: "Whisper hears", publishedAt: new Date().toISOString(), content: "Long. ".repeat(50) },
          { title: "Whisper waits", publishedAt: "2024-03-04T15:00:00.000Z", excerpt: "Still." },
        ],
      });
      await page.goto("/news");
      await expect(page.getByRole("article")).toHaveCount(2);
      const article = page.getByRole("article", { name: "Whisper hears" });
      await article.getByRole("button", { name: "Star" }).click();
      await article.getByRole("button", { name: "Mark as read" }).click();
      await page.getByRole("radiogroup", { name: "Show" }).getByRole("radio", { name: "Starred" }).click();
      await expect(page.getByRole("article")).toHaveCount(1);
      await expectTranslatable(page);

      await page.goto("/arxiv");
      await expect(page.getByRole("heading", { level: 1, name: "Research Stack" })).toBeVisible();
      await expectTranslatable(page);

      await page.goto("/prompts");
      await page.getByRole("button", { name: "Add Your First Prompt" }).click();
      const prompt = page.getByRole("dialog", { name: "Add New Prompt" });
      await prompt.getByRole("textbox", { name: "Prompt Name" }).fill("Chef");
      await prompt
        .getByRole("textbox", { name: "Prompt *", exact: true })
        .fill("Cook {{dish}} for {{guests:two}}.");
      await expect(prompt).toContainText("guests");
      await prompt.getByRole("button", { name: "Add Prompt" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.getByRole("button", { name: "Chef", exact: true }).click();
      await expect(page.getByRole("dialog")).toContainText("Cook");
      await page.getByRole("dialog").getByRole("button", { name: /^Copy/u }).first().click();
      await expectTranslatable(page);

      await page.goto("/chapter-loop");
      await page.getByRole("button", { name: "Add Your First Reading" }).click();
      const reading = page.getByRole("dialog", { name: "Add New Reading" });
      await reading.getByLabel("Title").fill("Middlemarch");
      await reading.getByLabel("Author").fill("George Eliot");
      await reading.getByRole("button", { name: "Add Reading" }).click();
      await expect(readingCount(page)).toHaveText("Showing 1 of 1 readings");
      await page.getByRole("button", { name: "Middlemarch", exact: true }).click();
      await page.getByRole("textbox", { name: "Comment", exact: true }).fill("Shall we?");
      await page.getByRole("button", { name: "Add Comment" }).click();
      await expect(commentWith(page, "Shall we?")).toBeVisible();
      await commentWith(page, "Shall we?").getByRole("button", { name: "Reply" }).click();
      await page.getByRole("textbox", { name: "Reply to Ada" }).fill("Yes.");
      await page.getByRole("button", { name: "Post Reply" }).click();
      await expect(commentWith(page, "Yes.").last()).toBeVisible();
      await expectTranslatable(page);
    },
  );

  test(`a translated page searches and changes an account (${wrapping})`, THOROUGH, async ({ signUp }) => {
    const ada = await signUp("ada", { isAdmin: true, firstName: "Ada" });
    await addTools(ada, [{ name: "Suno 5" }]);
    const { page } = ada;
    await translate(page, wrapping);
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").fill("suno");
    await expect(page.getByRole("option", { name: /Suno/u }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto("/search?q=suno");
    await expect(page.getByText("Suno 5").first()).toBeVisible();
    await expectTranslatable(page);

    await page.goto("/account");
    await page.getByLabel("First Name").fill("Augusta");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(page.getByRole("region", { name: /notifications/iu })).toContainText(/./u);
    await page.getByRole("tab", { name: "Assistants" }).click();
    await page.getByRole("button", { name: "Create Token" }).click();
    await expect(page.getByText(/Bearer slt_\w+/u).first()).toBeVisible();
    await expectTranslatable(page);
    await page.goto("/dashboard?dialog=settings");
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
    await expectTranslatable(page);
    for (const { id, title } of ADMIN_TABS) {
      await page.goto(`/admin/${id}`);
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      await expectTranslatable(page);
    }
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Welcome, Augusta!" })).toBeVisible();
    await expectTranslatable(page);
  });

  test(
    `a translated page briefs, answers, imports and restores (${wrapping})`,
    THOROUGH,
    async ({ signUp }) => {
      const ada = await signUp("ada", { isAdmin: true, firstName: "Ada" });
      const grace = await signUp("grace", { firstName: "Grace" });
      await addTools(ada, [{ name: "Suno", notes: "Ten seats." }, { name: "Udio" }]);
      await decideOn(ada, "Suno", { ring: "adopt", reason: "It sings." });
      const { id } = await storedTool(ada, "Suno");
      await ada.request.put(`/api/ai-tools/${id}`, { data: { notes: "Twelve seats.", tags: ["music"] } });
      await grace.request.post(`/api/items/tool:${id}/comments`, { data: { content: "Hello @ada" } });
      const { page } = ada;
      await translate(page, wrapping);

      await page.goto("/brief");
      await page.getByRole("radio", { name: "This week" }).click();
      await page.getByRole("checkbox", { name: "Include Udio" }).uncheck();
      await page.getByRole("textbox", { name: "Headline" }).fill("Suno sings");
      await page.getByRole("button", { name: "Move New tools up" }).click();
      await expectTranslatable(page);
      await page.getByRole("button", { name: "Publish" }).click();
      await expect(page.getByRole("heading", { name: "Suno sings", level: 1 })).toBeVisible();
      await page.getByRole("button", { name: "Share Page" }).click();
      const sharing = page.getByRole("dialog");
      await sharing.getByRole("button", { name: "Create Address" }).click();
      await expect(sharing.getByRole("heading", { name: "Your Page Is Shared" })).toBeVisible();
      await expectTranslatable(page);
      await page.keyboard.press("Escape");
      await expect(sharing).toHaveCount(0);
      await page.goto("/brief");
      await expect(page.getByRole("link", { name: "Suno sings" })).toBeVisible();
      await expectTranslatable(page);

      await page.goto("/inbox");
      await expect(page.getByRole("link", { name: "Grace mentioned you in Suno" })).toBeVisible();
      await page.keyboard.press("j");
      await page.keyboard.press("e");
      await expect(page.getByText("Nothing Waits for You")).toBeVisible();
      await page.getByRole("tab", { name: "Done" }).click();
      await expect(page.getByRole("link", { name: "Grace mentioned you in Suno" })).toBeVisible();
      await expectTranslatable(page);

      await page.goto(`/search?q=${encodeURIComponent("Which tools have we adopted?")}`);
      await expect(page.getByText("One tool is in Adopt.")).toBeVisible();
      await expectTranslatable(page);
      await page.goto("/admin/activity");
      await expect(page.getByText("Udio").first()).toBeVisible();
      await expectTranslatable(page);

      await page.goto(`/dashboard?tool=${id}`);
      await chooseMore(page.getByRole("dialog"), "History");
      const history = page.getByRole("dialog", { name: "History" });
      await expect(history.getByRole("insertion").first()).toContainText(/./u);
      await history.getByRole("button", { name: /^Version 1\b/u }).click();
      await history.getByRole("button", { name: "Restore Version 1" }).click();
      await expect(toast(page, "Version restored")).toBeVisible();
      await expectTranslatable(page);

      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Add Tool" }).click();
      await page.getByRole("dialog").getByLabel("Tool Name *").fill("Sun");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Discard", exact: true }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await chooseMore(page, "RSS feed");
      await page.getByRole("dialog").getByRole("button", { name: "Create Address" }).click();
      await expect(page.getByRole("heading", { name: "Your Feed Is Ready" })).toBeVisible();
      await expectTranslatable(page);
      await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.goto("/account?tab=feeds");
      await expectTranslatable(page);

      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Delete Udio" }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: /^Delete/u })
        .click();
      // Closing the dialog changes the address.
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
      await page.goto("/admin/deleted");
      await expect(page.getByText("Udio").first()).toBeVisible();
      await page
        .getByRole("button", { name: /^Restore/u })
        .first()
        .click();
      await expect(page.getByRole("region", { name: /notifications/iu })).toContainText(/Udio/u);
      await expectTranslatable(page);
    },
  );
}
