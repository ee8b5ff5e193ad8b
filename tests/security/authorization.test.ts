import { describe, expect, test } from "vitest";

import { addAlias } from "#server/features/aliases/aliases.service.ts";
import { publishBrief } from "#server/features/briefs/briefs.service.ts";
import { addComment } from "#server/features/comments/comments.service.ts";
import { importTools } from "#server/features/imports/import.service.ts";
import { listEntries } from "#server/features/inbox/inbox.service.ts";
import { listFeeds } from "#server/features/news/feeds.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { addPrompt, removePrompt } from "#server/features/prompts/prompts.service.ts";
import { ratePrompt } from "#server/features/ratings/ratings.service.ts";
import { createSharedPage } from "#server/features/shared-pages/shared-pages.service.ts";
import { getTool } from "#server/features/tools/tools.service.ts";
import { createToken } from "#server/features/users/tokens.service.ts";
import { createOneTimeLink } from "#server/features/users/users.service.ts";
import { undoImport } from "#server/kernel/imports/import-undo.service.ts";
import { addLink } from "#server/kernel/links/links.service.ts";
import { getProcedure, procedureNames } from "#server/web/rest/procedures.ts";
import { routes } from "#server/web/rest/routes.ts";
import { newTokenSchema } from "#shared/accounts/tokens.ts";
import { briefDraftSchema } from "#shared/brief/briefs.ts";
import { FIELDS_OF_KINDS } from "#shared/fields/fields-of-kinds.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import { KINDS, LIBRARY_KINDS, type LibraryKind, mapKinds } from "#shared/kernel/item-address.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { createOnce } from "#tests/support/cleanup.ts";
import { sampleOf } from "#tests/support/field-samples.ts";
import { follow } from "#tests/support/following.ts";
import {
  buildFoundArticle,
  buildFoundBook,
  buildFoundPaper,
  paperArchive,
  quietWork,
} from "#tests/support/found.ts";
import { operationsOf } from "#tests/support/item-operations.ts";
import { buildPerson, PASSWORD, type Person } from "#tests/support/people.ts";
import { makeChannel } from "#tests/support/receivers.ts";
import { type Reply, restClient } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";

type Role = "visitor" | "user" | "admin";
const ROLES: readonly Role[] = ["visitor", "user", "admin"];

/** A server with an item of each kind, a user and an admin. */
interface World {
  app: TestApp;
  origin: string;
  people: { user: Person; admin: Person };
  ids: Record<LibraryKind, string>;
  toolId: string;
  promptId: string;
  readingId: string;
}

async function makeWorld(): Promise<World> {
  const { app, origin } = await testServer({ SKILLS: "everyone" });
  const people = { user: await buildPerson(app, "ada"), admin: await buildPerson(app, "grace", "admin") };
  const ids = mapKinds(LIBRARY_KINDS, () => "");
  const operations = operationsOf(app);
  for (const kind of LIBRARY_KINDS) ids[kind] = (await operations[kind].add(people.user.user, "Claude")).id;
  return { app, origin, people, ids, toolId: ids.tool, promptId: ids.prompt, readingId: ids.reading };
}

/** Shared by calls that only read or are refused; others have their own world. */
const lasting = createOnce(makeWorld);
const worldFor = (procedure: string, role: Role): World | Promise<World> =>
  isLetIn(rowOf(procedure).access, role) && getProcedure(procedure).type !== "query"
    ? makeWorld()
    : lasting();

const tokenOf = async (app: TestApp, kind: "invite" | "reset", userId?: string) => {
  const { url } = await createOneTimeLink(app, kind, { userId });
  return new URL(url).searchParams.get(kind);
};

type Input = Record<string, unknown>;

interface Row {
  /** Who may call it. Repeated here on purpose, so that a policy change must be made twice. */
  access: "public" | "protected" | "admin";
  /** A valid input. */
  input?: (world: World, role: Role) => Input | Promise<Input>;
  /** The status of an allowed call, if it is not the route's own. */
  status?: number;
}

const ownSessionId = async ({ origin, people }: World, role: Role): Promise<string> => {
  const { cookie } = role === "admin" ? people.admin : people.user;
  const { body } = await restClient(origin).call("GET", "/api/user/sessions", undefined, { cookie });
  return body[0]?.id ?? "x";
};

const ownTokenId = async ({ app, people }: World, role: Role): Promise<string> => {
  const { user } = role === "admin" ? people.admin : people.user;
  return (await createToken(app, user, newTokenSchema.parse({ name: "Laptop" }))).id;
};

const ownFollowId = async ({ app, people }: World, role: Role): Promise<string> =>
  (await follow(app, role === "admin" ? people.admin : people.user, "news")).id;

const DAYS = { from: "2026-11-16", to: "2026-11-22" };

const ownBriefId = async ({ app, people }: World, role: Role): Promise<string> => {
  const { user } = role === "admin" ? people.admin : people.user;
  return (await publishBrief(app, user, briefDraftSchema.parse({ ...DAYS, note: "A week" }))).id;
};

const tokenOfUser = async ({ app, people: { user } }: World): Promise<Input> => ({
  userId: user.user.id,
  id: (await createToken(app, user.user, newTokenSchema.parse({ name: "Laptop" }))).id,
});

const feedOfUser = async ({ app, people: { user } }: World): Promise<Input> => ({
  userId: user.user.id,
  id: (await follow(app, user, "news")).id,
});

const channelId = async ({ app, people }: World): Promise<string> =>
  (await makeChannel(app, people.admin.user, { url: "https://hooks.example.com/services/x" })).id;

const ownAlias = async ({ app, people, toolId }: World): Promise<string> => {
  await addAlias(app, people.user.user, { toolId, alias: "Claude AI" });
  return "claude ai";
};

const ownCommentId = async ({ app, people, readingId }: World, role: Role): Promise<string> => {
  const { user } = role === "admin" ? people.admin : people.user;
  const { id } = await addComment(app, user, { readingId, parentId: null, content: "Mine" });
  return id;
};

/** An entry in the person's own inbox, for a reply to their comment. */
async function ownEntrySeq(world: World, role: Role): Promise<number> {
  const { app, people, readingId } = world;
  const { user } = role === "admin" ? people.admin : people.user;
  const { user: other } = role === "admin" ? people.user : people.admin;
  const parentId = await ownCommentId(world, role);
  await addComment(app, other, { readingId, parentId, content: "Yours" });
  const [entry] = (await listEntries(app, user, { tab: "open" })).items;
  return entry?.seq ?? 0;
}

/** The item as both paths of its discussion name it. */
const discussionOf = ({ readingId }: World): Input => ({ readingId, ref: `reading:${readingId}` });

/** A link that a person added. */
async function ownLinkId({ app, people, promptId, readingId }: World): Promise<string> {
  const { id } = await addLink(app, people.user.user, {
    from: `prompt:${promptId}`,
    to: `reading:${readingId}`,
  });
  return id;
}

const ownDeletionId = async ({ app, people }: World, role: Role): Promise<string> => {
  const { user } = role === "admin" ? people.admin : people.user;
  const { id } = await addPrompt(app, user, newPromptSchema.parse({ name: "Old", prompt: "Act old" }));
  return (await removePrompt(app, user, { id })).deletionId;
};

const ownImportId = async ({ app, people }: World, role: Role, name = "Imported"): Promise<string> => {
  const { user } = role === "admin" ? people.admin : people.user;
  const rows = [{ name }];
  return (await importTools(app, user, importRequestSchema.parse({ rows }))).importId ?? "";
};

async function ownUndoneImportId(world: World, role: Role): Promise<string> {
  const { app, people } = world;
  const importId = await ownImportId(world, role, "Undone");
  await undoImport(app, role === "admin" ? people.admin.user : people.user.user, { importId });
  return importId;
}

async function articleId({ app, toolId }: World): Promise<string> {
  await storeNews(app, [await getTool(app, toolId)], [buildFoundArticle({ title: "Claude learns" })]);
  return (await app.db.selectFrom("news_articles").select("id").executeTakeFirstOrThrow()).id;
}

async function paperId({ app }: World): Promise<string> {
  app.integrations.papers = paperArchive([buildFoundPaper()]);
  await fetchLatestPapers(app, quietWork());
  return (await app.db.selectFrom("research_papers").select("id").executeTakeFirstOrThrow()).id;
}

/** The calls that every kind has. */
function callsOf(kind: LibraryKind): [procedure: string, Row][] {
  const { many } = KINDS[kind];
  const ofItem = (input: Input = {}): Row => ({
    access: "protected",
    input: ({ ids }) => ({ id: ids[kind], ...input }),
  });
  return [
    [`${many}.list`, { access: "protected", input: () => ({}) }],
    [`${many}.get`, ofItem()],
    [`${many}.add`, { access: "protected", input: () => sampleOf(FIELDS_OF_KINDS[kind]) }],
    [`${many}.edit`, ofItem({ tags: ["renamed"] })],
    [`${many}.remove`, ofItem()],
    [`${many}.versions`, ofItem()],
    [`${many}.restore`, ofItem({ revision: 1 })],
  ];
}

const POLICY: Record<string, Row> = {
  ...Object.fromEntries(LIBRARY_KINDS.flatMap(callsOf)),
  "account.me": { access: "protected" },
  "account.edit": { access: "protected", input: () => ({ firstName: "Ada" }) },
  "account.changePassword": {
    access: "protected",
    input: () => ({ currentPassword: PASSWORD, newPassword: "another-one" }),
  },
  "account.sessions": { access: "protected", input: () => ({}) },
  "account.endSession": {
    access: "protected",
    input: async (world, role) => ({ id: await ownSessionId(world, role) }),
  },
  "account.endOtherSessions": { access: "protected" },
  "account.provider": { access: "protected" },
  "account.linkProvider": {
    access: "protected",
    input: ({ app }) => {
      app.integrations.identityProvider = {
        name: "Example ID",
        start: () => Promise.resolve({ url: "https://id.example", state: "s", nonce: "n", verifier: "v" }),
        finish: () => Promise.reject(new Error("nobody returns")),
      };
      return { password: PASSWORD };
    },
  },
  "account.unlinkProvider": {
    access: "protected",
    input: async ({ app, people }, role) => {
      const userId = people[role === "admin" ? "admin" : "user"].user.id;
      const linked = { issuer: "https://id.example", subject: role, userId, linkedAt: "" };
      await app.db
        .insertInto("provider_accounts")
        .values(linked)
        .onConflict((before) => before.doNothing())
        .execute();
      return {};
    },
  },
  "auth.entry": { access: "public", input: () => ({}) },
  "auth.enterDemo": { access: "public", input: () => ({ role: "admin" }), status: 404 },
  "auth.login": { access: "public", input: () => ({ username: "ada", password: PASSWORD }) },
  "auth.register": { access: "public", input: () => ({ username: "new", password: PASSWORD }) },
  "auth.logout": { access: "public" },
  "auth.resetPassword": {
    access: "public",
    input: async ({ app, people }) => ({
      token: await tokenOf(app, "reset", people.user.user.id),
      password: "another-one",
    }),
  },
  "events.after": { access: "protected", input: () => ({ after: 0 }) },
  "events.list": { access: "admin", input: () => ({}) },
  "events.export": { access: "admin", input: () => ({}) },
  "events.watch": { access: "protected" },
  "events.since": { access: "protected" },
  "events.byOthers": { access: "protected", input: () => ({}) },
  "events.unseen": { access: "protected" },
  "events.visit": { access: "protected", input: () => ({ place: "home", seq: 0 }) },
  "events.markSeen": { access: "protected", input: () => ({ seq: 0 }) },
  "exports.tools": { access: "protected", input: () => ({ format: "csv" }) },
  "exports.prompts": { access: "protected", input: () => ({ format: "csv" }) },
  "imports.prompts": {
    access: "protected",
    input: () => ({ rows: [{ name: "Imported", prompt: "Act as a poet" }] }),
  },
  "imports.tools": { access: "protected", input: () => ({ rows: [{ name: "Imported" }] }) },
  "imports.starterTools": { access: "protected" },
  "imports.undo": {
    access: "protected",
    input: async (world, role) => ({ importId: await ownImportId(world, role) }),
  },
  "imports.getUndo": {
    access: "protected",
    input: async (world, role) => ({ importId: await ownUndoneImportId(world, role) }),
  },
  "prompts.mark": { access: "protected", input: ({ promptId }) => ({ id: promptId, isStarred: true }) },
  "prompts.stars": { access: "protected" },
  "assistants.settings": { access: "protected" },
  "assistants.saveSettings": { access: "admin", input: () => ({ guidance: "", servedTags: null }) },
  "assistants.prompts": { access: "protected", input: () => ({}) },
  "assistants.prompt": { access: "protected", input: () => ({ slug: "claude" }) },
  "assistants.ofPrompt": { access: "protected", input: ({ promptId }) => ({ id: promptId }) },
  "assistants.setSkill": {
    access: "protected",
    input: ({ promptId }) => ({ id: promptId, isSkill: true }),
  },
  "assistants.skillFile": { access: "protected", input: ({ promptId }) => ({ id: promptId }) },
  "feeds.list": { access: "admin" },
  "feeds.add": { access: "admin", input: () => ({ url: "https://news.example/feed.xml" }) },
  "feeds.addMany": {
    access: "admin",
    input: () => ({ feeds: [{ title: "More", url: "https://more.example/feed.xml" }] }),
  },
  "feeds.remove": { access: "admin", input: async ({ app }) => ({ id: (await listFeeds(app))[0]?.id }) },
  "feeds.exportOpml": { access: "admin" },
  "feeds.restoreStarter": { access: "admin" },
  "jobs.overview": { access: "admin" },
  "jobs.start": { access: "admin", input: () => ({ name: "release-notes.fetch" }) },
  "jobs.watch": { access: "admin" },
  "jobs.follow": { access: "protected" },
  "exports.radar": { access: "protected", input: () => ({}) },
  "exports.readings": { access: "protected", input: () => ({ format: "bibtex" }) },
  "imports.bibtexRows": { access: "protected", input: () => ({ content: "@book{a, title={A}}" }) },
  "imports.readings": {
    access: "protected",
    input: () => ({ rows: [{ title: "Emma", author: "Jane Austen" }] }),
  },
  "mail.settings": { access: "protected" },
  "mail.save": {
    access: "protected",
    input: () => ({ address: "ada@mail.example", digest: "daily", atOnce: true }),
    status: 503,
  },
  "mail.resendConfirmation": { access: "protected", status: 503 },
  "mail.requestPasswordLink": { access: "public", input: () => ({ username: "ada" }) },
  "mail.sendLink": {
    access: "admin",
    input: async ({ app }) => ({ token: await tokenOf(app, "invite"), email: "bob@mail.example" }),
    status: 503,
  },
  "news.list": { access: "protected", input: () => ({}) },
  "news.get": { access: "protected", input: async (world) => ({ id: await articleId(world) }) },
  "news.status": { access: "protected" },
  "news.perDay": { access: "protected", input: () => ({ timeZone: "Europe/Berlin" }) },
  "news.mark": {
    access: "protected",
    input: async (world) => ({ id: await articleId(world), isRead: true }),
  },
  "news.markAllRead": { access: "protected" },
  "news.fetchForTool": { access: "protected", input: ({ toolId }) => ({ id: toolId }) },
  "news.fetchAll": { access: "protected" },
  "news.watchFetch": { access: "protected" },
  "briefs.open": { access: "protected", input: () => ({}) },
  "briefs.export": { access: "protected", input: () => ({ format: "markdown" }) },
  "briefs.saveDraft": { access: "protected", input: () => ({ ...DAYS, headline: "A week" }) },
  "briefs.publish": { access: "protected", input: () => ({ ...DAYS, note: "A week" }) },
  "briefs.list": { access: "protected", input: () => ({}) },
  "briefs.get": {
    access: "protected",
    input: async (world, role) => ({ id: await ownBriefId(world, role) }),
  },
  "briefs.exportPublished": {
    access: "protected",
    input: async (world, role) => ({ id: await ownBriefId(world, role), format: "markdown" }),
  },
  "briefs.remove": {
    access: "protected",
    input: async (world, role) => ({ id: await ownBriefId(world, role) }),
  },
  "save.plan": { access: "protected", input: () => ({ url: "https://news.example/story" }) },
  "save.add": { access: "protected", input: () => ({ url: "https://news.example/story" }) },
  "search.questions": { access: "protected" },
  "sharedPages.list": { access: "admin" },
  "sharedPages.create": { access: "admin", input: () => ({ kind: "radar" }) },
  "sharedPages.revoke": {
    access: "admin",
    input: async ({ app, people }) => ({
      id: (await createSharedPage(app, people.admin.user, { kind: "radar", showsNames: true })).id,
    }),
  },
  "search.ask": { access: "protected", input: () => ({ question: "Which whales sing?" }) },
  "papers.list": { access: "protected", input: () => ({}) },
  "papers.get": { access: "protected", input: async (world) => ({ id: await paperId(world) }) },
  "papers.similar": { access: "protected", input: async (world) => ({ id: await paperId(world) }) },
  "papers.add": {
    access: "protected",
    input: ({ app }) => {
      app.integrations.papers = paperArchive([buildFoundPaper()]);
      return { id: buildFoundPaper().arXivId };
    },
  },
  "papers.status": { access: "protected" },
  "papers.stats": { access: "protected" },
  "papers.mark": {
    access: "protected",
    input: async (world) => ({ id: await paperId(world), isStarred: true }),
  },
  "papers.visit": { access: "protected" },
  "papers.summarize": { access: "protected", input: async (world) => ({ id: await paperId(world) }) },
  "papers.fetch": { access: "admin" },
  "pictures.check": { access: "protected", input: () => ({ url: "https://tool.example/logo.png" }) },
  "ratings.of": { access: "protected", input: ({ promptId }) => ({ id: promptId }) },
  "ratings.inTool": { access: "protected", input: ({ toolId }) => ({ toolId }) },
  "ratings.save": {
    access: "protected",
    input: ({ promptId, toolId }) => ({ id: promptId, toolId, stars: 4 }),
  },
  "ratings.remove": {
    access: "protected",
    input: async ({ app, people, promptId, toolId }) => {
      for (const { user } of Object.values(people))
        await ratePrompt(app, user, { id: promptId, toolId, stars: 4, note: null });
      return { id: promptId, toolId };
    },
  },
  "readings.lookup": {
    access: "protected",
    input: ({ app }) => {
      app.integrations.books = { byIsbn: () => Promise.resolve(buildFoundBook()) };
      return { isbnOrUrl: "9780141439549" };
    },
  },
  "readings.markSeen": { access: "protected", input: ({ readingId }) => ({ id: readingId }) },
  "comments.list": { access: "protected", input: (world) => discussionOf(world) },
  "comments.overview": { access: "protected", input: ({ toolId }) => ({ ref: `tool:${toolId}` }) },
  "comments.markSeen": { access: "protected", input: ({ toolId }) => ({ ref: `tool:${toolId}` }) },
  "comments.people": { access: "protected", input: ({ toolId }) => ({ ref: `tool:${toolId}` }) },
  "inbox.list": { access: "protected", input: () => ({}) },
  "inbox.count": { access: "protected" },
  "inbox.done": {
    access: "protected",
    input: async (world, role) => ({ seq: await ownEntrySeq(world, role) }),
  },
  "inbox.doneAll": { access: "protected" },
  "inbox.reopen": { access: "protected", input: () => ({ doneAt: "2026-11-01T08:00:00.000Z" }) },
  "watches.get": { access: "protected", input: ({ toolId }) => ({ ref: `tool:${toolId}` }) },
  "watches.set": { access: "protected", input: ({ toolId }) => ({ ref: `tool:${toolId}`, level: "mute" }) },
  "channels.list": { access: "admin" },
  "channels.add": {
    access: "admin",
    input: () => ({
      kind: "slack",
      name: "Team",
      url: "https://hooks.example.com/services/x",
      contents: { kind: "brief", schedule: "Monday 8:00" },
    }),
  },
  "channels.edit": { access: "admin", input: async (world) => ({ id: await channelId(world), isOn: false }) },
  "channels.remove": { access: "admin", input: async (world) => ({ id: await channelId(world) }) },
  "channels.test": { access: "admin", input: async (world) => ({ id: await channelId(world) }) },
  "channels.sendBrief": {
    access: "admin",
    input: async (world) => ({ ...DAYS, note: "A week", channelId: await channelId(world) }),
  },
  "channels.deliveries": {
    access: "admin",
    input: async (world) => ({ channelId: await channelId(world) }),
  },
  "comments.add": { access: "protected", input: (world) => ({ ...discussionOf(world), content: "Good" }) },
  "comments.edit": {
    access: "protected",
    input: async (world, role) => ({ id: await ownCommentId(world, role), content: "Better" }),
  },
  "comments.remove": {
    access: "protected",
    input: async (world, role) => ({ id: await ownCommentId(world, role) }),
  },
  "deletions.list": { access: "admin", input: () => ({}) },
  "deletions.purge": {
    access: "admin",
    input: async (world, role) => ({ id: await ownDeletionId(world, role) }),
  },
  "deletions.restore": {
    access: "protected",
    input: async (world, role) => ({ id: await ownDeletionId(world, role) }),
  },
  "aliases.list": { access: "protected", input: ({ toolId }) => ({ toolId }) },
  "aliases.add": { access: "protected", input: ({ toolId }) => ({ toolId, alias: "Claude AI" }) },
  "aliases.remove": {
    access: "protected",
    input: async (world) => ({ toolId: world.toolId, alias: await ownAlias(world) }),
  },
  "links.of": { access: "protected", input: ({ toolId }) => ({ ref: `tool:${toolId}` }) },
  "links.list": {
    access: "protected",
    input: ({ toolId }) => ({ ref: `tool:${toolId}`, group: "mentionedIn" }),
  },
  "links.named": { access: "protected", input: ({ promptId }) => ({ ref: `prompt:${promptId}` }) },
  "links.add": {
    access: "protected",
    input: ({ promptId, toolId }) => ({ from: `prompt:${promptId}`, to: `tool:${toolId}` }),
  },
  "links.decide": {
    access: "protected",
    input: async (world) => ({ id: await ownLinkId(world), state: "rejected" }),
  },
  "links.remove": {
    access: "protected",
    input: async (world) => ({ id: await ownLinkId(world) }),
  },
  "search.all": { access: "protected", input: () => ({ q: "claude" }) },
  "sources.health": { access: "admin" },
  "follows.list": { access: "protected", input: () => ({}) },
  "follows.create": { access: "protected", input: () => ({ view: { section: "news" } }) },
  "follows.remove": {
    access: "protected",
    input: async (world, role) => ({ id: await ownFollowId(world, role) }),
  },
  "system.checkReleases": { access: "admin", input: () => ({ isOn: false }) },
  "system.overview": { access: "admin" },
  "tokens.list": { access: "protected", input: () => ({}) },
  "tokens.create": { access: "protected", input: () => ({ name: "Laptop" }) },
  "tokens.revoke": {
    access: "protected",
    input: async (world, role) => ({ id: await ownTokenId(world, role) }),
  },
  "tools.names": { access: "protected" },
  "tools.similar": { access: "protected", input: () => ({ name: "Gemini" }) },
  "tools.autofill": { access: "protected", input: () => ({ toolName: "Claude", fieldType: "company" }) },
  "tools.saveReleaseNote": {
    access: "protected",
    input: ({ toolId }) => ({ id: toolId, date: "2026-01-01", url: "https://example.com/notes" }),
  },
  "tools.refreshReleaseNotes": { access: "protected", input: ({ toolId }) => ({ id: toolId }) },
  "tools.refreshAllReleaseNotes": { access: "admin" },
  "uploads.createAddress": { access: "protected", input: () => ({ fileExtension: "png" }) },
  "users.list": { access: "admin", input: () => ({}) },
  "users.edit": {
    access: "admin",
    input: ({ people }) => ({ id: people.user.user.id, role: "admin" }),
  },
  "users.remove": { access: "admin", input: ({ people }) => ({ id: people.user.user.id }) },
  "users.events": { access: "admin", input: () => ({}) },
  "tokens.listOf": { access: "admin", input: ({ people }) => ({ userId: people.user.user.id }) },
  "tokens.revokeOf": { access: "admin", input: (world) => tokenOfUser(world) },
  "follows.listOf": { access: "admin", input: ({ people }) => ({ userId: people.user.user.id }) },
  "follows.removeOf": { access: "admin", input: (world) => feedOfUser(world) },
  "users.createResetLink": { access: "admin", input: ({ people }) => ({ id: people.user.user.id }) },
  "users.createInviteLink": { access: "admin" },
  "verdicts.of": { access: "protected", input: ({ toolId }) => ({ toolId }) },
  "verdicts.present": { access: "protected" },
  "verdicts.decide": {
    access: "protected",
    input: ({ toolId }) => ({ toolId, revision: 0, ring: "trial", reason: "It writes well" }),
  },
  "verdicts.vote": { access: "protected", input: ({ toolId }) => ({ toolId, ring: "adopt" }) },
  "verdicts.history": { access: "protected", input: ({ toolId }) => ({ toolId }) },
  "verdicts.radar": { access: "protected", input: () => ({ asOf: "2026-11-21" }) },
  "verdicts.moves": { access: "protected", input: () => ({ days: 30 }) },
  "verdicts.radarCsv": { access: "protected", input: () => ({ asOf: "2026-11-21" }) },
  "verdicts.blindSpots": { access: "protected" },
  "verdicts.overdue": { access: "protected" },
  "workspace.settings": { access: "protected" },
};

const rowOf = (procedure: string): Row => {
  const row = POLICY[procedure];
  if (!row) throw new Error(`${procedure} is not in the policy`);
  return row;
};

const isLetIn = (access: Row["access"], role: Role): boolean =>
  access === "public" || role === "admin" || (access === "protected" && role === "user");

const cookieOf = (world: World, role: Role): Record<string, string> =>
  role === "visitor" ? {} : { cookie: world.people[role].cookie };

/** The result of a call: its status and the reason for a refusal. */
interface Outcome {
  status: number;
  reason: string | null;
  hasChangedData: boolean | null;
}

function expectedOutcome(access: Row["access"], role: Role, status: number): Outcome {
  if (isLetIn(access, role)) return { status, reason: null, hasChangedData: null };
  return role === "visitor"
    ? { status: 401, reason: "Unauthorized", hasChangedData: false }
    : { status: 403, reason: "Forbidden", hasChangedData: false };
}

async function outcomeOf(world: World, isRefusal: boolean, call: () => Promise<Reply>): Promise<Outcome> {
  const before = isRefusal ? await world.app.countWrites() : null;
  const { status, body } = await call();
  const text = JSON.stringify(body);
  const leak = /\$argon2|usernameFolded|tokenHash/u.exec(text);
  if (leak) throw new Error(`the answer holds ${leak[0]}`);
  return {
    status,
    reason: isRefusal ? (/Unauthorized|Forbidden/u.exec(text)?.[0] ?? text) : null,
    hasChangedData: isRefusal ? (await world.app.countWrites()) !== before : null,
  };
}

test("C7, Z8: the policy names every procedure, and each is guarded accordingly", () => {
  expect(Object.keys(POLICY).toSorted()).toEqual([...procedureNames].toSorted());
  for (const name of procedureNames)
    expect([name, getProcedure(name).access]).toEqual([name, rowOf(name).access]);
});

// A subscription replies with an endless stream; it has its own test below.
const calls = procedureNames.filter((name) => getProcedure(name).type !== "subscription");

test("every procedure declares its output", () => {
  for (const name of calls) expect([name, getProcedure(name).output !== undefined]).toEqual([name, true]);
});

describe.each(ROLES)("Z1, Z2: %s over REST", (role) => {
  test.each(routes)("$method $path", async ({ method, path, procedure, status }) => {
    const row = rowOf(procedure);
    const world = await worldFor(procedure, role);
    const input = (await row.input?.(world, role)) ?? {};
    const filled = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(input[name]));
    const hasBody = method !== "get" && Object.keys(input).length > 0;
    const query =
      method === "get" && filled === path
        ? `?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)])).toString()}`
        : "";
    const outcome = await outcomeOf(world, !isLetIn(row.access, role), () =>
      restClient(world.origin).call(
        method.toUpperCase(),
        `${filled}${query}`,
        hasBody ? input : undefined,
        cookieOf(world, role),
      ),
    );
    expect(outcome).toEqual(expectedOutcome(row.access, role, row.status ?? status ?? 200));
  });
});

describe.each(ROLES)("Z1: %s gets the API documents if allowed", (role) => {
  test.each(["/api/docs", "/api/openapi.json"])("%s", async (path) => {
    const world = lasting();
    const outcome = await outcomeOf(world, !isLetIn("protected", role), () =>
      restClient(world.origin).call("GET", path, undefined, cookieOf(world, role)),
    );
    expect(outcome).toEqual(expectedOutcome("protected", role, 200));
  });
});

describe.each(ROLES)("Z1, Z2, Z8: %s over tRPC", (role) => {
  test.each(calls)("%s", async (procedure) => {
    const row = rowOf(procedure);
    const world = await worldFor(procedure, role);
    const input = await row.input?.(world, role);
    const isQuery = getProcedure(procedure).type === "query";
    const query = isQuery && input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
    const outcome = await outcomeOf(world, !isLetIn(row.access, role), () =>
      restClient(world.origin).call(
        isQuery ? "GET" : "POST",
        `/trpc/${procedure}${query}`,
        isQuery ? undefined : input,
        { ...cookieOf(world, role), ...(!isQuery && { "content-type": "application/json" }) },
      ),
    );
    expect(outcome).toEqual(expectedOutcome(row.access, role, row.status ?? 200));
  });
});

/** Reads a stream until the pattern matches, or it ends. */
async function firstMatch(response: Response, pattern: RegExp): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) return match;
  }
  return undefined;
}

describe.each(ROLES)("Z1, Z2: %s subscribing to jobs", (role) => {
  test("gets the overview only as an admin", async () => {
    const world = await makeWorld();
    const stop = new AbortController();
    const response = await fetch(`${world.origin}/trpc/jobs.watch`, {
      headers: { ...cookieOf(world, role), accept: "text/event-stream" },
      signal: stop.signal,
    });
    const found = await firstMatch(response, /Unauthorized|Forbidden|pattern/u);
    stop.abort();
    const expected = { visitor: "Unauthorized", user: "Forbidden", admin: "pattern" }[role];
    expect(found).toBe(expected);
  });
});
