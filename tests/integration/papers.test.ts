import { describe, expect, onTestFinished, test } from "vitest";

import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { findOverdue } from "#server/kernel/jobs/job-scheduler.ts";
import { jobsFor } from "#server/kernel/slice.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import type { FoundPaper } from "#server/outside/papers/paper-source.ts";
import type { Paper } from "#shared/papers/papers.ts";
import { answeringEngine, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { program } from "#tests/support/program.ts";
import { type Reply, restClient } from "#tests/support/rest-client.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";
import { endLeases } from "#tests/support/test-database.ts";
import { buildEntry } from "#tests/support/upstreams/arxiv-upstream.ts";

interface Library {
  app: TestApp;
  ada: Person;
  grace: Person;
  call(person: Person, method: string, path: string, body?: unknown): Promise<Reply>;
  list(): Promise<Paper[]>;
  summarize(id: string | undefined): Promise<Reply>;
}

async function library(environment: Record<string, string> = {}): Promise<Library> {
  const { app, origin } = await testServer(environment);
  const ada = await buildPerson(app, "ada");
  const call: Library["call"] = ({ cookie }, method, path, body) =>
    restClient(origin).call(method, path, body, { cookie, "content-type": "application/json" });
  return {
    app,
    ada,
    grace: await buildPerson(app, "grace", "admin"),
    call,
    list: async () => (await call(ada, "GET", "/api/arxiv")).body,
    summarize: (id) => call(ada, "POST", `/api/arxiv/${id}/generate-summary`),
  };
}

const many = (count: number): FoundPaper[] =>
  Array.from({ length: count }, (_, index) => buildFoundPaper(index + 1));

const storedCount = async ({ db }: TestApp) =>
  (
    await db
      .selectFrom("research_papers")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

/** Runs the job like the server. True if it succeeded. */
async function runJob(app: TestApp): Promise<boolean> {
  app.advance(60_001);
  const { ended } = await app.jobs.start("papers.fetch", "schedule");
  return ended;
}

describe("fetching", () => {
  test("reads up to five hundred papers page by page, newest first", async () => {
    const { app, list } = await library();
    app.integrations.papers = paperArchive(many(620));
    expect(await fetchLatestPapers(app, quietWork())).toEqual({
      read: 500,
      added: 500,
      rejected: 0,
      updated: 0,
    });
    const papers = await list();
    expect(papers).toHaveLength(500);
    expect(papers[0]).toMatchObject({
      title: "Paper 1",
      authors: "Ada Lovelace, Alan Turing",
      pplxSummary: null,
    });
  });

  test("stops at a known paper after a successful run", async () => {
    const { app } = await library();
    app.integrations.papers = paperArchive(many(250));
    expect(await runJob(app)).toBe(true);
    let asked = 0;
    const archive = paperArchive([buildFoundPaper(0), ...many(250)]);
    app.integrations.papers = {
      ...app.integrations.papers,
      page: (query) => {
        if (query.order === "submitted") asked += 1;
        return archive.page(query);
      },
    };
    expect(await runJob(app)).toBe(true);
    expect([asked, await storedCount(app)]).toEqual([1, 251]);
  });

  test("resumes an interrupted run without gaps or repetitions", async () => {
    const { app } = await library();
    const archive = paperArchive(many(300));
    app.integrations.papers = {
      ...app.integrations.papers,
      page: (query) =>
        query.start < 100 ? archive.page(query) : Promise.reject(new OutboundError("unreachable", "killed")),
    };
    expect(await runJob(app)).toBe(false);
    expect(await storedCount(app)).toBe(100);
    app.integrations.papers = archive;
    expect(await runJob(app)).toBe(true);
    expect(await storedCount(app)).toBe(300);
  });

  test("retries a page that is empty by mistake, and fails if it stays empty", async () => {
    const { app } = await library();
    const archive = paperArchive(many(250));
    let empties = 2;
    app.integrations.papers = {
      ...app.integrations.papers,
      page: async (query) => {
        if (query.start !== 100 || empties <= 0) return archive.page(query);
        empties -= 1;
        return { papers: [], received: 0, total: 0, rejected: [] };
      },
    };
    expect(await fetchLatestPapers(app, quietWork())).toMatchObject({ read: 250 });
    empties = Number.POSITIVE_INFINITY;
    await expect(fetchLatestPapers(app, quietWork())).rejects.toThrow("arXiv returned an empty page");
    expect(await storedCount(app)).toBe(250);
  });

  test("preserves a stored summary and flags, and updates the title", async () => {
    const { app, ada, call, list, summarize } = await library();
    app.integrations.papers = paperArchive([buildFoundPaper(1)]);
    await runJob(app);
    const [paper] = await list();
    const { body } = await summarize(paper?.id);
    await call(ada, "POST", "/trpc/papers.mark", { id: paper?.id, isStarred: true });
    app.integrations.papers = paperArchive([buildFoundPaper(1, { version: 2, title: "Better" })]);
    await runJob(app);
    expect(await list()).toEqual([
      { ...paper, title: "Better", isStarred: true, pplxSummary: body.summary, summarySource: body.source },
    ]);
  });

  test("skips withdrawn papers", async () => {
    const { app, list } = await library();
    app.integrations.papers = paperArchive([buildFoundPaper(1, { isWithdrawn: true }), buildFoundPaper(2)]);
    await runJob(app);
    expect((await list()).map(({ title }) => title)).toEqual(["Paper 2"]);
  });

  test("labels a stored paper once a withdrawn version appears, and removes the label with a new one", async () => {
    const { app, ada, call, list } = await library();
    app.integrations.papers = paperArchive([buildFoundPaper(1), buildFoundPaper(2)]);
    await runJob(app);
    expect((await list()).map(({ isWithdrawn }) => isWithdrawn)).toEqual([false, false]);
    const withdrawn = buildFoundPaper(1, { version: 2, isWithdrawn: true });
    app.integrations.papers = paperArchive([withdrawn, buildFoundPaper(2)]);
    await runJob(app);
    const [paper, other] = await list();
    expect([paper?.isWithdrawn, other?.isWithdrawn]).toEqual([true, false]);
    const { body } = await call(ada, "GET", "/api/arxiv");
    expect(body[0]).toMatchObject({ title: "Paper 1", isWithdrawn: true });
    app.integrations.papers = paperArchive([buildFoundPaper(1, { version: 3 }), buildFoundPaper(2)]);
    await runJob(app);
    expect((await list()).map(({ isWithdrawn }) => isWithdrawn)).toEqual([false, false]);
  });

  describe("of papers with the latest changes", () => {
    const PAGES = 620;
    const withdrawnLater = buildFoundPaper(450, {
      url: `https://arxiv.org/abs/${buildFoundPaper(450).arXivId}v2`,
      isWithdrawn: true,
    });

    async function fetchedOnce(updates: () => Promise<FoundPaper[]>) {
      const { app, grace, call } = await library();
      const archive = paperArchive(many(PAGES));
      app.integrations.papers = archive;
      expect(await runJob(app)).toBe(true);
      const orders: string[] = [];
      app.integrations.papers = {
        ...app.integrations.papers,
        page: async (query) => {
          orders.push(`${query.order} ${query.start}`);
          return query.order === "updated" ? paperArchive(await updates()).page(query) : archive.page(query);
        },
      };
      const stored = (number: number) =>
        app.db
          .selectFrom("research_papers")
          .select(["title", "url", "isWithdrawn"])
          .where("arXivId", "=", buildFoundPaper(number).arXivId)
          .executeTakeFirst();
      const lastRun = async () =>
        (await call(grace, "GET", "/api/jobs")).body.find(
          ({ name }: { name: string }) => name === "papers.fetch",
        ).runs[0];
      return { app, orders, stored, lastRun };
    }

    test("labels an old withdrawn paper, updates a revised one and adds none", async () => {
      const revised = buildFoundPaper(300, { title: "Revised", url: "https://arxiv.org/abs/2611.09700v2" });
      const { app, orders, stored, lastRun } = await fetchedOnce(async () => [
        buildFoundPaper(9000, { title: "From another year" }),
        withdrawnLater,
        revised,
        buildFoundPaper(9001, { isWithdrawn: true }),
      ]);
      expect(await runJob(app)).toBe(true);
      expect(orders).toEqual(["submitted 0", "updated 0"]);
      expect(await stored(450)).toMatchObject({
        title: "Paper 450",
        isWithdrawn: 1,
        url: withdrawnLater.url,
      });
      expect(await stored(300)).toMatchObject({ title: "Revised", isWithdrawn: 0, url: revised.url });
      expect(await storedCount(app)).toBe(500);
      expect((await lastRun()).counts).toMatchObject({ added: 0, updated: 2 });
    });

    test("requests at most two pages", async () => {
      const { app, orders } = await fetchedOnce(async () => many(2000));
      expect(await runJob(app)).toBe(true);
      expect(orders).toEqual(["submitted 0", "updated 0", "updated 500"]);
      expect(await storedCount(app)).toBe(500);
    });

    test("can fail without failing the run, which stored the latest papers", async () => {
      const { app, lastRun } = await fetchedOnce(() => Promise.reject(new SourceError("arXiv is tired")));
      expect(await runJob(app)).toBe(true);
      expect(await lastRun()).toMatchObject({ state: "succeeded" });
      expect(JSON.stringify(await lastRun())).toContain("arXiv is tired");
    });
  });

  test.each([
    ["an answer that is no Atom", () => new SourceError("arXiv didn't return an Atom feed")],
    ["no answer", () => new OutboundError("unreachable", "down")],
    ["a refusal", () => new OutboundError("status", "x", { status: 503, retryAfterMs: 7_200_000, body: "" })],
  ])("%s deletes nothing, and the failure is recorded", async (_, fault) => {
    const { app, grace, call } = await library();
    app.integrations.papers = paperArchive(many(3));
    await runJob(app);
    app.integrations.papers = { ...app.integrations.papers, page: () => Promise.reject(fault()) };
    expect(await runJob(app)).toBe(false);
    expect(await storedCount(app)).toBe(3);
    const { body } = await call(grace, "GET", "/api/jobs");
    expect(body.find(({ name }: { name: string }) => name === "papers.fetch").runs[0]).toMatchObject({
      state: "failed",
      error: fault().message,
    });
    const health = (await call(grace, "GET", "/trpc/sources.health")).body.result.data;
    expect(health).toEqual([expect.objectContaining({ source: "arXiv", lastError: fault().message })]);
  });

  test("is due at once on a new database, and an admin can start it", async () => {
    const { app, ada, grace, call, list } = await library();
    app.integrations.papers = paperArchive(many(2));
    const job = jobsFor(app.database).find(({ name }) => name === "papers.fetch");
    expect(job && (await findOverdue(app, job, "0 2 * * *", "UTC"))).toMatchObject({
      trigger: "first-start",
    });
    expect((await call(ada, "POST", "/api/arxiv/update")).status).toBe(403);
    const { status, body } = await call(grace, "POST", "/api/arxiv/update");
    expect([status, body]).toEqual([202, { message: "Paper fetch started", jobId: expect.any(String) }]);
    await expect.poll(async () => (await list()).length).toBe(2);
  });
});

describe("a summary", () => {
  const ANSWER = "**Key Contribution**\n1. Agents plan, for i<n and p < 0.05.";

  async function withPaper(environment: Record<string, string> = {}) {
    const shelf = await library(environment);
    shelf.app.integrations.papers = paperArchive(many(60));
    await fetchLatestPapers(shelf.app, quietWork());
    return { ...shelf, papers: await shelf.list() };
  }

  test("without a provider is a labelled extract", async () => {
    const { papers, summarize } = await withPaper();
    const { body } = await summarize(papers[0]?.id);
    expect(body.summary).toMatch(/^\*\*.*extract.*\*\*/u);
    expect(body.source).toBe("Extract from the abstract");
  });

  test.each([
    ["nothing", "   "],
    ["a megabyte", "x".repeat(1_000_000)],
    ["HTML", "**Fine**\n1. <img src=x onerror=alert(1)>"],
  ])("of %s is not stored, and the button works again", async (_, text) => {
    const { app, papers, summarize, list } = await withPaper();
    app.integrations.answers = answeringEngine(() => ({ text }));
    const { status, body } = await summarize(papers[0]?.id);
    expect([status, body.message]).toEqual([
      502,
      "The AI provider returned no usable summary. Please try again.",
    ]);
    expect((await list())[0]?.pplxSummary).toBeNull();
    app.integrations.answers = answeringEngine(() => ({ text: ANSWER }));
    expect((await summarize(papers[0]?.id)).status).toBe(200);
  });

  test("is stored without control characters, which no page shows and PostgreSQL can't store", async () => {
    const { app, papers, summarize, list } = await withPaper();
    app.integrations.answers = answeringEngine(() => ({
      text: "**Fine**\u0000\n1. Agents\u200B plan\uD800.",
    }));
    expect((await summarize(papers[0]?.id)).body.summary).toBe("**Fine**\n1. Agents plan\uFFFD.");
    expect((await list())[0]?.pplxSummary).toBe("**Fine**\n1. Agents plan\uFFFD.");
  });

  test("of an unknown paper is refused", async () => {
    const { summarize } = await library();
    expect((await summarize("none")).status).toBe(404);
  });

  test("R26: does not delay other people's writes", async () => {
    const { app, papers, summarize, ada, call } = await withPaper();
    const { promise: released, resolve: release } = Promise.withResolvers<{ text: string }>();
    app.integrations.answers = answeringEngine(() => released);
    const pending = summarize(papers[0]?.id);
    // This would wait endlessly if the call to the AI provider held the database.
    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      statuses.push((await call(ada, "POST", "/api/ai-tools", { name: `Tool ${i}` })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([201]));
    release({ text: ANSWER });
    expect((await pending).status).toBe(200);
  });
});

test("the command fetches papers, reports the result, and fails with one line when nothing worked", async () => {
  const upstreams = await startUpstreams({
    papers: Array.from({ length: 4 }, (_, index) => buildEntry(index)),
  });
  onTestFinished(() => upstreams.close());
  const stackloop = program();
  const first = await stackloop.run(["fetch", "papers"], upstreams.environment);
  expect(first.stderr).toEqual([]);
  expect(first.code).toBe(0);
  expect(first.stdout).toContain("4 read, 4 added, 0 rejected");
  upstreams.arxiv.answerAlways({ status: 400 });
  const failed = await stackloop.run(["fetch", "papers"], upstreams.environment);
  expect([failed.code, failed.stderr.length]).toEqual([1, 1]);
  const unknown = await stackloop.run(["fetch", "everything"], upstreams.environment);
  expect(unknown.code).not.toBe(0);
});

test("a server killed during a fetch catches up at its next start", async () => {
  const papers = Array.from({ length: 150 }, (_, index) => buildEntry(index));
  const upstreams = await startUpstreams({ papers });
  try {
    const stackloop = program();
    const environment = { ...upstreams.environment, NIGHTLY_CRON: "0 2 * * *" };
    const server = await stackloop.serve(environment);
    await expect.poll(() => upstreams.arxiv.hits.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await server.stop("SIGKILL");
    await endLeases(await stackloop.url());
    const { code, stdout } = await stackloop.run(["fetch", "papers"], environment);
    expect([code, /(\d+) read/u.exec(stdout)?.[1]]).toEqual([0, "150"]);
  } finally {
    await upstreams.close();
  }
}, 60_000);
