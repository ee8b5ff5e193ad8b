import { sql } from "kysely";
import { expect, test } from "vitest";

import { countAiCall } from "#server/features/ai-usage/ai-usage.queries.ts";
import { setSkill } from "#server/features/assistants/assistants.service.ts";
import { createFollow } from "#server/features/follows/follows.service.ts";
import { importTools } from "#server/features/imports/import.service.ts";
import { addFeeds } from "#server/features/news/feeds.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { summarizePaper } from "#server/features/papers/paper-summary.service.ts";
import { listAllTools, removeTool } from "#server/features/tools/tools.service.ts";
import { storeImage } from "#server/features/uploads/uploads.service.ts";
import { editUser } from "#server/features/users/account-state.service.ts";
import { changePassword, register, resetPassword } from "#server/features/users/auth.service.ts";
import { startSession } from "#server/features/users/sessions.service.ts";
import { createToken } from "#server/features/users/tokens.service.ts";
import { createInviteLink, createResetLink } from "#server/features/users/users.service.ts";
import { purgeDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { cleanUp } from "#server/kernel/jobs/cleanup.service.ts";
import { indexChanged } from "#server/kernel/search/search-index.queries.ts";
import { type OneTimeLink, registrationSchema, type User } from "#shared/accounts/users.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { createTeam, performAction } from "#tests/support/busy-team.ts";
import { failMissing, type World } from "#tests/support/checked-undo.ts";
import { buildFoundArticle, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { pngImage } from "#tests/support/images.ts";
import { PASSWORD } from "#tests/support/people.ts";
import { repeatTransactions } from "#tests/support/transactions-twice.ts";

const CALLER = { ip: "127.0.0.1", userAgent: "Test" };
const DAY_MS = 86_400_000;

type Work = Parameters<typeof performAction>[1]["work"];

/** Actions on tools, prompts, readings, comments and news, in this order. */
const WORKS: readonly Work[] = [
  "add",
  "edit",
  "restoreVersion",
  "import",
  "news",
  "mark",
  "comment",
  "reply",
  "editComment",
  "deleteComment",
  "undo",
  "readAll",
  "news",
  "mark",
  "delete",
  "undo",
  "undoImport",
  "see",
  "delete",
];

const NAMES = ["Atlas", "Beacon", "Cobalt", "Delta"] as const;

async function workWithItems(world: World): Promise<void> {
  for (const [pick, work] of WORKS.entries()) {
    // One name at a time: the order of two items created at once is random.
    const name = NAMES[pick % NAMES.length] ?? failMissing();
    for (const kind of ["tool", "prompt", "reading"] as const) {
      const who = work === "undo" ? 2 : pick % 3;
      await performAction(world, { work, kind, who, pick, name, other: name, flag: pick % 2 === 0 });
    }
  }
}

const secretOf = ({ url }: OneTimeLink): string =>
  [...new URL(url).searchParams.values()][0] ?? failMissing();

async function workWithAccounts({ app, people }: World): Promise<void> {
  const [ada = failMissing(), bob = failMissing(), cleo = failMissing()] = people;
  const invite = secretOf(await createInviteLink(app, cleo));
  const dora = await register(
    app,
    CALLER,
    registrationSchema.parse({ username: "dora", password: PASSWORD, invite }),
  );
  await editUser(app, null, { id: dora.id, role: "admin" });
  await editUser(app, null, { id: cleo.id, role: "user" });
  await startSession(app, ada.id, CALLER);
  const token = secretOf(await createResetLink(app, dora, bob));
  await resetPassword(app, CALLER, { token, password: "another-pass" });
  const session = { id: "", publicId: "" };
  await changePassword(
    app,
    CALLER,
    { user: ada, session, token: null },
    { currentPassword: PASSWORD, newPassword: "another-pass", alsoRevoke: false },
  );
  await createToken(app, ada, { name: "Script", scope: "read", expiresInDays: 30 });
  await createFollow(app, ada, {
    view: { section: "news", filter: { toolId: null, search: "whales", show: "all" } },
  });
  await storeImage(app, ada, { bytes: pngImage(), extension: "png" }, new AbortController().signal);
  for (let call = 0; call < 3; call += 1)
    await countAiCall(app.db, { day: "2026-11-21", userId: ada.id, limitPerUser: 2, totalLimit: 5 });
}

async function workWithSources({ app, people }: World): Promise<void> {
  const [ada = failMissing(), , cleo = failMissing()] = people;
  const tool = await addedTool({ app }, ada, "Claude");
  const headlines = ["knits a jumper by night", "knits a jumper at night", "paints three big walls"].map(
    (title, number) =>
      buildFoundArticle({ title: `Claude ${title}`, url: `https://news.example/${number}`, source: "S" }),
  );
  await storeNews(app, [tool], headlines.slice(0, 1), ada);
  await storeNews(app, [tool], headlines, ada);
  await addFeeds(app, { feeds: [{ title: "Whales", url: "https://whales.example/feed" }] });
  app.integrations.papers = paperArchive([buildFoundPaper(1), buildFoundPaper(2)]);
  await (
    await app.jobs.start("papers.fetch", "person", ada.id)
  ).ended;
  const paper = await app.db
    .selectFrom("research_papers")
    .select("id")
    .orderBy("title")
    .executeTakeFirstOrThrow();
  await summarizePaper(app, ada, { id: paper.id });
  const [prompt] = await app.db.selectFrom("prompts").select("id").orderBy("name").execute();
  if (prompt) await setSkill(app, cleo, { id: prompt.id, isSkill: true });
  const { deletionId } = await removeTool(app, ada, { id: (await addedTool({ app }, ada, "Gemini")).id });
  await purgeDeletion(app, cleo, { id: deletionId });
}

async function addedTool({ app }: Pick<World, "app">, by: User, name: string): Promise<Tool> {
  await importTools(app, by, importRequestSchema.parse({ rows: [{ name }] }));
  return (await listAllTools(app)).find((tool) => tool.name === name) ?? failMissing();
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;
/** Random or derived values, and the indexes' own tables. */
const RANDOM = new Set([
  "password",
  "hash",
  "prefix",
  "sid",
  "tokenHash",
  "signingKey",
  "processId",
  "owner",
  "leaseUntil",
  "docId",
  "expire",
]);
const OF_INDEXES = /_(?:data|idx|content|docsize|config)$|^sqlite_|^settings$/u;

/** The rows of every table, independent of their ids. */
async function contents({ app }: World): Promise<Record<string, string[]>> {
  const tables = await app.db.introspection.getTables();
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (OF_INDEXES.test(name)) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(app.db);
    found[name] = rows
      .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !RANDOM.has(column))))
      .map((row) => row.replaceAll(UUID, "id"))
      .toSorted();
  }
  return found;
}

/** The content after a busy day, and after a much later cleanup. */
async function aBusyDay(isRepeated: boolean): Promise<Record<string, string[]>[]> {
  const world = await createTeam();
  const { app } = world;
  if (isRepeated) repeatTransactions(app.db);
  // The bundled feeds were added when the test began.
  await app.db.deleteFrom("news_feeds").execute();
  await workWithItems(world);
  await workWithAccounts(world);
  await workWithSources(world);
  await indexChanged(app.db, 1000);
  const before = await contents(world);
  app.advance(40 * DAY_MS);
  await cleanUp(app, quietWork());
  return [before, await contents(world)];
}

test("a transaction rolled back at its end and repeated has the same result as one", async () => {
  const once = await aBusyDay(false);
  expect(once[0]?.["events"]?.length).toBeGreaterThan(30);
  expect(await aBusyDay(true)).toEqual(once);
});
