import { readdirSync } from "node:fs";
import { extname } from "node:path";

import type { Page } from "@playwright/test";

import { addTools } from "./ai-stack.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from "./product.ts";
import { THOROUGH } from "./thorough.ts";

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });
const toggle = (page: Page) => page.getByRole("button", { name: "Toggle Sidebar" });
const widthOf = (page: Page) => sidebar(page).evaluate((element) => element.getBoundingClientRect().width);
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset["theme"]);

const SECTIONS = [
  ["Home", "/"],
  ["Inbox", "/inbox"],
  ["Brief", "/brief"],
  ["AI Stack", "/dashboard"],
  ["News Stack", "/news"],
  ["Research Stack", "/arxiv"],
  ["Prompt Stack", "/prompts"],
  ["ChapterLoop", "/chapter-loop"],
] as const;

test("the sidebar links to every section and highlights the current one", async ({ ada }) => {
  await ada.page.goto("/");
  const navigation = ada.page.getByRole("navigation", { name: "Navigation" });
  await expect(navigation.getByRole("link")).toHaveText(SECTIONS.map(([name]) => name));
  for (const [name, path] of SECTIONS) {
    await navigation.getByRole("link", { name }).click();
    await expect(ada.page).toHaveURL(path);
    await expect(ada.page).toHaveTitle(`${name} · StackLoop`);
    await expect(navigation.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
    await expect(navigation.locator("[aria-current=page]")).toHaveCount(1);
  }
  await expect(sidebar(ada.page).getByRole("button", { name: "Logout" })).toBeVisible();
});

test("the sidebar shows the signed-in person's email address", THOROUGH, async ({ ada }) => {
  await ada.request.patch("/api/user", { data: { email: "ada@example.com" } });
  await ada.page.goto("/");
  await expect(sidebar(ada.page).getByText("ada@example.com")).toBeVisible();
});

test("the sidebar collapses by its button and Ctrl+B, and stays collapsed for seven days", async ({
  ada,
}) => {
  await ada.page.goto("/");
  await expect.poll(() => widthOf(ada.page)).toBe(16 * 16);
  await expect(toggle(ada.page)).toHaveAttribute("aria-expanded", "true");
  const [bar, box] = await Promise.all([
    ada.page.getByRole("banner").boundingBox(),
    toggle(ada.page).boundingBox(),
  ]);
  expect(box?.x).toBeGreaterThan((bar?.x ?? 0) + (bar?.width ?? 0) / 2);

  await toggle(ada.page).click();
  await expect.poll(() => widthOf(ada.page)).toBe(3 * 16);
  await expect(toggle(ada.page)).toHaveAttribute("aria-expanded", "false");
  await expectAccessible(ada.page);
  const cookies = await ada.context.cookies();
  const expires = cookies.find(({ name }) => name === "sidebar-state")?.expires ?? 0;
  const days = (expires - Date.now() / 1000) / (24 * 60 * 60);
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);

  await ada.page.reload();
  await expect.poll(() => widthOf(ada.page)).toBe(3 * 16);
  await sidebar(ada.page).getByRole("link", { name: "AI Stack" }).click();
  await expect(ada.page).toHaveURL("/dashboard");
  await ada.page.keyboard.press("Control+b");
  await expect.poll(() => widthOf(ada.page)).toBe(16 * 16);
  await ada.page.keyboard.press("Meta+b");
  await expect.poll(() => widthOf(ada.page)).toBe(3 * 16);
});

test("the sidebar is a drawer on a phone", async ({ ada }) => {
  await ada.page.setViewportSize(PHONE);
  await ada.page.goto("/");
  await expect(sidebar(ada.page)).toHaveCount(0);
  const box = await toggle(ada.page).boundingBox();
  expect(box?.x).toBeLessThan(PHONE.width / 2);
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);

  await toggle(ada.page).click();
  const drawer = ada.page.getByRole("dialog", { name: "Sidebar" });
  await expect(drawer).toBeVisible();
  expect((await drawer.boundingBox())?.width).toBeCloseTo(18 * 16);
  await expectAccessible(ada.page);
  await expectNoSidewaysScroll(ada.page);
  await ada.page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(toggle(ada.page)).toBeFocused();

  await toggle(ada.page).click();
  await ada.page.mouse.click(PHONE.width - 20, PHONE.height / 2);
  await expect(drawer).toHaveCount(0);

  await toggle(ada.page).click();
  await drawer.getByRole("link", { name: "AI Stack" }).click();
  await expect(ada.page).toHaveURL("/dashboard");
  await expect(drawer).toHaveCount(0);
});

test("the theme is chosen in the user menu and stored", async ({ ada }) => {
  // The window fits the whole page: otherwise a retried click scrolls it and moves the menu away.
  await ada.page.setViewportSize({ width: 1280, height: 1000 });
  await ada.page.goto("/");
  const choose = async (theme: string) => {
    await ada.page.getByRole("button", { name: "ada", exact: true }).click();
    await ada.page.getByRole("menuitem", { name: `${theme} Theme` }).click();
    await expect(ada.page.getByRole("menu")).toHaveCount(0);
  };
  await ada.page.getByRole("button", { name: "ada", exact: true }).click();
  await expect(ada.page.getByRole("menuitem", { name: "System Theme" }).getByLabel("chosen")).toBeVisible();
  await expectAccessible(ada.page);
  await ada.page.keyboard.press("Escape");
  await expect(ada.page.getByRole("menu")).toHaveCount(0);
  await choose("Dark");
  await expect.poll(() => themeOf(ada.page)).toBe("dark");
  await ada.page.reload();
  await expect(ada.page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
  await expect.poll(() => themeOf(ada.page)).toBe("dark");
  await choose("Light");
  await ada.page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => themeOf(ada.page)).toBe("light");
  await choose("System");
  await expect.poll(() => themeOf(ada.page)).toBe("dark");
  await ada.page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => themeOf(ada.page)).toBe("light");
});

test("a dark page never flashes white before its script has loaded", THOROUGH, async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: "dark" });
  await visitor.route(/\/assets\/[^/]+\.js$/u, (route) => route.abort());
  await visitor.goto("/");
  await expect.poll(() => themeOf(visitor)).toBe("dark");
  const ground = await visitor.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [lightness = 1] = /[\d.]+/u.exec(ground) ?? [];
  expect(Number(lightness), ground).toBeLessThan(ground.startsWith("rgb") ? 64 : 0.4);
});

test("an unknown address shows the not-found page, signed in or not", async ({ ada, visitor }) => {
  for (const page of [visitor, ada.page]) {
    await page.goto("/no-such-page");
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
  }
  await expectAccessible(ada.page);
  await ada.page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(ada.page);
  await ada.page.getByRole("link", { name: "Back to Home" }).click();
  await expect(ada.page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
});

test("the command palette opens sections and tools and runs actions", async ({ ada }) => {
  await addTools(ada, [{ name: "Claude", company: "Anthropic" }, { name: "Midjourney" }]);
  await ada.page.goto("/dashboard");
  await expect(ada.page.getByRole("button", { name: "Claude", exact: true })).toBeVisible();
  await ada.page.keyboard.press("Control+k");
  const palette = ada.page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await expectAccessible(ada.page);
  await palette.getByRole("combobox").fill("anthropic");
  await expect(palette.getByRole("option")).toHaveText([/^Claude/, "Search everything for “anthropic”"]);
  await ada.page.keyboard.press("Enter");
  await expect(ada.page.getByRole("dialog").getByRole("heading", { name: /^Claude/ })).toBeVisible();
  await ada.page.keyboard.press("Control+k");
  await expect(palette).toHaveCount(0);
  await ada.page.keyboard.press("Escape");
  await expect(ada.page.getByRole("dialog")).toHaveCount(0);

  await ada.page.getByRole("button", { name: /^Search or go to/ }).click();
  await palette.getByRole("combobox").fill("zzzz");
  await expect(palette.getByText("No results.")).toBeVisible();
  await palette.getByRole("combobox").fill("dark");
  await ada.page.keyboard.press("Enter");
  await expect.poll(() => themeOf(ada.page)).toBe("dark");
  await ada.page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("account");
  await palette.getByRole("option", { name: "Account" }).click();
  await expect(ada.page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
});

test("? lists the keys", THOROUGH, async ({ ada }) => {
  await ada.page.goto("/");
  await expect(ada.page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
  await ada.page.keyboard.press("?");
  const keys = ada.page.getByRole("dialog", { name: "Keyboard Shortcuts" });
  await expect(keys).toContainText("Collapse or expand the sidebar");
  await expect(keys).toContainText("Go to the notification");
  await expectAccessible(ada.page);
  await ada.page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(ada.page);
  await ada.page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);
});

test("the first Tab stop skips to the content", THOROUGH, async ({ ada }) => {
  await ada.page.goto("/");
  await expect(ada.page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
  await ada.page.keyboard.press("Tab");
  await expect(ada.page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await ada.page.keyboard.press("Enter");
  await expect(ada.page.getByRole("main")).toBeFocused();
});

test(
  "a section that fails to load reports it, with the sidebar in place",
  THOROUGH,
  async ({ ada, complaints }) => {
    await ada.page.goto("/");
    await expect(ada.page.getByRole("heading", { name: "Welcome, Ada!" })).toBeVisible();
    await ada.page.route(/\/assets\/tools-page-[^/]+\.js$/u, (route) => route.abort());
    await ada.page.getByRole("navigation").getByRole("link", { name: "AI Stack" }).click();
    await expect(ada.page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expectAccessible(ada.page);
    complaints.length = 0;
    await ada.page.unrouteAll();
    await ada.page.getByRole("button", { name: "Try Again" }).click();
    await expect(ada.page.getByRole("heading", { name: "AI Stack", level: 1 })).toBeVisible();
  },
);

test("Back restores the position in a long list; a link starts at the top", async ({ ada }) => {
  const { page } = ada;
  const rows = Array.from({ length: 300 }, (_, index) => ({ name: `Tool ${index + 1}` }));
  expect((await ada.request.post("/api/ai-tools/import", { data: { rows } })).status()).toBe(200);
  const box = () => page.evaluate(() => Math.round(scrollY));
  await page.goto("/dashboard?sort=name");
  await expect(page.getByRole("button", { name: "Tool 1", exact: true })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 5000));
  const row = page.getByRole("button", { name: "Tool 195", exact: true });
  await expect(row).toBeInViewport({ ratio: 1 });

  await page.getByRole("link", { name: "Prompt Stack" }).click();
  await expect(page.getByRole("heading", { name: "Prompt Stack", level: 1 })).toBeVisible();
  expect(await box()).toBe(0);
  await page.goBack();
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect.poll(box).toBe(5000);

  await row.click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Tool 195" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await box()).toBe(5000);

  await page.goto("/dashboard?sort=-name");
  await expect(page.getByRole("button", { name: "Tool 99", exact: true })).toBeInViewport({ ratio: 1 });
  expect(await box()).toBe(0);
});

test("Back restores the position among cards of different heights", async ({ ada }) => {
  const { page } = ada;
  const rows = Array.from({ length: 80 }, (_, index) => ({
    name: `Tool ${index + 1} ${"with a long name ".repeat(index % 4)}`.trim(),
  }));
  expect((await ada.request.post("/api/ai-tools/import", { data: { rows } })).status()).toBe(200);
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard?sort=name");
  await expect(page.getByRole("button", { name: "Tool 1", exact: true })).toBeVisible();
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const topOfCard = () =>
    page.evaluate(() => {
      const cards = [...document.querySelectorAll("[data-index]")];
      const card = cards.find((element) => element.getBoundingClientRect().top > 100);
      return [card?.textContent, Math.round(card?.getBoundingClientRect().top ?? 0)];
    });
  let seen = await topOfCard();
  await expect(async () => {
    const before = seen;
    seen = await topOfCard();
    expect(seen).toEqual(before);
  }).toPass();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { name: "Prompt Stack", level: 1 })).toBeVisible();
  await page.goBack();
  await expect.poll(topOfCard).toEqual(seen);
});

/** Types of all files of the page. The build leaves out most types that Express knows. */
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/vnd.microsoft.icon",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".woff2": "font/woff2",
};

test.describe("the built program", () => {
  test.use({ hasOwnProcess: true });

  test("sends each kind of file with its type", async ({ visitor, product }) => {
    const files = readdirSync("dist/client", { recursive: true, encoding: "utf8" }).filter(
      (file) => extname(file) !== "" && !/^\.|\.(?:br|gz)$/u.test(file),
    );
    const oneOfEach = new Map(files.map((file) => [extname(file), file]));
    const sent = await Promise.all(
      [...oneOfEach].map(async ([ending, file]) => {
        const reply = await visitor.request.get(`${product.origin}/${file}`);
        return [ending, reply.headers()["content-type"]];
      }),
    );
    expect(Object.fromEntries(sent)).toEqual(TYPES);
  });
});
