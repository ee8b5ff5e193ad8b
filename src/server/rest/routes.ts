import type { ProcedureName } from "./procedures.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** One documented call: a method and path over a procedure that does the work. */
export interface Route {
  method: Method;
  /** OpenAPI style: `/api/ai-tools/{id}`. Path and query parts and body fields make the procedure's input. */
  path: string;
  procedure: ProcedureName;
  summary: string;
  /** Of a success; 200 unless said. 204 sends no body. */
  status?: 201 | 202 | 204;
  /** How the procedure's answer becomes the reply: as JSON unless said. */
  reply?: "list" | "file";
  /** The answer is the same for everybody who may have it, so it is made once per state of the data. */
  isSharedByAll?: true;
  /** Whoever calls waits for services outside, which may fail or be too slow. */
  asksUpstreams?: true;
}

/** THE TABLE: every REST call of the product. A path's wording is the specification's or the contract's. */
export const routes: readonly Route[] = [
  { method: "get", path: "/api/user", procedure: "account.me", summary: "The signed-in user" },
  { method: "patch", path: "/api/user", procedure: "account.edit", summary: "Change own names and e-mail" },
  {
    method: "post",
    path: "/api/user/password",
    procedure: "account.changePassword",
    summary: "Change own password",
  },
  {
    method: "get",
    path: "/api/user/sessions",
    procedure: "account.sessions",
    summary: "Own sessions",
    reply: "list",
  },
  {
    method: "delete",
    path: "/api/user/sessions",
    procedure: "account.endOtherSessions",
    summary: "End all own sessions but this one",
    status: 204,
  },
  {
    method: "delete",
    path: "/api/user/sessions/{id}",
    procedure: "account.endSession",
    summary: "End one of the own sessions",
    status: 204,
  },

  { method: "post", path: "/api/login", procedure: "auth.login", summary: "Sign in" },
  { method: "post", path: "/api/register", procedure: "auth.register", summary: "Sign up", status: 201 },
  { method: "post", path: "/api/logout", procedure: "auth.logout", summary: "Sign out" },
  { method: "post", path: "/api/auth/logout", procedure: "auth.logout", summary: "Sign out" },
  {
    method: "get",
    path: "/api/auth/entry",
    procedure: "auth.entry",
    summary: "Who may sign up, and what a link is for",
  },
  {
    method: "post",
    path: "/api/auth/reset-password",
    procedure: "auth.resetPassword",
    summary: "Set a new password through a reset link",
  },

  {
    method: "get",
    path: "/api/users",
    procedure: "users.list",
    summary: "All users",
    reply: "list",
    isSharedByAll: true,
  },
  {
    method: "patch",
    path: "/api/users/{id}",
    procedure: "users.changeRole",
    summary: "Change a user's role",
  },
  {
    method: "post",
    path: "/api/users/{id}/reset-link",
    procedure: "users.createResetLink",
    summary: "Make a password-reset link",
    status: 201,
  },
  {
    method: "post",
    path: "/api/invites",
    procedure: "users.createInviteLink",
    summary: "Make an invite link",
    status: 201,
  },

  {
    method: "get",
    path: "/api/ai-tools",
    procedure: "tools.list",
    summary: "The catalogue",
    reply: "list",
    isSharedByAll: true,
  },
  { method: "post", path: "/api/ai-tools", procedure: "tools.add", summary: "Add a tool", status: 201 },
  { method: "get", path: "/api/ai-tools/{id}", procedure: "tools.get", summary: "One tool" },
  { method: "put", path: "/api/ai-tools/{id}", procedure: "tools.edit", summary: "Edit a tool" },
  {
    method: "delete",
    path: "/api/ai-tools/{id}",
    procedure: "tools.remove",
    summary: "Delete a tool",
    status: 204,
  },
  {
    method: "post",
    path: "/api/ai-tools/{id}/release-notes",
    procedure: "tools.saveReleaseNote",
    summary: "Add one release note to a tool",
    status: 201,
  },
  {
    method: "post",
    path: "/api/ai-tools/{id}/update-release-notes",
    procedure: "tools.refreshReleaseNotes",
    summary: "Look for release notes of a tool",
    asksUpstreams: true,
  },
  {
    method: "post",
    path: "/api/update-all-release-notes",
    procedure: "tools.refreshAllReleaseNotes",
    summary: "Look for release notes of all tools",
    status: 202,
  },
  {
    method: "get",
    path: "/api/ai-tools/export/{format}",
    procedure: "exports.tools",
    summary: "Tools as a file: JSON, CSV, PowerPoint slides or a Markdown deck",
    reply: "file",
  },
  {
    method: "post",
    path: "/api/ai-tools/import",
    procedure: "imports.tools",
    summary: "Add and update tools from a file or from rows",
  },
  {
    method: "post",
    path: "/api/ai-tools/starter-catalogue",
    procedure: "imports.starterTools",
    summary: "Add the well-known AI tools that are not there yet",
  },
  {
    method: "post",
    path: "/api/autofill",
    procedure: "tools.autofill",
    summary: "Suggest a field of a tool",
    asksUpstreams: true,
  },

  {
    method: "get",
    path: "/api/news",
    procedure: "news.list",
    summary:
      "News of the tools; a story that stands in several places comes once, its other places in alsoIn",
    reply: "list",
  },
  {
    method: "post",
    path: "/api/news/update/{id}",
    procedure: "news.fetchForTool",
    summary: "Look for news of one tool",
    asksUpstreams: true,
  },
  {
    method: "post",
    path: "/api/news/update-all",
    procedure: "news.fetchAll",
    summary: "Start to look for news of every tool",
    status: 202,
  },

  {
    method: "get",
    path: "/api/arxiv",
    procedure: "papers.list",
    summary: "Research papers, without those that the person has hidden unless show=hidden asks for them",
    reply: "list",
  },
  {
    method: "post",
    path: "/api/arxiv/{id}/generate-summary",
    procedure: "papers.summarize",
    summary: "The summary of a paper, made if there is none yet",
    asksUpstreams: true,
  },
  {
    method: "post",
    path: "/api/arxiv/update",
    procedure: "papers.fetch",
    summary: "Start to fetch papers",
    status: 202,
  },

  {
    method: "get",
    path: "/api/prompts",
    procedure: "prompts.list",
    summary: "The prompt library",
    reply: "list",
    isSharedByAll: true,
  },
  { method: "post", path: "/api/prompts", procedure: "prompts.add", summary: "Add a prompt", status: 201 },
  { method: "get", path: "/api/prompts/{id}", procedure: "prompts.get", summary: "One prompt" },
  {
    method: "put",
    path: "/api/prompts/{id}",
    procedure: "prompts.edit",
    summary: "Edit a prompt; its history keeps the former version",
  },
  {
    method: "delete",
    path: "/api/prompts/{id}",
    procedure: "prompts.remove",
    summary: "Delete a prompt and its history",
    status: 204,
  },
  {
    method: "get",
    path: "/api/prompts/{id}/versions",
    procedure: "prompts.versions",
    summary: "All versions of a prompt, the present one first",
    reply: "list",
  },
  {
    method: "post",
    path: "/api/prompts/{id}/restore",
    procedure: "prompts.restore",
    summary: "Make an old version of a prompt the newest one",
  },
  {
    method: "get",
    path: "/api/prompts/export/{format}",
    procedure: "exports.prompts",
    summary: "Prompts as a file: JSON or CSV",
    reply: "file",
  },
  {
    method: "post",
    path: "/api/prompts/import",
    procedure: "imports.prompts",
    summary: "Add and update prompts from a file or from rows",
  },

  {
    method: "get",
    path: "/api/readings",
    procedure: "readings.list",
    summary: "The reading list",
    reply: "list",
  },
  {
    method: "post",
    path: "/api/readings",
    procedure: "readings.add",
    summary: "Add a reading",
    status: 201,
  },
  { method: "get", path: "/api/readings/{id}", procedure: "readings.get", summary: "One reading" },
  { method: "put", path: "/api/readings/{id}", procedure: "readings.edit", summary: "Edit a reading" },
  {
    method: "delete",
    path: "/api/readings/{id}",
    procedure: "readings.remove",
    summary: "Delete a reading with its comments",
    status: 204,
  },
  {
    method: "get",
    path: "/api/readings/export/{format}",
    procedure: "exports.readings",
    summary: "Readings as a file: CSV, JSON or BibTeX",
    reply: "file",
  },
  {
    method: "post",
    path: "/api/readings/import",
    procedure: "imports.readings",
    summary: "Add and update readings from a file or from rows",
  },
  {
    method: "post",
    path: "/api/readings/{id}/seen",
    procedure: "readings.markSeen",
    summary: "Note that its comments have been seen",
    status: 204,
  },
  {
    method: "get",
    path: "/api/readings/{readingId}/comments",
    procedure: "comments.list",
    summary: "The comments on a reading",
    reply: "list",
  },
  {
    method: "post",
    path: "/api/readings/{readingId}/comments",
    procedure: "comments.add",
    summary: "Add a comment or a reply",
    status: 201,
  },
  { method: "put", path: "/api/comments/{id}", procedure: "comments.edit", summary: "Edit an own comment" },
  {
    method: "delete",
    path: "/api/comments/{id}",
    procedure: "comments.remove",
    summary: "Delete an own comment",
    status: 204,
  },

  {
    method: "post",
    path: "/api/logos/upload",
    procedure: "uploads.createAddress",
    summary: "An address to send one image to",
  },

  {
    method: "get",
    path: "/api/jobs",
    procedure: "jobs.overview",
    summary: "Jobs, their hours and their last runs",
  },
];
