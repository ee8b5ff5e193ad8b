import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { connect } from "#tests/support/connect.ts";
import { buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";
import { buildEntry } from "#tests/support/upstreams/arxiv-upstream.ts";

async function researchStack(...entries: Parameters<typeof buildEntry>[]) {
  const { app, origin } = await testServer();
  const { upstreams, papers } = await connect({ papers: entries.map((entry) => buildEntry(...entry)) });
  app.integrations.papers = papers;
  const [ada, grace] = [await buildPerson(app, "ada"), await buildPerson(app, "grace")];
  const call = ({ cookie }: Person, method: string, path: string, body?: unknown) =>
    restClient(origin).call(method, path, body, { cookie });
  return {
    app,
    ada,
    grace,
    arxiv: upstreams.arxiv,
    call,
    add: (person: Person, id: string) => call(person, "POST", "/api/arxiv", { id }),
    async events() {
      const events = await app.db.selectFrom("events").select(["actorId", "verb", "kind", "title"]).execute();
      return events.filter(({ kind }) => kind === "paper");
    },
  };
}

test("a paper of any category is added once, in any version, and the ledger records its adder", async () => {
  const { ada, grace, arxiv, add, call, events } = await researchStack([
    7,
    { id: "hep-th/9901001v3", categories: ["hep-th", "math.QA"] },
  ]);
  const { status, body } = await add(ada, "https://arxiv.org/pdf/hep-th/9901001v2.pdf");
  expect(status).toBe(201);
  expect(body).toMatchObject({
    arXivId: "hep-th/9901001",
    url: "https://arxiv.org/abs/hep-th/9901001v3",
    categories: ["hep-th", "math.QA"],
    isAdded: true,
  });
  expect(arxiv.hits.map(({ url }) => url.searchParams.get("id_list"))).toEqual(["hep-th/9901001"]);
  const again = await add(grace, "arXiv:hep-th/9901001v1");
  expect(again.body).toMatchObject({ id: body.id, isAdded: false });
  expect(arxiv.hits).toHaveLength(1);
  expect((await call(grace, "GET", "/api/arxiv")).body).toHaveLength(1);
  expect(await events()).toEqual([
    { actorId: ada.user.id, verb: "added", kind: "paper", title: "A study of agents, part 7" },
  ]);
  const found = await call(grace, "GET", "/api/search?q=agents%20by:ada");
  expect(found.body.items).toEqual([expect.objectContaining({ kind: "paper", id: body.id })]);
});

test("two people who add the same paper at once get one", async () => {
  const { ada, grace, add, events } = await researchStack([1]);
  const replies = await Promise.all([ada, grace, ada].map((person) => add(person, "2611.00001")));
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  expect(replies.filter(({ body }) => body.isAdded)).toHaveLength(1);
  expect(await events()).toHaveLength(1);
});

test("an added paper doesn't end the next fetch early", async () => {
  const { app, ada, add } = await researchStack();
  const papers = Array.from({ length: 250 }, (_, index) => buildFoundPaper(index));
  app.integrations.papers = paperArchive(papers.slice(200));
  await (
    await app.jobs.start("papers.fetch", "schedule")
  ).ended;
  app.integrations.papers = paperArchive(papers);
  expect((await add(ada, papers[10]?.arXivId ?? "")).status).toBe(201);
  expect(await fetchLatestPapers(app, quietWork())).toMatchObject({ added: 199 });
});

test("invalid and unknown arXiv ids are refused with a message", async () => {
  const { ada, arxiv, add, events } = await researchStack();
  const refused = await add(ada, "https://arxiv.org/list/cs.AI/recent");
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringContaining("Enter an arXiv id or address, such as 2401.01234."),
  ]);
  expect(arxiv.hits).toEqual([]);
  const missing = await add(ada, "2401.99999");
  expect([missing.status, missing.body.message]).toEqual([404, "arXiv has no paper 2401.99999."]);
  expect(await events()).toEqual([]);
});

test.each([429, 503])("arXiv's %d is reported, and the next request waits", async (status) => {
  const { app, ada, arxiv, add } = await researchStack([1]);
  arxiv.answerNext({ status, headers: { "retry-after": "600" } });
  const busy = await add(ada, "2611.00001");
  expect([busy.status, busy.body.message, busy.headers.get("retry-after")]).toEqual([
    503,
    "arXiv is busy. Try again in a few minutes.",
    "600",
  ]);
  app.advance(100_000);
  const early = await add(ada, "2611.00001");
  expect([early.status, early.body.message, early.headers.get("retry-after")]).toEqual([
    503,
    "arXiv failed a moment ago. Try again in a few minutes.",
    "500",
  ]);
  expect(arxiv.hits).toHaveLength(1);
  app.advance(501_000);
  expect((await add(ada, "2611.00001")).status).toBe(201);
});

const RECORDED = join(import.meta.dirname, "../../../shared/fixtures/open/01-arxiv/api-new");

test.each(
  (existsSync(RECORDED)
    ? [
        ["old-style-id.xml", 200, "astro-ph/0601001", 201],
        ["one-entry.xml", 200, "1605.08386v2", 201],
        ["empty-unknown-id.xml", 200, "0000.0000", 404],
        ["error-bad-id-abc.xml", 400, "0000.0000", 404],
      ]
    : []) as [string, number, string, number][],
)("the recorded reply %s with %d for %s gives %d", async (file, status, id, expected) => {
  const { ada, arxiv, add } = await researchStack();
  arxiv.answerNext({ status, body: readFileSync(join(RECORDED, file)) });
  expect((await add(ada, id)).status).toBe(expected);
});
