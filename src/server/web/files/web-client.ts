import type { Server } from "node:http";

import { type RequestHandler, Router } from "express";
import { z } from "zod";

import type { App } from "#server/app.ts";
import type { ReadBuiltFile } from "#server/built-files.ts";
import { notFound } from "#server/errors.ts";
import { readSession } from "#server/features/users/sessions.service.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import type { Log } from "#server/log.ts";
import { sendError } from "#server/web/server/replies.ts";
import { withRouteName, nameRoute } from "#server/web/server/request-tally.ts";
import { LINK_KINDS } from "#shared/accounts/user-rules.ts";

import { findBuiltFile, sendBuiltFile } from "./built-file.ts";

/** Returns the entries of a `Link` header for a page. */
type PagePreloads = (path: string, query: object, isSignedIn: boolean) => string[];

/** Files of the client's pages, written by the build (`scripts/page-files.ts`). */
const pageFilesSchema = z.object({
  calls: z.string().array(),
  visitorScripts: z.string().array(),
  pages: z.object({ path: z.string(), calls: z.string().array(), scripts: z.string().array() }).array(),
});

/**
 * Reads the preload headers of each page: its first calls, and its scripts that `index.html` doesn't name, so that
 * browsers request them in parallel. Visitors get no calls, which would be rejected. If the page makes a call in
 * another form, it is made twice; `first-calls.spec.ts` checks that they are the same.
 */
async function readPagePreloads(read: ReadBuiltFile): Promise<PagePreloads> {
  const bytes = await read(".vite/pages.json");
  if (!bytes) return () => [];
  const pageFiles = pageFilesSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
  const pages = pageFiles.pages.map(({ path, calls, scripts }) => ({
    pattern: new RegExp(`^${path.replaceAll(/:\w+/gu, "[^/]+")}$`, "u"),
    calls: calls.map(preloadCall),
    scripts,
  }));
  return (path, query, isSignedIn) => {
    const page = pages.find(({ pattern }) => pattern.test(path));
    // A page opened by a one-time link makes another first call, to check the link.
    const isOneTimeLink = LINK_KINDS.some((kind) => kind in query);
    const calls = page?.calls ?? pageFiles.calls.map(preloadCall);
    const scripts = new Set([...(isSignedIn ? [] : pageFiles.visitorScripts), ...(page?.scripts ?? [])]);
    return [...(isSignedIn && !isOneTimeLink ? calls : []), ...[...scripts].map(preloadScript)];
  };
}

const preloadCall = (url: string): string => `<${url}>; rel=preload; as=fetch; crossorigin`;

const preloadScript = (file: string): string => `</${file}>; rel=modulepreload`;

/** Serves the page and its files, for paths that no other route handles. */
export type WebClient = RequestHandler;

/** Creates the web client for its server. */
export type CreateWebClient = (server: Server) => WebClient | Promise<WebClient>;

/**
 * Serves the built client. Its files are compressed at build time and named by content, so they are cached forever.
 * Every other path returns the page.
 */
export async function webClient(app: App, read: ReadBuiltFile): Promise<Router> {
  const router = Router();
  router.use(serveClientFile(read));
  router.use("/assets", replyFileMissing);
  router.get(MISSING_FILE, replyFileMissing);
  router.get("/{*path}", withRouteName("page"), servePage(app, read, await readPagePreloads(read)));
  return router;
}

const READ_METHODS = new Set(["GET", "HEAD"]);

const serveClientFile =
  (read: ReadBuiltFile): RequestHandler =>
  async (request, response, next) => {
    const path = request.path.slice(1);
    const file = READ_METHODS.has(request.method) ? await findBuiltFile(request, read, path) : null;
    if (!file) {
      next();
      return;
    }
    nameRoute(response, "asset");
    const isNamedByContent = path.startsWith("assets/");
    sendBuiltFile(
      request,
      response,
      file,
      isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache",
    );
  };

/** Addresses that only files have. Requests for existing files don't get this far. */
const MISSING_FILE =
  /\.(?:js|mjs|css|map|json|webmanifest|txt|xml|ico|svg|png|jpe?g|gif|webp|avif|woff2?|ttf)$/iu;

/**
 * Rejects requests for missing files. After an upgrade, open pages request files of the old version, and would mistake
 * the page for such a file.
 */
const replyFileMissing: RequestHandler = (_request, response) => {
  nameRoute(response, "asset");
  response.setHeader("Cache-Control", "no-store");
  sendError(response, notFound("File not found"));
};

/**
 * Serves the page, with headers naming its scripts. For signed-in users, they also name its first calls, which would
 * be rejected for visitors.
 */
function servePage(app: App, read: ReadBuiltFile, preloadsOf: PagePreloads): RequestHandler {
  return async (request, response) => {
    const { signedIn, setCookies } = await readSession(app, request.headers.cookie);
    if (setCookies.length > 0) response.setHeader("Set-Cookie", setCookies);
    const preloads = preloadsOf(request.path, request.query, signedIn !== null);
    if (preloads.length > 0) response.setHeader("Link", preloads.join(", "));
    response.setHeader("X-Robots-Tag", "noindex, nofollow");
    const page = await findBuiltFile(request, read, "index.html");
    if (!page) throw notFound("Page not found");
    sendBuiltFile(request, response, page, "private, no-cache");
  };
}

/** Serves the client through Vite in development: unbuilt, with hot reload over the server's own port. */
export async function viteClient(server: Server, log: Log): Promise<WebClient> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    appType: "spa",
    configLoader: "native",
    server: { middlewareMode: { server }, hmr: { server } },
  });
  // A browser's hot reload connection is not tracked by the server and would prevent it from stopping.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      inBackground(log, "closing Vite", vite.close());
    });
  }
  return vite.middlewares;
}
