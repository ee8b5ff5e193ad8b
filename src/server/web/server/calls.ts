import compression from "compression";
import { type RequestHandler, Router } from "express";

import type { App } from "#server/app.ts";
import { clientPackage, docsSite } from "#server/web/files/built-file.ts";
import { brandLogoFiles, pictures, publicFiles } from "#server/web/files/images.ts";
import { mailLinks } from "#server/web/files/mail-links.ts";
import { providerSignIn } from "#server/web/files/provider-sign-in.ts";
import { feedAddresses, sharedPages } from "#server/web/files/secret-addresses.ts";
import { jsonBody } from "#server/web/limits/json-body.ts";
import { mcpRouter } from "#server/web/mcp/mcp.ts";
import { restHandlers } from "#server/web/rest/mount.ts";
import { trpcHandler } from "#server/web/trpc/trpc-handler.ts";

import { onlyMethods } from "./replies.ts";

/** Serves everything but health checks and the page: stored files, public addresses, REST, tRPC and MCP. */
export function createCalls(app: App): Router {
  const rest = restHandlers(app);
  const router = Router();
  router.use(rest.cached);
  // Before `rest.all`, which refuses all other addresses under /api.
  router.use(clientPackage());
  router.use(providerSignIn(app));
  router.use(["/api", "/trpc"], compressReplies, jsonBody);
  router.use("/trpc", onlyMethods("GET", "HEAD", "POST"), trpcHandler(app));
  router.use(rest.all);
  router.use(publicFiles(app));
  router.use(brandLogoFiles(app));
  router.use("/docs", compress);
  router.use(docsSite());
  router.use(pictures(app));
  router.use(feedAddresses(app));
  router.use(mailLinks(app));
  router.use(sharedPages(app));
  router.use(mcpRouter(app));
  return router;
}

const compress = compression();

/** Compresses replies for clients that accept it. Does no work for others. */
const compressReplies: RequestHandler = (request, response, next) => {
  if (NO_COMPRESSION.test(request.headers["accept-encoding"] ?? "")) {
    response.setHeader("Vary", "Accept-Encoding");
    next();
  } else compress(request, response, next);
};

const NO_COMPRESSION = /^(?:identity)?$/u;
