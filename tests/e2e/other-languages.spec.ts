import type { Page } from "@playwright/test";

import { addTools, countLine, dialogOf, rowOf, storedTools } from "./ai-stack.ts";
import { expect, test, toast } from "./product.ts";
import { addReading, commentWith, openerOf, say } from "./reading-list.ts";
import { THOROUGH } from "./thorough.ts";

test.use({ locale: "ja-JP" });

/** A key while an input method is open: Chromium's way, then Safari's. */
async function pressComposing(page: Page, key: "Enter" | "Escape", modifier?: "ctrlKey") {
  for (const how of [{ isComposing: true }, { keyCode: 229 }]) {
    await page
      .locator(":focus")
      .evaluate((element, init) => element.dispatchEvent(new KeyboardEvent("keydown", init)), {
        key,
        bubbles: true,
        cancelable: true,
        ...(modifier && { [modifier]: true }),
        ...how,
      });
  }
}

/** Types with an input method without ending the composition. */
async function compose(page: Page, text: string) {
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
  // A real key of an input method, as Chromium reports it.
  for (const key of ["Enter", "Escape"])
    await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key, windowsVirtualKeyCode: 229 });
  return {
    commit: () => session.send("Input.insertText", { text }),
  };
}

test("keys of an input method do not submit, add, close or clear anything", async ({ ada }) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Suno" }]);
  await page.goto("/dashboard");
  const search = page.getByRole("searchbox", { name: "Search tools" });
  await search.focus();
  const searching = await compose(page, "すの");
  await pressComposing(page, "Escape");
  await searching.commit();
  await expect(search).toHaveValue("すの");
  await search.fill("");

  await page.getByRole("button", { name: "Add Tool" }).click();
  const dialog = dialogOf(page, "Add New AI Tool");
  const name = dialog.getByLabel("Tool Name *");
  await name.focus();
  const naming = await compose(page, "翻訳");
  for (const key of ["Enter", "Escape"] as const) await pressComposing(page, key);
  await pressComposing(page, "Enter", "ctrlKey");
  await naming.commit();
  await expect(name).toHaveValue("翻訳");
  await dialog.getByLabel("Tags").focus();
  const tagging = await compose(page, "日本");
  for (const key of ["Enter", "Escape"] as const) await pressComposing(page, key);
  await tagging.commit();
  await expect(dialog.getByLabel("Tags")).toHaveValue("日本");
  await expect(dialog.getByText("Discard")).toHaveCount(0);
  expect(await storedTools(ada)).toHaveLength(1);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove 日本" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(toast(page, "AI tool added successfully")).toBeVisible();

  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await palette.fill("news");
  for (const key of ["Enter", "Escape"] as const) await pressComposing(page, key);
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");

  await addReading(ada, { title: "Middlemarch" });
  await page.goto("/chapter-loop");
  await openerOf(page, "Middlemarch").click();
  const comment = page.getByRole("textbox", { name: "Comment", exact: true });
  await comment.fill("読みましょう");
  await pressComposing(page, "Enter", "ctrlKey");
  await expect(comment).toHaveValue("読みましょう");
  await page.keyboard.press("Control+Enter");
  await expect(commentWith(page, "読みましょう")).toBeVisible();
});

test("shortcuts use the keys of an English keyboard on a Russian one", THOROUGH, async ({ ada }) => {
  const { page } = ada;
  await addTools(ada, [{ name: "Suno" }, { name: "Claude" }]);
  await page.goto("/dashboard");
  await expect(countLine(page)).toHaveText("Showing 2 of 2 tools");
  const press = (key: string, code: string, ctrlKey = false) =>
    page.evaluate(
      (init) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", init)),
      { key, code, ctrlKey, bubbles: true, cancelable: true },
    );
  await press("о", "KeyJ");
  await expect(page.getByRole("button", { name: "Claude", exact: true })).toBeFocused();
  await press("о", "KeyJ");
  await press("у", "KeyE");
  await expect(dialogOf(page, "Edit AI Tool").getByLabel("Tool Name *")).toHaveValue("Suno");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press("т", "KeyN");
  await expect(page.getByRole("heading", { name: "Add New AI Tool" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press("л", "KeyK", true);
  await expect(page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press(".", "Slash");
  await expect(page.getByRole("searchbox", { name: "Search tools" })).toBeFocused();
});

test("right-to-left texts have their own direction, also in sentences", async ({ ada }) => {
  const { page } = ada;
  const name = "כלי (גרסה 2)";
  await addTools(ada, [{ name, notes: "זה כלי טוב!" }]);
  const { id } = await addReading(ada, { title: "ספר טוב", notes: "פסקה ארוכה." });
  await say(ada, id, "תגובה ראשונה, עם Claude.");
  await page.goto("/dashboard");
  const direction = (element: Element) => getComputedStyle(element).direction;
  const named = rowOf(page, name).getByText(name, { exact: true });
  expect(await named.evaluate(direction)).toBe("rtl");
  await rowOf(page, name).getByRole("button", { name, exact: true }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByText("זה כלי טוב!").locator("xpath=ancestor-or-self::p").evaluate(direction)).toBe(
    "rtl",
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  expect(await dialogOf(page, "Edit AI Tool").getByLabel("Tool Name *").evaluate(direction)).toBe("rtl");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText(name)).toBeVisible();
  expect(await question.getByText(name).evaluate(direction)).toBe("rtl");
  expect(await question.getByText(/Are you sure/u).evaluate(direction)).toBe("ltr");
  await question.getByRole("button", { name: /^Delete/u }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, `\u200e\u2068${name}\u2069 was restored`)).toBeVisible();
  await page.goto(`/chapter-loop?reading=${id}`);
  const comment = page.getByText("תגובה ראשונה, עם Claude.");
  await expect(comment).toBeVisible();
  expect(await comment.locator("xpath=ancestor-or-self::p").evaluate(direction)).toBe("rtl");
  await expect(page.getByRole("textbox", { name: "Comment", exact: true })).toHaveAttribute("dir", "auto");
});

test("a page of an older version asks for a reload", async ({ ada, complaints }) => {
  const { page } = ada;
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
  const assets = /\/assets\/tools-page-[^/]+\.js$/u;
  await page.route(assets, async (route) => {
    const reply = await page.request.get(
      new URL("/assets/of-a-former-version.js", route.request().url()).href,
    );
    await route.fulfill({ response: reply });
  });
  await page.route(
    (url) => url.pathname === "/",
    (route) => route.fulfill({ body: '<script type="module" src="/assets/index-new.js"></script>' }),
  );
  await page.getByRole("navigation").getByRole("link", { name: "AI Stack" }).click();
  await expect(page.getByRole("heading", { name: "StackLoop was updated" })).toBeVisible();
  complaints.length = 0;
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "AI Stack", level: 1 })).toBeVisible();
});
