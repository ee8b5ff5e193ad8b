import { describe, expect, test } from "vitest";

import { publishBrief } from "#server/features/briefs/briefs.service.ts";
import { importTools } from "#server/features/imports/import.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { undoImport } from "#server/kernel/imports/import-undo.service.ts";
import { routes } from "#server/web/rest/routes.ts";
import { listen } from "#server/web/server/http-server.ts";
import { briefDraftSchema } from "#shared/brief/briefs.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import { KINDS, LIBRARY_KINDS, type LibraryKind, mapKinds } from "#shared/kernel/item-address.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { buildFoundArticle, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { operationsOf } from "#tests/support/item-operations.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type Reply, restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function asAdmin() {
  const { app, origin } = await testServer();
  const { user, cookie } = await buildPerson(app, "grace", "admin");
  const call = (method: string, path: string, headers: Record<string, string> = {}) =>
    restClient(origin).call(method, path, undefined, { cookie, ...headers });
  return { app, user, call };
}

describe("a wrong method gets 405 with the allowed ones", () => {
  test.each([
    ["POST", "/healthz", "GET, HEAD"],
    ["DELETE", "/readyz", "GET, HEAD"],
    ["POST", "/metrics", "GET, HEAD"],
    ["POST", "/api/docs", "GET, HEAD"],
    ["PUT", "/api/openapi.json", "GET, HEAD"],
    ["PURGE", "/api/ai-tools", "GET, HEAD, POST"],
    ["PROPFIND", "/api/users/x", "PATCH, DELETE"],
    ["GET", "/api/login", "POST"],
    ["POST", "/public-objects/logos/x.png", "GET, HEAD"],
    ["GET", "/storage/public/logos/x.png", "PUT"],
    ["PURGE", "/trpc/tools.list", "GET, HEAD, POST"],
    ["GET", "/trpc/tools.add", "POST"],
  ])("%s %s", async (method, path, allowed) => {
    const { call } = await asAdmin();
    const { status, headers, body } = await call(method, path);
    expect([status, headers.get("allow")]).toEqual([405, allowed]);
    expect(JSON.stringify(body)).toMatch(/"message"/u);
  });

  test("for each call of the table", async () => {
    const { call } = await asAdmin();
    for (const { path } of routes) {
      const methods = routes.filter((route) => route.path === path).map(({ method }) => method.toUpperCase());
      const { status, headers } = await call("PURGE", path.replaceAll(/[{}]/gu, ""));
      const allowed = new Set(headers.get("allow")?.split(", "));
      expect([path, status]).toEqual([path, 405]);
      expect(allowed).toEqual(new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : [])]));
    }
  });

  test("for the page, and an unknown call gets 404", async () => {
    const { app, call } = await asAdmin();
    expect((await call("PURGE", "/api/nothing")).status).toBe(404);
    const { server, port } = await listen(app, () => (_request, response) => response.end("The page"));
    const response = await fetch(`http://127.0.0.1:${port}/prompts`, { method: "POST" });
    server.closeAllConnections();
    server.close();
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

/** Required parameters of a call. */
const NEEDED_QUERY: Readonly<Record<string, string>> = { "/api/search": "?q=a" };

/** The path of a kind's list. */
const listPathOf = (kind: LibraryKind): string =>
  routes.find(({ procedure }) => procedure === `${KINDS[kind].many}.list`)?.path ?? "";

describe("HEAD replies like GET, without the body", () => {
  const shown = ({ status, headers }: Reply) => ({
    status,
    headers: ["etag", "link", "content-type", "content-disposition", "allow", "cache-control"].map((name) =>
      headers.get(name),
    ),
  });

  async function workspace() {
    const { app, user, call } = await asAdmin();
    const operations = operationsOf(app);
    const ids = mapKinds(LIBRARY_KINDS, () => "");
    for (const kind of LIBRARY_KINDS) ids[kind] = (await operations[kind].add(user, "Claude")).id;
    const midjourney = await addTool(app, user, newToolSchema.parse({ name: "Midjourney" }));
    await storeNews(app, [midjourney], [buildFoundArticle({ title: "Midjourney learns" })]);
    const article = await app.db.selectFrom("news_articles").select("id").executeTakeFirstOrThrow();
    const rows = [{ name: "Whisper" }];
    const { importId } = await importTools(app, user, importRequestSchema.parse({ rows }));
    await undoImport(app, user, { importId: importId ?? "" });
    const draft = briefDraftSchema.parse({ from: "2026-11-16", to: "2026-11-22" });
    const brief = await publishBrief(app, user, draft);
    app.integrations.papers = paperArchive([buildFoundPaper()]);
    await fetchLatestPapers(app, quietWork());
    const paper = await app.db.selectFrom("research_papers").select("id").executeTakeFirstOrThrow();
    const idOf = (path: string) => {
      if (path.includes("arxiv")) return paper.id;
      if (path.includes("briefs")) return brief.id;
      if (path.includes("imports")) return importId ?? "";
      if (path.includes("news")) return article.id;
      if (path.includes("users")) return user.id;
      return ids[LIBRARY_KINDS.find((kind) => path.startsWith(listPathOf(kind))) ?? "reading"];
    };
    return { call, ids, idOf };
  }

  test("at every call of the table", async () => {
    const { call, ids, idOf } = await workspace();
    for (const { path } of routes.filter(({ method }) => method === "get")) {
      const filled =
        path
          .replace("{format}", "json")
          .replace("{ref}", `prompt:${ids.prompt}`)
          .replace("{group}", "mentions")
          .replaceAll(/\{\w+\}/gu, idOf(path)) + (NEEDED_QUERY[path] ?? "");
      const [get, head] = [await call("GET", filled), await call("HEAD", filled)];
      expect([filled, get.status]).toEqual([filled, 200]);
      expect([filled, shown(head)]).toEqual([filled, shown(get)]);
      expect(head.body).toBe("");
    }
  });

  test.each([
    ["/api/ai-tools?limit=1", 200],
    ["/api/ai-tools?limit=0", 400],
    ["/api/ai-tools/export/json?selectedIds=", 400],
    ["/api/ai-tools/export/pdf", 400],
    ["/api/ai-tools/nothing", 404],
    ["/api/nothing", 404],
    ["/api/docs", 200],
    ["/api/openapi.json", 200],
    ["/healthz", 200],
  ])("at %s", async (path, status) => {
    const { call } = await workspace();
    const [get, head] = [await call("GET", path), await call("HEAD", path)];
    expect(get.status).toBe(status);
    expect(shown(head)).toEqual(shown(get));
  });

  test("with 304 for cached content", async () => {
    const { call } = await workspace();
    const etag = (await call("GET", "/api/ai-tools?limit=1")).headers.get("etag") ?? "";
    expect((await call("HEAD", "/api/ai-tools?limit=1", { "if-none-match": etag })).status).toBe(304);
  });
});
