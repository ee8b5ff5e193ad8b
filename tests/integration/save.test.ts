import { existsSync, readdirSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { rawFileAddress } from "#server/features/save/route-address.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { readPage } from "#server/outside/pages/page-reader.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { buildFoundBook, buildFoundPaper } from "#tests/support/found.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { SAVED_ADDRESSES } from "#tests/support/saved-addresses.ts";
import { testServer } from "#tests/support/test-app.ts";

/** A server with two tools, and the web with these replies. */
async function team(replies: ReadonlyMap<string, string> = new Map()) {
  const { app, origin } = await testServer();
  const ada = await buildPerson(app, "ada");
  const tools = [
    { name: "Claude", company: "Anthropic", url: "https://claude.ai" },
    { name: "Cursor", company: "Anysphere", url: "https://cursor.com" },
  ];
  const [claude, cursor] = await Promise.all(
    tools.map((tool) => addTool(app, ada.user, newToolSchema.parse(tool))),
  );
  const requests: string[] = [];
  const replyOf = (url: string) => {
    requests.push(url);
    const reply = replies.get(url);
    return reply === undefined
      ? Promise.reject(new OutboundError("unreachable", url))
      : Promise.resolve(reply);
  };
  app.integrations.pages = {
    read: async (url) =>
      readPage({ bytes: Buffer.from(await replyOf(url)), contentType: "text/html", url, now: app.now() }),
  };
  app.integrations.texts = { read: replyOf };
  app.integrations.books = { byIsbn: () => Promise.resolve(buildFoundBook()) };
  app.integrations.papers = { ...app.integrations.papers, find: () => Promise.resolve(buildFoundPaper()) };
  const call = (method: string, path: string, body?: unknown) =>
    restClient(origin).call(method, path, body, { cookie: ada.cookie });
  const save = async (url: string, more: object = {}) =>
    (await call("POST", "/api/save", { url, ...more })).body;
  return { app, origin, ada, claude, cursor, requests, call, save };
}

const ARTICLE = "https://www.theverge.com/2026/11/20/cursor-agents";
const replies = new Map(
  SAVED_ADDRESSES.flatMap(({ url, reply }) => {
    if (reply === undefined || !url.startsWith("http")) return [];
    const address = new URL(url);
    for (const name of Array.from(address.searchParams.keys()))
      if (name.startsWith("utm_")) address.searchParams.delete(name);
    return [[address.href, reply] as const, [rawFileAddress(address), reply] as const];
  }),
);

describe("the suggested target", () => {
  test("is as expected for 36 addresses of six kinds, and for at least 27 of 30 as promised", async () => {
    const { call, app } = await team(replies);
    const wrong: unknown[] = [];
    for (const { url, expected, title } of SAVED_ADDRESSES) {
      const { status, body } = await call("POST", "/api/save/plan", { url });
      const isRight =
        status === 200 && body.target === expected && (title === undefined || body.title === title);
      if (!isRight) wrong.push({ url, expected, title, found: body.target ?? body, titled: body.title });
    }
    expect(wrong).toEqual([]);
    expect(await app.db.selectFrom("readings").select("id").execute()).toEqual([]);
  });

  test.each([
    ["nothing", {}],
    ["words", { url: "large language models" }],
    ["another scheme", { url: "javascript:alert(1)" }],
    ["a password in the address", { url: "https://ada:secret@news.example" }],
    ["a number that is no ISBN", { url: "9781098107964" }],
  ])("refuses %s", async (_what, body) => {
    const { call } = await team();
    const reply = await call("POST", "/api/save/plan", body);
    expect([reply.status, reply.body.issues?.[0]?.path]).toEqual([400, "url"]);
  });

  test("is that of the address in a text shared by a phone", async () => {
    const { call } = await team(replies);
    const shared = { title: "Look", text: `Cursor now reviews its own code ${ARTICLE}` };
    expect((await call("POST", "/api/save/plan", shared)).body).toMatchObject({
      url: ARTICLE,
      target: "article",
    });
  });
});

test.each([
  ["https://openreview.net/pdf?id=WE_vluYUL-X", "https://openreview.net/forum?id=WE_vluYUL-X"],
  ["https://aclanthology.org/2020.acl-main.463v2.pdf", "https://aclanthology.org/2020.acl-main.463/"],
  ["https://proceedings.mlr.press/v139/a21a/a21a.pdf", "https://proceedings.mlr.press/v139/a21a.html"],
  [
    "https://proceedings.neurips.cc/paper_files/paper/2023/file/0a1b-Paper-Conference.pdf",
    "https://proceedings.neurips.cc/paper_files/paper/2023/hash/0a1b-Abstract-Conference.html",
  ],
  [
    "https://openaccess.thecvf.com/content/CVPR2024/papers/Li_Whales_CVPR_2024_paper.pdf",
    "https://openaccess.thecvf.com/content/CVPR2024/html/Li_Whales_CVPR_2024_paper.html",
  ],
  ["https://www.nature.com/articles/s41586-021-1.pdf", "https://www.nature.com/articles/s41586-021-1"],
  ["doi:10.1145/3442188.3445922", "https://doi.org/10.1145/3442188.3445922"],
])("reads the page of a paper instead of its file: %s", async (address, url) => {
  const head = `<title>On whales</title><meta name="citation_author" content="Li, Ana">`;
  const { call, requests } = await team(new Map([[url, `<html><head>${head}</head></html>`]]));
  const { body } = await call("POST", "/api/save/plan", { url: address });
  expect(body).toMatchObject({ url, title: "On whales", author: "Ana Li", target: "reading" });
  expect(requests).toEqual([url]);
});

describe("saving", () => {
  test("an article under the tools that it names, with a note as its first comment, once", async () => {
    const { call, save, cursor, requests } = await team(replies);
    const saved = await save(ARTICLE, { note: "Try this in the pilot." });
    expect(saved).toMatchObject({
      target: "article",
      isNew: true,
      isRead: true,
      title: "Cursor now reviews its own code",
    });
    const { body: article } = await call("GET", `/api/news/${saved.ref.split(":")[1]}`);
    expect(article).toMatchObject({ url: ARTICLE, toolId: cursor?.id, source: "The Verge" });
    const { body: comments } = await call("GET", `/api/items/${saved.ref}/comments`);
    expect(comments).toMatchObject([{ content: "Try this in the pilot." }]);
    expect(await save(ARTICLE)).toMatchObject({ ref: saved.ref, isNew: false });
    expect(requests).toEqual([ARTICLE]);
    const plan = await call("POST", "/api/save/plan", { url: `${ARTICLE}?utm_source=x` });
    expect(plan.body.existing).toMatchObject({ ref: saved.ref, path: saved.path });
  });

  test("a paper, starred for the person", async () => {
    const { save, call } = await team();
    const { arXivId } = buildFoundPaper();
    const saved = await save(`https://arxiv.org/abs/${arXivId}`);
    expect(saved).toMatchObject({ target: "paper", isNew: true });
    const { body } = await call("GET", "/api/arxiv?show=starred");
    expect(JSON.stringify(body)).toContain(saved.ref.split(":")[1]);
  });

  test("release notes and notes of a tool, and a tool's own address as the tool", async () => {
    const { save, call, cursor } = await team(replies);
    const ref = `tool:${cursor?.id}`;
    expect(await save("https://cursor.com/changelog/1-5")).toMatchObject({ ref, target: "releaseNote" });
    expect(await save("https://cursor.com/pricing")).toMatchObject({ ref, target: "toolNote", isNew: true });
    expect(await save("https://cursor.com/pricing")).toMatchObject({ ref, isNew: false });
    expect(await save("http://www.cursor.com/")).toMatchObject({ ref, isNew: false });
    const { body } = await call("GET", `/api/ai-tools/${cursor?.id}`);
    expect(body.releaseNotes).toEqual([{ date: "Undated", url: "https://cursor.com/changelog/1-5" }]);
    expect(body.notes).toBe("Pricing\nhttps://cursor.com/pricing");
  });

  test("a product as a tool with the facts on its page", async () => {
    const { save, call } = await team(replies);
    const { ref } = await save("https://github.com/ollama/ollama");
    const { body } = await call("GET", `/api/ai-tools/${ref.split(":")[1]}`);
    expect(body).toMatchObject({
      name: "ollama",
      company: "ollama",
      url: "https://github.com/ollama/ollama",
    });
  });

  test("a book with its data, and a prompt with its text", async () => {
    const { save, call } = await team(replies);
    const book = await save("978-0-14-143954-9");
    expect(book).toMatchObject({ target: "reading", title: "Middlemarch" });
    expect(await save("https://openlibrary.org/isbn/9780141439549")).toMatchObject({
      ref: book.ref,
      isNew: false,
    });
    const prompt = await save("https://github.com/ada/prompts/blob/main/review.prompt.md");
    const { body } = await call("GET", `/api/prompts/${prompt.ref.split(":")[1]}`);
    expect(body).toMatchObject({ name: "Reviewer", prompt: "Review this code." });
    expect(await save("https://github.com/ada/prompts/blob/main/review.prompt.md")).toMatchObject({
      isNew: false,
    });
  });

  test("a page that can't be read with its address, the browser's title and the reason", async () => {
    const { save, call } = await team();
    const saved = await save("https://news.example/closed", { title: "Behind a wall" });
    expect(saved).toMatchObject({ target: "reading", title: "Behind a wall", isRead: false });
    const { body } = await call("GET", `/api/readings/${saved.ref.split(":")[1]}`);
    expect(body.notes).toBe("https://news.example/closed\n\nThe page could not be read.");
  });

  test("an unread page in another script with its readable address as the title", async () => {
    const { save } = await team();
    expect(await save("https://例え.jp/道/%E6%9C%AC")).toMatchObject({ title: "例え.jp/道/本" });
    expect(await save("https://例え.jp/%E6")).toMatchObject({ title: "例え.jp/%E6" });
  });

  test.each([
    ["", "Enter an address, an arXiv id, a DOI or an ISBN."],
    ["https://ada:hush@news.example/", "Remove the username and password from this address."],
    [`https://news.example/${"a".repeat(3000)}`, "Use an address of at most 2,048 characters."],
    [
      "mailto:ada@news.example",
      "This is neither a web address, an arXiv id, a DOI nor an ISBN. Check for typos.",
    ],
  ])("no address like %.30s, with what to do", async (url, message) => {
    const { call } = await team();
    expect(await call("POST", "/api/save", { url })).toMatchObject({ status: 400, body: { message } });
  });

  test("a document with its name as the title, unless the browser sent another", async () => {
    const { save } = await team();
    const url = "https://reports.example/files/State_of-AI%202026.pdf";
    expect(await save(url)).toMatchObject({ title: "State of AI 2026", target: "reading", isRead: false });
    expect(await save(`${url}?v=2`, { title: "ai-report.pdf" })).toMatchObject({ title: "ai report" });
    expect(await save(`${url}?v=3`, { title: "AI, a report" })).toMatchObject({ title: "AI, a report" });
    expect(await save("https://reports.example/7.pdf")).toMatchObject({ title: "reports.example/7.pdf" });
  });

  test("addresses with broken escapes, and pages with more authors than fit", async () => {
    const authors = Array.from(
      { length: 50 },
      (_, index) => `Ada Lovelace ${String.fromCodePoint(97 + (index % 26))}`,
    );
    const { save, call } = await team(
      new Map([
        ["https://github.com/ada/%zz", "<html><head><title>ada/x</title></head></html>"],
        ["https://raw.githubusercontent.com/ada/prompts/main/%zz.prompt.md", "Review this code."],
        [
          "https://news.example/crowd",
          `<html><head><title>A crowd</title>${authors.map((name) => `<meta name="citation_author" content="${name}">`).join("")}</head></html>`,
        ],
      ]),
    );
    expect(await save("https://github.com/ada/%zz")).toMatchObject({ target: "tool", title: "%zz" });
    expect(await save("https://github.com/ada/prompts/blob/main/%zz.prompt.md")).toMatchObject({
      target: "prompt",
      title: "%zz.prompt",
    });
    const { ref } = await save("https://news.example/crowd");
    const { body } = await call("GET", `/api/readings/${ref.split(":")[1]}`);
    expect(body.author).toMatch(/^Ada Lovelace a, .*, et al\.$/u);
  });

  test("elsewhere on request, but only where it can go", async () => {
    const { save } = await team(replies);
    expect(await save(ARTICLE, { target: "reading" })).toMatchObject({ target: "reading", isNew: true });
    expect(await save(ARTICLE, { target: "paper" })).toMatchObject({ code: "BAD_REQUEST" });
    expect(await save("https://news.example/closed", { target: "article" })).toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  test("an address of StackLoop is its item", async () => {
    const { save, origin, claude, call } = await team();
    expect(await save(`${origin}/tools/${claude?.id}`)).toMatchObject({
      ref: `tool:${claude?.id}`,
      isNew: false,
    });
    expect((await call("POST", "/api/save", { url: `${origin}/admin` })).status).toBe(400);
  });
});

const PAGES = new URL("../../../shared/fixtures/labelled/readability/", import.meta.url);

test.runIf(existsSync(PAGES))(
  "reads at least 95 % of the titles and 80 % of the authors of real pages",
  () => {
    const fold = (text: string | null | undefined) =>
      (text ?? "")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim();
    const pages = readdirSync(PAGES).map((name) => {
      const folder = new URL(`${name}/`, PAGES);
      const { title, byline } = JSON.parse(readFileSync(new URL("expected-metadata.json", folder), "utf8"));
      const bytes = readFileSync(new URL("source.html", folder));
      const url = "https://fake.example/page.html";
      return {
        title,
        byline,
        page: readPage({ bytes, contentType: "text/html; charset=utf-8", url, now: new Date() }),
      };
    });
    // The expected titles have the site's name in some cases.
    const titled = pages.filter(({ title, page }) => {
      const [found, wanted] = [fold(page?.title), fold(title)];
      return found === wanted || (found.length > 5 && wanted.startsWith(`${found} `));
    });
    const signed = pages.filter(({ byline }) => byline);
    const right = signed.filter(({ byline, page }) => {
      const [found, wanted] = [fold(page?.authors.join(", ")), fold(byline)];
      return found !== "" && (wanted.includes(found) || found.includes(wanted));
    });
    expect(titled.length / pages.length).toBeGreaterThanOrEqual(0.95);
    expect(right.length / signed.length).toBeGreaterThanOrEqual(0.8);
  },
);
