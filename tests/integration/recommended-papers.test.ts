import { describe, expect, test } from "vitest";

import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { createPaperRanker } from "#server/features/papers/paper-ranking.service.ts";
import { deleteUser } from "#server/features/users/account-state.service.ts";
import type { Paper } from "#shared/papers/papers.ts";
import { buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const SUBJECTS = {
  whales: "Whales sing songs underwater, and hydrophones record the songs of whales in oceans",
  robots: "Robots grasp objects with tactile grippers, and learn grasping policies from demonstrations",
  proteins: "Proteins fold into structures, and transformers predict folded structures from sequences",
};
type Subject = keyof typeof SUBJECTS;
const EACH = 8;

const papers = Object.entries(SUBJECTS).flatMap(([subject, abstract], group) =>
  Array.from({ length: EACH }, (_, index) =>
    buildFoundPaper(3 * index + group + 1, {
      title: `On ${subject}, study ${index + 1}`,
      abstract: `${abstract}. Part ${"abcdefgh"[index]} of the series.`,
    }),
  ),
);

async function researchStack() {
  const { app, origin } = await testServer();
  app.integrations.papers = paperArchive(papers);
  await fetchLatestPapers(app, quietWork());
  const [ada, grace] = [await buildPerson(app, "ada"), await buildPerson(app, "grace")];
  const call = ({ cookie }: Person, method: string, path: string, body?: unknown) =>
    restClient(origin).call(method, path, body, { cookie });
  const all: Paper[] = (await call(ada, "GET", "/api/arxiv?limit=100")).body;
  const idOf = (subject: Subject, number: number) =>
    all.find(({ title }) => title === `On ${subject}, study ${number}`)?.id ?? "";
  const page = async (person: Person, input: object) => {
    const query = encodeURIComponent(JSON.stringify(input));
    return (await call(person, "GET", `/trpc/papers.list?input=${query}`)).body.result.data;
  };
  return {
    app,
    ada,
    grace,
    call,
    idOf,
    page,
    async rank() {
      const step = createPaperRanker(app, new AbortController().signal);
      for (let steps = 0; (await step()) !== null; steps += 1) expect(steps).toBeLessThan(100);
    },
    async flag(person: Person, subject: Subject, numbers: number[], flags: object = { isStarred: true }) {
      for (const number of numbers)
        await call(person, "POST", "/trpc/papers.mark", { id: idOf(subject, number), ...flags });
    },
    async titles(person: Person, show: string) {
      const { items } = await page(person, { show });
      return items.map(({ title }: Paper) => title);
    },
  };
}

const about = (subject: Subject) => (title: string) => title.startsWith(`On ${subject},`);

test("similar papers are computed after a fetch, and after a person adds one", async () => {
  const { app, ada, call, idOf, rank } = await researchStack();
  const path = `/api/arxiv/${idOf("whales", 1)}/similar`;
  expect((await call(ada, "GET", path)).body).toEqual([]);
  await rank();
  const { status, body } = await call(ada, "GET", path);
  expect([status, body.length]).toEqual([200, 10]);
  const first = body.slice(0, EACH - 1);
  expect(first.map(({ title }: Paper) => title).every(about("whales"))).toBe(true);
  const scores = body.map(({ score }: { score: number }) => score);
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  expect(scores[0]).toBeLessThanOrEqual(1);
  expect((await call(ada, "GET", "/api/arxiv/nothing/similar")).status).toBe(404);

  const added = buildFoundPaper(900, { title: "More on robots", abstract: SUBJECTS.robots });
  app.integrations.papers = paperArchive([added]);
  const { body: paper } = await call(ada, "POST", "/api/arxiv", { id: added.arXivId });
  const writes = await app.countWrites();
  await rank();
  const similar = await call(ada, "GET", `/api/arxiv/${paper.id}/similar`);
  expect(similar.body[0].title).toMatch(/^On robots/u);
  expect((await app.countWrites()) - writes).toBeLessThan(15);
});

describe("recommendations", () => {
  test("follow three stars, with the reason, and end without them", async () => {
    const { ada, grace, page, titles, flag, rank } = await researchStack();
    await flag(ada, "whales", [1, 2]);
    await rank();
    expect(await page(ada, { show: "forYou" })).toMatchObject({
      items: [],
      counts: { matching: 0, isExact: true, total: 24 },
      note: "Star three papers to get recommendations.",
    });
    expect(await page(ada, { show: "forTeam" })).toMatchObject({
      note: "Recommendations begin when the team has starred three papers.",
    });
    await flag(ada, "whales", [3]);
    await rank();
    const { items, counts, note } = await page(ada, { show: "forYou" });
    expect(
      items
        .slice(0, 5)
        .map(({ title }: Paper) => title)
        .every(about("whales")),
    ).toBe(true);
    expect(items[0].reason).toMatch(
      /^Because you starred "On whales, study [123]": \p{L}+, \p{L}+, \p{L}+$/u,
    );
    expect([counts.matching, note]).toEqual([items.length, null]);
    expect(items.some(({ isStarred }: Paper) => isStarred)).toBe(false);
    expect(await titles(grace, "forYou")).toEqual([]);
    await flag(ada, "whales", [1], { isStarred: false });
    await rank();
    expect(await titles(ada, "forYou")).toEqual([]);
  });

  test("leave out hidden papers, and hidden ones count against similar ones", async () => {
    const { ada, page, titles, flag, rank } = await researchStack();
    await flag(ada, "whales", [1, 2]);
    await flag(ada, "robots", [1, 2]);
    await rank();
    const before: string[] = await titles(ada, "forYou");
    expect(before.some(about("robots"))).toBe(true);
    await flag(ada, "robots", [3, 4, 5], { isHidden: true });
    expect((await titles(ada, "forYou")).includes("On robots, study 3")).toBe(false);
    await rank();
    const after: string[] = await titles(ada, "forYou");
    expect(after.slice(0, 6).every(about("whales"))).toBe(true);
    const first = await page(ada, { show: "forYou", limit: 2 });
    const second = await page(ada, { show: "forYou", limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ title }: Paper) => title)).toEqual(after.slice(0, 4));
    expect(await titles(ada, "forTeam")).not.toContain("On robots, study 3");
    const narrowed = await page(ada, { show: "forYou", search: "study 8" });
    expect(narrowed.items.map(({ title }: Paper) => title)).toContain("On whales, study 8");
    expect(narrowed.items.every(({ title }: Paper) => title.endsWith("study 8"))).toBe(true);
  });

  test("for the team weigh each person's stars, without names", async () => {
    const { ada, grace, call, flag, page, rank } = await researchStack();
    await flag(ada, "whales", [1, 2, 3, 4]);
    await flag(grace, "robots", [1]);
    await rank();
    const { items } = await page(grace, { show: "forTeam" });
    const subjects = items.map(({ title }: Paper) => title.split(/[ ,]/u)[1]);
    expect(new Set(subjects.slice(0, EACH - 4))).toEqual(new Set(["whales"]));
    expect(subjects).toContain("robots");
    expect(items[0].reason).toMatch(/^Because the team starred "On whales/u);
    // Matched as a word, because ids can contain its letters.
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`\\b${ada.user.username}\\b`, "u"));
    const rest = await call(grace, "GET", "/api/arxiv?show=forTeam");
    expect(rest.body[0].title).toBe(items[0].title);
    expect((await call(grace, "GET", "/api/arxiv?show=forTeam&cursor=-1")).status).toBe(400);
  });

  test("are deleted with the account", async () => {
    const { app, ada, flag, rank, titles } = await researchStack();
    await flag(ada, "whales", [1, 2, 3]);
    await rank();
    expect(await titles(ada, "forYou")).not.toEqual([]);
    await deleteUser(app, null, { id: ada.user.id });
    await rank();
    const scores = app.db.selectFrom("paper_scores").selectAll().where("userId", "=", ada.user.id);
    expect(await scores.execute()).toEqual([]);
  });

  test("resume after a restart: queued work is done by the next process", async () => {
    const { app, ada, flag, titles, rank } = await researchStack();
    await flag(ada, "proteins", [1, 2, 3]);
    expect(await createPaperRanker(app, AbortSignal.abort())()).toBeGreaterThan(0);
    expect(await titles(ada, "forYou")).toEqual([]);
    await rank();
    expect((await titles(ada, "forYou"))[0]).toMatch(/^On proteins/u);
    const before = await app.countWrites();
    await rank();
    expect(await app.countWrites()).toBe(before);
  });
});
