import { describe, expect, test } from "vitest";

import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { AnswerError } from "#server/outside/models/answer-engine.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { answeringEngine, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";

type Kind = "too slow" | "unreachable";

/** Makes every outside source fail in this way. */
function failAllSources({ integrations }: TestApp, kind: Kind): void {
  const fail = () => Promise.reject(new OutboundError(kind, "detail"));
  Object.assign(integrations, {
    news: [{ name: "Hacker News", findArticles: fail }],
    teamFeed: fail,
    releases: [{ name: "GitHub", findNotes: fail }],
    pages: { read: fail },
    icons: { list: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }) },
    books: { byIsbn: fail },
  } satisfies Partial<TestApp["integrations"]>);
}

const failingProvider = (kind: Kind) =>
  answeringEngine(() => Promise.reject(new AnswerError(kind, "detail")));

async function world() {
  const { app, origin } = await testServer();
  const { user, cookie } = await buildPerson(app, "ada");
  const tool = await addTool(app, user, newToolSchema.parse({ name: "Orca", url: "https://orca.example" }));
  app.integrations.papers = paperArchive([buildFoundPaper()]);
  await fetchLatestPapers(app, quietWork());
  const { id: paperId } = await app.db.selectFrom("research_papers").select("id").executeTakeFirstOrThrow();
  const call = (path: string, body?: unknown) => restClient(origin).call("POST", path, body, { cookie });
  return { app, tool, paperId, call };
}

type World = Awaited<ReturnType<typeof world>>;

type Ask = (world: World) => ReturnType<World["call"]>;

/** Calls with addresses typed by people, which report slow and closed sites in the same way. */
const onSites: [string, Ask][] = [
  ["news of one tool", ({ call, tool }) => call(`/api/news/update/${tool.id}`)],
  ["release notes of one tool", ({ call, tool }) => call(`/api/ai-tools/${tool.id}/update-release-notes`)],
  [
    "auto-fill from a page",
    ({ call, tool }) => call("/api/autofill", { toolName: "Orca", fieldType: "capabilities", url: tool.url }),
  ],
  [
    "auto-fill of a logo",
    ({ call, tool }) => call("/api/autofill", { toolName: "Orca", fieldType: "logoUrl", url: tool.url }),
  ],
  ["an article", ({ call }) => call("/trpc/readings.lookup", { isbnOrUrl: "https://article.example/" })],
];
const onServices: [string, Ask][] = [
  ["a book", ({ call }) => call("/trpc/readings.lookup", { isbnOrUrl: "9780141439549" })],
];
const onProvider: [string, Ask][] = [
  ["a summary", ({ call, paperId }) => call(`/api/arxiv/${paperId}/generate-summary`)],
  [
    "auto-fill by the provider",
    ({ call }) => call("/api/autofill", { toolName: "Orca", fieldType: "company" }),
  ],
];

describe.each<[Kind, number]>([
  ["too slow", 504],
  ["unreachable", 502],
])("R19, R20: an upstream that is %s is reported with %i", (kind, status) => {
  test.each(onServices)("%s", async (_, ask) => {
    const made = await world();
    failAllSources(made.app, kind);
    const reply = await ask(made);
    expect(reply.status).toBe(status);
    expect(JSON.stringify(reply.body)).not.toContain("detail");
  });

  test.each(onSites)("unless it is the site of %s: 502", async (_, ask) => {
    const made = await world();
    failAllSources(made.app, kind);
    const reply = await ask(made);
    expect(reply.status).toBe(502);
    expect(JSON.stringify(reply.body)).not.toContain("detail");
  });

  test.each(onProvider)("%s", async (_, ask) => {
    const made = await world();
    made.app.integrations.answers = failingProvider(kind);
    expect((await ask(made)).status).toBe(status);
  });

  test("release notes and news, unless one source still responds", async () => {
    const made = await world();
    failAllSources(made.app, kind);
    made.app.integrations.answers = answeringEngine(() => ({}));
    for (const [, ask] of onSites.slice(0, 2)) expect((await ask(made)).status).toBe(200);
  });
});
