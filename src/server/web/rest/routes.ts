import { KINDS, type LibraryKind } from "#shared/kernel/item-address.ts";
import { joinWithOr } from "#shared/kernel/items.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";

import type { CachedWhile, SharedData } from "./cached-replies.ts";
import type { ProcedureName } from "./procedures.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** One documented call: a method and path for a procedure. */
export interface Route extends RouteOptions {
  method: Method;
  /** Path in OpenAPI style: `/api/ai-tools/{id}`. Path parameters, query and body fields form the procedure's input. */
  path: string;
  procedure: ProcedureName;
  summary: string;
}

interface RouteOptions {
  /** Status of a success. Defaults to 200. 204 sends no body. */
  status?: 201 | 202 | 204;
  /** Conversion of the procedure's output to the body. Defaults to JSON. */
  reply?: "list" | "file";
  /** Media types of a file, in the order of its formats. */
  mediaTypes?: readonly string[];
  /** Caches replies: for everybody until this data changes, or for each session until the session changes. */
  cachedWhile?: CachedWhile;
  /** True if the call waits for outside services, which may fail or be too slow. */
  usesUpstreams?: true;
  /** Operation id of an alternative path, which can't share the procedure's name in OpenAPI. */
  operationId?: string;
  /** Fields of the input that this path replaces. */
  replacedFields?: readonly string[];
}

const route =
  (method: Method) =>
  (path: string, procedure: ProcedureName, summary: string, options: RouteOptions = {}): Route => ({
    method,
    path,
    procedure,
    summary,
    ...options,
  });
const get = route("get");
const post = route("post");
const put = route("put");
const patch = route("patch");
const del = route("delete");

const created = { status: 201 } as const;
const accepted = { status: 202 } as const;
const noContent = { status: 204 } as const;
const list = { reply: "list" } as const;
const cachedList = (cachedWhile: SharedData) => ({ reply: "list", cachedWhile }) as const;
const file = (...mediaTypes: string[]) => ({ reply: "file", mediaTypes }) as const;
const PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
const upstream = { usesUpstreams: true } as const;

/** Calls of every kind with editable items. */
function callsOf(kind: LibraryKind, path: string, ofList: RouteOptions): Route[] {
  const { one, many } = KINDS[kind];
  return [
    get(path, `${many}.list`, `All ${many}`, ofList),
    post(path, `${many}.add`, `Add a ${one}`, created),
    get(`${path}/{id}`, `${many}.get`, `One ${one}`),
    put(`${path}/{id}`, `${many}.edit`, `Edit a ${one}; the previous version stays in its history`),
    del(`${path}/{id}`, `${many}.remove`, `Delete a ${one} with its discussion`, noContent),
    get(`${path}/{id}/versions`, `${many}.versions`, `All versions of a ${one}, newest first`, list),
    post(`${path}/{id}/restore`, `${many}.restore`, `Restore an earlier version of a ${one}`),
  ];
}

const MEDIA_TYPES = { JSON: "application/json", CSV: "text/csv", BibTeX: "application/x-bibtex" } as const;

/** Calls that write the items of a kind to a file of one of these formats, and read them from files. */
function filesOf(
  kind: LibraryKind,
  path: string,
  [exporting, importing]: readonly [ProcedureName, ProcedureName],
  formats: readonly (keyof typeof MEDIA_TYPES)[],
): Route[] {
  const { many } = KINDS[kind];
  const types = file(...formats.map((format) => MEDIA_TYPES[format]));
  return [
    get(`${path}/export/{format}`, exporting, `${optionLabel(many)} as ${joinWithOr(formats)}`, types),
    post(`${path}/import`, importing, `Add and update ${many} from a file or from rows`),
  ];
}

/** All REST calls of the product. The specification or the contract defines the paths' wording. */
export const routes: readonly Route[] = [
  get("/api/user", "account.me", "The signed-in user", { cachedWhile: "session" }),
  patch("/api/user", "account.edit", "Change your names and email"),
  post("/api/user/password", "account.changePassword", "Change your password"),
  get("/api/user/sessions", "account.sessions", "Your sessions", list),
  del("/api/user/sessions", "account.endOtherSessions", "End all your sessions except this one", noContent),
  del("/api/user/sessions/{id}", "account.endSession", "End one of your sessions", noContent),

  get("/api/user/provider", "account.provider", "Whether your account is linked for single sign-on"),
  post("/api/user/provider", "account.linkProvider", "Start linking your account for single sign-on"),
  del("/api/user/provider", "account.unlinkProvider", "Unlink your account from single sign-on", noContent),

  get("/api/tokens", "tokens.list", "Your API tokens", list),
  post("/api/tokens", "tokens.create", "Create an API token; it is shown only once", created),
  del("/api/tokens/{id}", "tokens.revoke", "Revoke one of your API tokens", noContent),

  get("/api/follows", "follows.list", "The views you follow as feeds", list),
  post(
    "/api/follows",
    "follows.create",
    "Follow a view as a feed; its addresses are shown only once",
    created,
  ),
  del("/api/follows/{id}", "follows.remove", "Stop a feed, so that its addresses no longer work", noContent),

  get(
    "/api/items/{ref}/links",
    "links.of",
    "The items that an item mentions and those that mention it, the first of each",
  ),
  get("/api/items/{ref}/links/{group}", "links.list", "All links of an item in one group", list),
  get("/api/items/{ref}/names", "links.named", "The names of other items in an item's texts"),
  get("/api/items/{ref}/comments", "comments.list", "The comments on an item, oldest first", {
    ...list,
    operationId: "comments_listOfItem",
    replacedFields: ["readingId"],
  }),
  post("/api/items/{ref}/comments", "comments.add", "Add a comment or a reply to an item's discussion", {
    ...created,
    operationId: "comments_addToItem",
    replacedFields: ["readingId"],
  }),
  post("/api/items/{ref}/comments/seen", "comments.markSeen", "Mark an item's comments as seen", noContent),
  get("/api/items/{ref}/people", "comments.people", "People to mention in a comment on an item"),
  get("/api/items/{ref}/watch", "watches.get", "Whether you watch or mute an item or topic"),
  put("/api/items/{ref}/watch", "watches.set", "Watch or mute an item or topic; null for neither"),

  get("/api/inbox", "inbox.list", "Your inbox, latest first", list),
  get("/api/inbox/count", "inbox.count", "The number of your open inbox entries, counted up to 100"),
  post("/api/inbox/done", "inbox.doneAll", "Mark all your inbox entries as done"),
  post(
    "/api/inbox/reopen",
    "inbox.reopen",
    "Reopen inbox entries that were marked as done together",
    noContent,
  ),
  post("/api/inbox/{seq}/done", "inbox.done", "Mark an inbox entry as done, or reopen it", noContent),

  post("/api/links", "links.add", "Link one item to another"),
  patch("/api/links/{id}", "links.decide", "Confirm or reject a link"),
  del("/api/links/{id}", "links.remove", "Remove a link; a found link is not found again", noContent),

  post("/api/login", "auth.login", "Sign in"),
  post("/api/register", "auth.register", "Sign up", created),
  post("/api/logout", "auth.logout", "Sign out"),
  post("/api/auth/logout", "auth.logout", "Sign out", { operationId: "auth_logoutAlias" }),
  get("/api/auth/entry", "auth.entry", "Who can sign up, and the purpose of a link"),
  post("/api/auth/reset-password", "auth.resetPassword", "Set a new password through a reset link"),

  get("/api/users", "users.list", "All users", list),
  get("/api/users/events", "users.events", "Changes to accounts, newest first", list),
  patch("/api/users/{id}", "users.edit", "Change a user's role or username, disable or enable the account"),
  del("/api/users/{id}", "users.remove", "Delete an account permanently; its content stays", noContent),
  get("/api/users/{userId}/tokens", "tokens.listOf", "A user's API tokens", list),
  del("/api/users/{userId}/tokens/{id}", "tokens.revokeOf", "Revoke a user's API token", noContent),
  get("/api/users/{userId}/feeds", "follows.listOf", "A user's feeds", list),
  del("/api/users/{userId}/feeds/{id}", "follows.removeOf", "Stop a user's feed", noContent),
  post("/api/users/{id}/reset-link", "users.createResetLink", "Create a password-reset link", created),
  post("/api/invites", "users.createInviteLink", "Create an invite link", created),

  ...callsOf("tool", "/api/ai-tools", cachedList("tool")),
  get("/api/ai-tools/{toolId}/aliases", "aliases.list", "The other names of a tool"),
  post("/api/ai-tools/{toolId}/aliases", "aliases.add", "Add another name to a tool", created),
  del("/api/ai-tools/{toolId}/aliases/{alias}", "aliases.remove", "Remove another name", noContent),
  post("/api/ai-tools/{id}/release-notes", "tools.saveReleaseNote", "Add a release note", created),
  post("/api/ai-tools/{id}/update-release-notes", "tools.refreshReleaseNotes", "Find new releases", upstream),
  post(
    "/api/update-all-release-notes",
    "tools.refreshAllReleaseNotes",
    "Find new releases of all tools",
    accepted,
  ),
  get(
    "/api/ai-tools/export/{format}",
    "exports.tools",
    "Tools as JSON, CSV, slides or Markdown deck",
    file("application/json", PPTX, "text/csv", "text/markdown"),
  ),
  get("/api/ai-tools/{toolId}/verdict", "verdicts.of", "The verdict on a tool, and the votes"),
  get("/api/ai-tools/{toolId}/verdicts", "verdicts.history", "All verdicts on a tool, newest first", list),
  post("/api/ai-tools/{toolId}/verdicts", "verdicts.decide", "Decide on a tool", created),
  put("/api/ai-tools/{toolId}/vote", "verdicts.vote", "Vote on a tool, or remove your vote"),
  get(
    "/api/verdicts",
    "verdicts.present",
    "The ring of every tool that has a verdict",
    cachedList("verdicts"),
  ),
  get("/api/radar", "verdicts.radar", "All verdicts on a given day"),
  get("/api/radar/moves", "verdicts.moves", "Ring changes of the last 30 or 90 days, latest first"),
  get(
    "/api/radar/byor-csv",
    "verdicts.radarCsv",
    "The same as a CSV for Build Your Own Radar",
    file("text/csv"),
  ),
  get("/api/radar/slide", "exports.radar", "The same as a PowerPoint slide", file(PPTX)),
  post("/api/ai-tools/import", "imports.tools", "Add and update tools from a file or from rows"),
  post("/api/ai-tools/starter-catalogue", "imports.starterTools", "Add the missing well-known tools"),
  post("/api/autofill", "tools.autofill", "Suggest a field of a tool", upstream),

  get("/api/news", "news.list", "News about the tools; alsoIn lists other sources of an article", list),
  get("/api/news/{id}", "news.get", "One article"),
  post("/api/news/update/{id}", "news.fetchForTool", "Check for news about one tool", upstream),
  post("/api/news/update-all", "news.fetchAll", "Start checking for news about all tools", accepted),

  get(
    "/api/arxiv",
    "papers.list",
    "Papers; hidden ones only with show=hidden, recommended ones with show=forYou or forTeam",
    list,
  ),
  post("/api/arxiv", "papers.add", "Add a paper by its arXiv id or address", { ...created, ...upstream }),
  get("/api/arxiv/{id}/similar", "papers.similar", "The papers most similar to one, best first"),
  post("/api/arxiv/{id}/generate-summary", "papers.summarize", "The summary, created if missing", upstream),
  post("/api/arxiv/update", "papers.fetch", "Start fetching papers", accepted),

  ...callsOf("prompt", "/api/prompts", cachedList("prompt")),
  get("/api/prompts/{id}/assistants", "assistants.ofPrompt", "A prompt's name and settings for assistants"),
  put("/api/prompts/{id}/skill", "assistants.setSkill", "Offer a prompt to assistants as a skill, or stop"),
  get("/api/prompts/{id}/skill", "assistants.skillFile", "A prompt as SKILL.md", file("text/markdown")),
  get("/api/prompts/{id}/ratings", "ratings.of", "The tools with ratings of a prompt, best first"),
  put(
    "/api/prompts/{id}/ratings/{toolId}",
    "ratings.save",
    "Rate a prompt in a tool, with one to five stars",
  ),
  del("/api/prompts/{id}/ratings/{toolId}", "ratings.remove", "Remove your rating", noContent),
  get(
    "/api/ai-tools/{toolId}/prompts",
    "ratings.inTool",
    "The prompts that work in a tool, best first",
    list,
  ),
  ...filesOf("prompt", "/api/prompts", ["exports.prompts", "imports.prompts"], ["JSON", "CSV"]),

  ...callsOf("reading", "/api/readings", list),
  ...filesOf("reading", "/api/readings", ["exports.readings", "imports.readings"], ["CSV", "JSON", "BibTeX"]),
  post("/api/readings/{id}/seen", "readings.markSeen", "Mark a reading's comments as seen", noContent),
  get("/api/readings/{readingId}/comments", "comments.list", "The comments on a reading", {
    ...list,
    replacedFields: ["ref"],
  }),
  post("/api/readings/{readingId}/comments", "comments.add", "Add a comment or a reply", {
    ...created,
    replacedFields: ["ref"],
  }),
  put("/api/comments/{id}", "comments.edit", "Edit your own comment"),
  del("/api/comments/{id}", "comments.remove", "Delete your own comment", noContent),

  get("/api/deletions", "deletions.list", "Items deleted in the last 30 days", list),
  post(
    "/api/deletions/{id}/restore",
    "deletions.restore",
    "Restore a deleted item with everything that was deleted with it",
  ),
  del("/api/deletions/{id}", "deletions.purge", "Permanently delete a deleted item", noContent),
  post("/api/imports/{importId}/undo", "imports.undo", "Undo one of your imports"),
  get("/api/imports/{importId}/undo", "imports.getUndo", "The progress of undoing one of your imports"),

  post("/api/logos/upload", "uploads.createAddress", "Get an upload URL for one image"),

  get("/api/search", "search.all", "Search everything: words, phrases, exclusions and filters"),
  post("/api/save", "save.add", "Save an address where it belongs", { ...created, usesUpstreams: true }),
  post("/api/save/plan", "save.plan", "Recognise an address and suggest where to save it", upstream),
  post(
    "/api/ask",
    "search.ask",
    "Answer a question with quotations, and with an AI provider's text if one is connected",
  ),
  get("/api/questions", "search.questions", "Questions in discussions without a reply, newest first", list),

  get(
    "/api/brief",
    "briefs.export",
    "What happened in a period, as JSON, Markdown or slides; last week by default",
    file("application/json", "text/markdown", PPTX),
  ),
  get("/api/briefs", "briefs.list", "Published briefs, newest first", list),
  post("/api/briefs", "briefs.publish", "Publish the brief of a period", created),
  get("/api/briefs/{id}", "briefs.get", "One published brief"),
  get(
    "/api/briefs/{id}/export/{format}",
    "briefs.exportPublished",
    "The same as JSON, Markdown or slides",
    file("application/json", "text/markdown", PPTX),
  ),
  del("/api/briefs/{id}", "briefs.remove", "Delete a published brief", noContent),

  get("/api/shared-pages", "sharedPages.list", "Pages that people read without signing in", list),
  post(
    "/api/shared-pages",
    "sharedPages.create",
    "Share the radar, the landscape or a brief; the address is shown only once",
    created,
  ),
  del(
    "/api/shared-pages/{id}",
    "sharedPages.revoke",
    "Revoke a shared page, so that its address no longer works",
    noContent,
  ),

  get("/api/events", "events.after", "Events after a given event, oldest first"),
  get("/api/activity", "events.list", "Who did what, latest first, with one line for each import", list),
  get("/api/activity/export", "events.export", "The same as CSV, event by event", file("text/csv")),
  get("/api/events/since", "events.since", "Other people's changes since your last visit"),
  get("/api/events/unseen", "events.unseen", "The number of new items in each section since your last visit"),
  post(
    "/api/events/seen",
    "events.markSeen",
    "Record that you have seen everything up to an event",
    noContent,
  ),

  get("/api/assistants/settings", "assistants.settings", "The prompts and guidance for assistants"),
  put("/api/assistants/settings", "assistants.saveSettings", "Set the prompts and guidance for assistants"),

  get("/api/jobs", "jobs.overview", "Jobs, their schedules and latest runs"),
  get("/api/system", "system.overview", "The state of the server, and what needs attention"),
];
