import { describe, expect, test } from "vitest";

import { connect, TEST_NOW } from "#tests/support/connect.ts";
import { atomReply, buildEntry, errorReply } from "#tests/support/upstreams/arxiv-upstream.ts";

import { readArxivPage } from "./arxiv-atom.ts";
import type { FoundPaper } from "./paper-source.ts";

const FIRST_PAGE = { categories: ["cs.AI"], order: "submitted", start: 0, pageSize: 100 } as const;

const paperOf = (differing: Parameters<typeof buildEntry>[1]): FoundPaper | undefined => {
  const { body = "" } = atomReply([buildEntry(1, differing)]);
  return readArxivPage({ bytes: Buffer.from(body), now: TEST_NOW }).papers[0];
};

describe("the arXiv client", () => {
  test("requests page by page, newest first, with the product's name", async () => {
    const entries = Array.from({ length: 5 }, (_, index) => buildEntry(index));
    const { papers, upstreams } = await connect({ papers: entries });
    const first = await papers.page({ ...FIRST_PAGE, pageSize: 2 });
    const last = await papers.page({ ...FIRST_PAGE, start: 4, pageSize: 2 });
    expect([first.total, first.received, last.received]).toEqual([5, 2, 1]);
    expect(first.papers.map(({ arXivId }) => arXivId)).toEqual(["2611.00000", "2611.00001"]);
    expect(upstreams.arxiv.hits[0]?.headers["user-agent"]).toMatch(
      /^StackLoop\/\S+ \(\+https:\/\/stackloop\.example\)$/u,
    );
    expect(Object.fromEntries(upstreams.arxiv.hits[1]?.url.searchParams ?? [])).toEqual({
      search_query: "cat:cs.AI",
      sortBy: "submittedDate",
      sortOrder: "descending",
      start: "4",
      max_results: "2",
    });
  });

  test("requests several categories at once", async () => {
    const { papers, upstreams } = await connect({
      papers: [buildEntry(1, { categories: ["cs.LG"] }), buildEntry(2, { categories: ["math.OC"] })],
    });
    const page = await papers.page({ ...FIRST_PAGE, categories: ["cs.AI", "cs.LG"] });
    expect(page.papers.map(({ categories }) => categories)).toEqual([["cs.LG"]]);
    expect(upstreams.arxiv.hits[0]?.url.searchParams.get("search_query")).toBe("cat:cs.AI OR cat:cs.LG");
  });

  test("can sort by the latest versions", async () => {
    const revised = buildEntry(9, { id: "2611.00009v2", updated: "2026-11-21T00:00:00Z" });
    const { papers, upstreams } = await connect({ papers: [buildEntry(1), revised] });
    const page = await papers.page({ ...FIRST_PAGE, order: "updated" });
    expect(page.papers.map(({ version }) => version)).toEqual([2, 1]);
    expect(upstreams.arxiv.hits[0]?.url.searchParams.get("sortBy")).toBe("lastUpdatedDate");
  });

  test("waits three seconds between two requests", async () => {
    const { papers, waits } = await connect();
    await Promise.all([papers.page(FIRST_PAGE), papers.page(FIRST_PAGE), papers.page(FIRST_PAGE)]);
    expect(waits).toEqual([3000, 3000]);
  });

  test("waits as long as a busy arXiv requests, and gives up after three attempts", async () => {
    const { papers, waits, upstreams } = await connect();
    const busy = { status: 503, headers: { "retry-after": "5" } };
    upstreams.arxiv.answerNext(busy);
    expect((await papers.page(FIRST_PAGE)).papers).toHaveLength(3);
    expect(waits).toContain(5000);
    upstreams.arxiv.answerAlways(busy);
    await expect(papers.page(FIRST_PAGE)).rejects.toMatchObject({ status: 503 });
    expect(upstreams.arxiv.hits).toHaveLength(5);
  });

  test.each([429, 503])("leaves the retry after %d without a time to a later run", async (status) => {
    const { papers, waits, upstreams } = await connect();
    upstreams.arxiv.answerAlways({ status, body: "Rate exceeded." });
    await expect(papers.page(FIRST_PAGE)).rejects.toMatchObject({ status });
    expect([upstreams.arxiv.hits.length, waits]).toEqual([1, []]);
  });

  test.each([400, 200])("reports status %d as a failure", async (status) => {
    const { papers, upstreams } = await connect();
    upstreams.arxiv.answerAlways(errorReply("incorrect id format for abc", status));
    await expect(papers.page(FIRST_PAGE)).rejects.toThrow(
      "arXiv rejected the query: incorrect id format for abc",
    );
  });

  test.each([
    ["a page of HTML", "<!DOCTYPE html><html><title>Down for maintenance</title></html>"],
    ["half an answer", "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>http"],
    ["nothing", ""],
    [
      "a news feed",
      "<rss version='2.0'><channel><title>x</title><item><title>y</title></item></channel></rss>",
    ],
  ])("refuses %s", async (_, body) => {
    const { papers, upstreams } = await connect();
    upstreams.arxiv.answerAlways({ body });
    const page = await papers.page(FIRST_PAGE).catch((error: Error) => error.name);
    expect(page === "SourceError" || (typeof page === "object" && page.papers.length === 0)).toBe(true);
  });

  test("distinguishes an empty page from an unreadable one", async () => {
    const { papers } = await connect({ papers: [] });
    expect(await papers.page(FIRST_PAGE)).toEqual({ papers: [], received: 0, total: 0, rejected: [] });
  });
});

describe("a paper", () => {
  test("is identified without its version, and linked with it", () => {
    expect(paperOf({ id: "2611.00001v12" })).toMatchObject({
      arXivId: "2611.00001",
      version: 12,
      url: "https://arxiv.org/abs/2611.00001v12",
      pdfUrl: "https://arxiv.org/pdf/2611.00001v12",
    });
  });

  test("can have an identifier from before 2007", () => {
    expect(paperOf({ id: "math.GT/0601001v1" })).toMatchObject({ arXivId: "math.GT/0601001", version: 1 });
  });

  test("has its title and abstract in one line each, with formulas unchanged", () => {
    const paper = paperOf({
      title: "On $a < b$\n  and\n  more",
      abstract: "\n  First line,\n second \\emph{line}. \n",
    });
    expect(paper).toMatchObject({
      title: "On $a < b$ and more",
      abstract: "First line, second \\emph{line}.",
    });
  });

  test("preserves its characters without a charset in the header", () => {
    expect(paperOf({ authors: ["Kurt Gödel", "陶哲轩"] })?.authors).toBe("Kurt Gödel, 陶哲轩");
  });

  test("has its main category first, and splits lists of categories", () => {
    const { categories } = paperOf({ categories: ["math.DG", "cs.AI", "53D10, 53D15"] }) ?? {};
    expect(categories).toEqual(["math.DG", "cs.AI", "53D10", "53D15"]);
  });

  test("is labelled as withdrawn by its comment, abstract or title", () => {
    expect(paperOf({ comment: "The authors have withdrawn this paper" })?.isWithdrawn).toBe(true);
    expect(paperOf({ abstract: "Withdrawn by the authors." })?.isWithdrawn).toBe(true);
    expect(paperOf({ title: "Withdrawn: agents" })?.isWithdrawn).toBe(true);
    expect(paperOf({ id: "2611.00001v2", comment: "v1 was withdrawn" })?.isWithdrawn).toBe(false);
    expect(paperOf({ comment: "Accepted at a workshop on cash that can be withdrawn" })?.isWithdrawn).toBe(
      false,
    );
  });

  test("is not dated in the future", () => {
    expect(paperOf({ published: "9999-01-01T00:00:00Z" })?.publishedAt).toBe(TEST_NOW.toISOString());
  });

  test("does not link away from arXiv", () => {
    const { body = "" } = atomReply([buildEntry(1)]);
    const poisoned = String(body)
      .replace('https://arxiv.org/abs/2611.00001v1" rel', 'javascript:alert(1)" rel')
      .replace("https://arxiv.org/pdf/2611.00001v1", "https://arxiv.org.evil.example/x.pdf");
    expect(readArxivPage({ bytes: Buffer.from(poisoned), now: TEST_NOW }).papers[0]).toMatchObject({
      url: "https://arxiv.org/abs/2611.00001v1",
      pdfUrl: "https://arxiv.org/pdf/2611.00001v1",
    });
  });

  test("is skipped with a reason if unusable", () => {
    const entries = [
      buildEntry(1),
      buildEntry(1, { id: "2611.00001v3", title: "The third version" }),
      buildEntry(2, { title: " " }),
      buildEntry(3, { abstract: "" }),
      buildEntry(4, { published: "some day" }),
      buildEntry(5, { id: "../../etc/passwd" }),
    ];
    const { body = "" } = atomReply(entries);
    const { papers, rejected, received } = readArxivPage({ bytes: Buffer.from(body), now: TEST_NOW });
    expect(papers.map(({ title }) => title)).toEqual(["The third version"]);
    expect([received, rejected.map(({ reason }) => reason)]).toEqual([
      6,
      ["no title", "no abstract", expect.any(String), "not an arXiv identifier"],
    ]);
  });
});
