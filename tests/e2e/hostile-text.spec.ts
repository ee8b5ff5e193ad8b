import type { Page } from "@playwright/test";

import { HOSTILE_TEXTS, hostileTextsOf } from "#tests/support/hostile-texts.ts";
import { buildEntry } from "#tests/support/upstreams/arxiv-upstream.ts";

import { addTools, type NewTool, storedTool } from "./ai-stack.ts";
import { inDatabase } from "./in-database.ts";
import { addNews } from "./news-stack.ts";
import { openPapers, test as papersTest } from "./papers.ts";
import { expect, expectNoSidewaysScroll, type Person, PHONE, type Product, test } from "./product.ts";
import { THOROUGH, thoroughUnless } from "./thorough.ts";

/** The first letters of a text, none split. */
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

const EVERY_LINE = HOSTILE_TEXTS.join("\n");
const LINES = hostileTextsOf(200);
const SHORT_LINES = hostileTextsOf(50);
const [LINE = "", OTHER = ""] = LINES;

/** A workspace with only hostile texts, and addresses: of every page and item, and of all other dialogs. */
async function hostileWorkspace(
  product: Product,
  ada: Person,
): Promise<{ shown: string[]; others: string[] }> {
  const post = async (path: string, data: object): Promise<string> => {
    const reply = await ada.request.post(path, { data });
    expect(reply.status(), await reply.text()).toBe(201);
    return (await reply.json()).id;
  };
  const tags = SHORT_LINES.slice(0, 5);
  await ada.request.patch("/api/user", { data: { firstName: LINE, lastName: OTHER, displayName: LINE } });
  await addNews(product, ada, {
    tool: OTHER,
    company: LINE,
    articles: LINES.map((title, index) => ({
      title,
      excerpt: title,
      content: EVERY_LINE,
      source: title,
      // A row from before these rules.
      url: index === 0 ? "javascript:window.__x=1" : `https://news.example/${index}`,
      publishedAt: `2026-11-20T10:00:${String(index).padStart(2, "0")}.000Z`,
    })),
  });
  const tools = [];
  for (const name of LINES) {
    tools.push(
      await post("/api/ai-tools", {
        ...hostile(name),
        capabilities: EVERY_LINE.slice(0, 4000),
        notes: EVERY_LINE,
        tags,
      }),
    );
  }
  const prompt = await post("/api/prompts", {
    name: LINE,
    prompt: `{{${SHORT_LINES[0]}:${LINE}}}\n${EVERY_LINE.slice(0, 4500)}`,
    purpose: EVERY_LINE.slice(0, 4000),
    promptAuthor: OTHER,
    modality: SHORT_LINES[0],
    industry: SHORT_LINES[1],
    notes: EVERY_LINE,
    tags,
  });
  await ada.request.put(`/api/prompts/${prompt}`, { data: { prompt: EVERY_LINE.slice(0, 4900) } });
  const reading = await post("/api/readings", {
    title: LINE,
    author: OTHER,
    page: LINE,
    notes: EVERY_LINE,
    tags,
  });
  const comment = await post(`/api/readings/${reading}/comments`, { content: EVERY_LINE });
  await post(`/api/readings/${reading}/comments`, { content: LINE, parentId: comment });
  const [tool] = tools;
  const query = encodeURIComponent(LINE);
  return {
    shown: [
      "/",
      "/dashboard",
      "/dashboard?view=landscape",
      ...["", "&dialog=edit"].map((dialog) => `/dashboard?tool=${tool}${dialog}`),
      "/news",
      "/arxiv",
      "/prompts",
      ...["", "&dialog=use", "&dialog=history"].map((dialog) => `/prompts?prompt=${prompt}${dialog}`),
      `/chapter-loop?reading=${reading}&comment=${comment}`,
      "/account",
      `/search?q=window`,
      hostileAddress("/dashboard"),
      `/nowhere/${query}?q=${query}#${query}`,
    ],
    others: [
      ...["add", "import", "export", "settings"].map((dialog) => `/dashboard?dialog=${dialog}`),
      `/dashboard?tool=${tool}&dialog=delete`,
      ...["add", "import", "export", "settings"].map((dialog) => `/prompts?dialog=${dialog}`),
      ...["&dialog=edit", "&dialog=delete"].map((dialog) => `/prompts?prompt=${prompt}${dialog}`),
      "/chapter-loop",
      ...["add", "import"].map((dialog) => `/chapter-loop?dialog=${dialog}`),
      ...["", "&dialog=edit", "&dialog=delete"].map((dialog) => `/chapter-loop?reading=${reading}${dialog}`),
      ...["/", "/news", "/arxiv", "/prompts", "/chapter-loop", "/search", "/account"].map(hostileAddress),
    ],
  };
}

const PARAMETERS =
  "q tool prompt reading paper article dialog view sort industry modality tag topic setup invite reset".split(
    " ",
  );

/** A page with hostile text in every parameter. */
const hostileAddress = (path: string) =>
  `${path}?${PARAMETERS.map((name) => `${name}=${encodeURIComponent(LINE)}`).join("&")}`;

/**
 * Records every sign that a text was treated as more than text. Violations of the page's policy fail the test anyway.
 */
async function watch(page: Page, origin: string): Promise<string[]> {
  const signs: string[] = [];
  page.on("dialog", (dialog) => {
    signs.push(`asked: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("data:") && !url.startsWith("blob:"))
      signs.push(`requested: ${url}`);
  });
  return signs;
}

papersTest.describe("texts in every field, on every page and in every dialog", () => {
  const archive = {
    papers: LINES.slice(0, 5).map((title, number) =>
      buildEntry(number, { title, abstract: EVERY_LINE, authors: [LINE, OTHER] }),
    ),
  };
  papersTest.use({ archive });

  for (const which of ["shown", "others"] as const) {
    const name = which === "shown" ? "are shown as text" : "are shown as text in all other dialogs";
    papersTest(`X1, X2, X4, X5: ${name}`, thoroughUnless(which === "shown"), async ({ signUp, product }) => {
      const ada = await signUp("ada", { isAdmin: true });
      const { page } = ada;
      await openPapers(page, archive.papers.length);
      inDatabase(product.databaseFile, (database) =>
        database
          .prepare("update research_papers set pplxSummary = ?, summarySource = ?")
          .run(
            `**<img src=x onerror=window.__x=1>**\n1. ![x](https://evil.example/?d=1)\n${EVERY_LINE}`,
            LINE,
          ),
      );
      const addresses = (await hostileWorkspace(product, ada))[which];
      const signs = await watch(page, product.origin);
      const shown = new Set<string>();
      for (const address of addresses) {
        await page.goto(address);
        await expect(page.locator("main, [role=dialog], [role=alertdialog]").first()).toBeVisible();
        await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
        const found = await page.evaluate(
          (texts) => ({
            hasRun: "__x" in window,
            texts: texts.filter(
              (text) =>
                document.body.textContent.includes(text) ||
                [...document.querySelectorAll("input, textarea")].some(
                  (field) => "value" in field && String(field.value).includes(text),
                ),
            ),
            // No text became an element, and links open web pages in their own tab.
            elements: document.querySelectorAll(
              "body iframe, body object, body embed, body base, body meta, body style:not([nonce]), body link:not([rel=modulepreload]):not([rel=stylesheet]), img[src='x'], [onload], [onerror], [onfocus], [onmouseover]",
            ).length,
            links: [...document.querySelectorAll("a[href]")]
              .filter((link): link is HTMLAnchorElement => link instanceof HTMLAnchorElement)
              // The bookmark that saves a page.
              .filter(
                (link) => !link.getAttribute("href")?.startsWith(`javascript:void open("${origin}/save?`),
              )
              .filter(
                ({ protocol, origin, target, rel }) =>
                  !["http:", "https:"].includes(protocol) ||
                  (origin !== location.origin &&
                    (target !== "_blank" || !/noopener/u.test(rel) || !/noreferrer/u.test(rel))),
              )
              .map(({ outerHTML }) => outerHTML),
          }),
          LINES,
        );
        expect({ address, ...found, texts: null, signs }).toEqual({
          address,
          hasRun: false,
          texts: null,
          elements: 0,
          links: [],
          signs: [],
        });
        for (const text of found.texts) shown.add(text);
      }
      if (which === "shown") expect(LINES.filter((text) => !shown.has(text))).toEqual([]);
    });
  }
});

const KEYS = [
  "ai-tools-custom-options",
  "prompt-custom-options",
  "prompt-variable-values",
  "stackloop-theme",
];

test(
  "X6: browser storage is shown as text, and ignored if invalid",
  THOROUGH,
  async ({ ada, product, complaints }) => {
    const { page } = ada;
    const signs = await watch(page, product.origin);
    const script = "<img src=x onerror=window.__x=1>";
    await addTools(ada, [hostile(LINE)]);
    const values = [
      "{",
      "null",
      "7",
      "[]",
      '{"industry":7}',
      '{"__proto__":{"polluted":1},"constructor":1}',
      JSON.stringify([{ promptId: script, values: { [script]: script } }]),
      JSON.stringify({
        industry: [{ value: script, label: script }],
        modality: [{ value: script, label: script }],
      }),
      script,
    ];
    for (const value of values) {
      await page.goto("/dashboard");
      await page.evaluate(
        ([names, stored]) => {
          for (const name of [...(names ?? []), ...Object.keys(localStorage)])
            localStorage.setItem(name, stored ?? "");
          sessionStorage.setItem("scroll-places", stored ?? "");
        },
        [KEYS, value] as const,
      );
      for (const address of [
        "/dashboard?dialog=settings",
        "/prompts?dialog=settings",
        "/prompts",
        "/chapter-loop",
      ]) {
        await page.goto(address);
        await expect(page.locator("main, [role=dialog]").first()).toBeVisible();
        expect(await page.evaluate(() => "__x" in window || "polluted" in {})).toBe(false);
      }
    }
    expect(signs).toEqual([]);
    await page.goto("/dashboard");
    await expect(page.getByText("Showing 1 of 1 tools")).toBeVisible();
    // Each unreadable value is logged, as expected.
    complaints.splice(
      0,
      complaints.length,
      ...complaints.filter((text) => !text.startsWith("Couldn't read")),
    );
  },
);

test("I6: direction-changing characters affect only their own name", async ({ ada }) => {
  const { page } = ada;
  const turned = "Ada \u202e\u2067gnp.exe";
  await ada.request.patch("/api/user", { data: { firstName: turned, displayName: turned } });
  await page.goto("/");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(`Welcome, ${turned}!`);
  const order = await heading.evaluate((element) => {
    const name = element.querySelector("bdi");
    const [before, after] = [name?.previousSibling, name?.nextSibling].map((node) => {
      const range = document.createRange();
      if (node) range.selectNodeContents(node);
      return range.getBoundingClientRect();
    });
    const box = name?.getBoundingClientRect();
    return [before && box && before.right <= box.left + 1, after && box && after.left >= box.right - 1];
  });
  expect(order).toEqual([true, true]);
});

test("X6: a search without results shows a message", async ({ ada, product }) => {
  const { page } = ada;
  const signs = await watch(page, product.origin);
  for (const path of ["/dashboard", "/news", "/arxiv", "/prompts", "/chapter-loop"]) {
    await page.goto(`${path}?q=${encodeURIComponent(LINE)}`);
    await expect(page.locator("main")).toBeVisible();
    expect(await page.evaluate(() => "__x" in window)).toBe(false);
  }
  await page.goto("/dashboard");
  expect(signs).toEqual([]);
});

test("X2: script addresses are refused and never become links", THOROUGH, async ({ ada }) => {
  const reply = await ada.request.post("/api/ai-tools", {
    data: { name: "Bad", url: "javascript:alert(1)" },
  });
  expect(reply.status()).toBe(400);
  for (const address of ["data:text/html,<script>1</script>", "vbscript:x", "file:///etc/passwd"]) {
    const data = { name: "Bad", releaseNotes: [{ date: "now", url: address }] };
    expect((await ada.request.post("/api/ai-tools", { data })).status(), address).toBe(400);
  }
});

test(
  "I6: long words, tall letters and right-to-left text do not break a page on a phone",
  THOROUGH,
  async ({ ada }) => {
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
  },
);
