import { randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import compression from "compression";
import express, { type ErrorRequestHandler, type RequestHandler, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import { invalid, notFound, unanswerable } from "#server/errors.ts";
import { brandLogoFiles } from "#server/web/files/brand-logo-files.ts";
import { clientPackage } from "#server/web/files/client-package.ts";
import { docsSite } from "#server/web/files/docs-site.ts";
import { feedAddresses } from "#server/web/files/feed-addresses.ts";
import { mailLinks } from "#server/web/files/mail-links.ts";
import { pictures } from "#server/web/files/pictures.ts";
import { providerSignIn } from "#server/web/files/provider-sign-in.ts";
import { publicFiles } from "#server/web/files/public-files.ts";
import { sharedPages } from "#server/web/files/shared-pages.ts";
import type { WebClient, WebClientMaker } from "#server/web/files/web-client.ts";
import { fewAtATime, limitConnections } from "#server/web/limits/connection-limits.ts";
import { jsonBody } from "#server/web/limits/json-body.ts";
import { mcpRouter } from "#server/web/mcp/mcp.ts";
import { restHandlers } from "#server/web/rest/mount.ts";
import { freshFirst } from "#server/web/trpc/read-your-writes.ts";
import { trpcHandler } from "#server/web/trpc/trpc-handler.ts";

import { metricsRouter } from "./metric-table.ts";
import { refuseOtherHosts, rememberOrigin } from "./own-host.ts";
import { onlyMethods, sendError } from "./replies.ts";
import { named, tallied } from "./route-names.ts";
import { refuseOtherSites } from "./same-origin.ts";
import { type Headers, PRIVATE_REPLY, securityHeaders } from "./security-headers.ts";

function chooseLevel(response: Response, isRead: boolean): "debug" | "info" | "warn" | "error" {
  if (response.statusCode >= 500) return "error";
  if (response.statusCode >= 400) return "warn";
  return isRead ? "debug" : "info";
}

/** Secrets in paths: addresses of feeds and shared pages, and tokens that a client put there. */
const SECRETS = /(?<=\/feeds\/).*|sl[tfs]_\w+/giu;
const pathForLog = (url: string): string => (url.split("?")[0] ?? "").replaceAll(SECRETS, "…");

/** Assigns each request an id and logs one line after its reply. Skips successful reads. */
function requestLog(app: App): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID();
    const start = performance.now();
    response.setHeader("X-Request-Id", id);
    response.on("finish", () => {
      const { method } = request;
      const isRead = method === "GET" || method === "HEAD";
      // Probes come every few seconds, and their result is logged elsewhere once.
      const level = request.path === "/readyz" ? "debug" : chooseLevel(response, isRead);
      if (!app.log.isLevelEnabled(level)) return;
      app.log[level](
        {
          requestId: id,
          method,
          path: pathForLog(request.originalUrl),
          status: response.statusCode,
          ms: Math.round(performance.now() - start),
          err: response.locals["error"],
        },
        "request",
      );
    });
    next();
  };
}

/** First what other processes wrote; then a few requests at a time are counted and handled. */
const requestListener = (app: App, webClient: WebClient | null): RequestListener =>
  freshFirst(app, tallied(app, fewAtATime(expressApp(app, webClient))));

/** The middleware, in order: who may call, what is read, the calls, the page. */
function expressApp(app: App, webClient: WebClient | null): express.Express {
  const rest = restHandlers(app);
  const server = express();
  server.disable("x-powered-by");
  server.disable("etag");
  server.set("trust proxy", app.config.trustProxy ?? false);
  server.use(requestLog(app));
  server.use(setHeaders(securityHeaders(app)));
  server.use(["/api", "/trpc", "/mcp"], setHeaders(PRIVATE_REPLY));
  // Monitors and containers check health under any host name.
  server.use(healthRouter(app), metricsRouter(app));
  server.use(refuseOtherHosts(app), rememberOrigin, refuseOddAddresses);
  server.use(refuseOtherSites(app));
  server.use(rest.cached);
  server.use(publicFiles(app));
  server.use(brandLogoFiles(app));
  server.use(clientPackage());
  server.use(docsSite());
  server.use(pictures(app));
  server.use(feedAddresses(app));
  server.use(providerSignIn(app));
  server.use(mailLinks(app));
  server.use(sharedPages(app));
  // In development, the modules in the client's own folder `api` would be mistaken for calls.
  if (webClient && !app.config.isProduction) server.get(/\.tsx?$/u, webClient);
  server.use(mcpRouter(app));
  server.use(["/api", "/trpc"], compressReplies, jsonBody);
  server.use("/trpc", onlyMethods("GET", "HEAD", "POST"), trpcHandler(app));
  server.use(rest.all);
  // Programs check here for a way to sign in, as assistants do after a 401. The page must not be mistaken for one.
  server.use("/.well-known", nothingHere);
  if (webClient) server.use(onlyMethods("GET", "HEAD"), webClient);
  server.use(nothingHere, lastResort);
  return server;
}

/**
 * Decodes the path, or returns null for invalid escapes. The result must be used: the bundler drops an unused
 * `decodeURIComponent` call, and its errors with it.
 */
const decodePath = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

const refuseOddAddresses: RequestHandler = (request, response, next) => {
  if (decodePath(request.path) === null) sendError(response, invalid("The address is malformed"));
  else next();
};

const setHeaders =
  (headers: Headers): RequestHandler =>
  (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };

const compress = compression();

/** Compresses replies for clients that accept it. Does no work for others. */
const compressReplies: RequestHandler = (request, response, next) => {
  if (NO_CODING.test(request.headers["accept-encoding"] ?? "")) {
    response.setHeader("Vary", "Accept-Encoding");
    next();
  } else compress(request, response, next);
};

const NO_CODING = /^(?:identity)?$/u;

const nothingHere: RequestHandler = (_request, response) => {
  sendError(response, notFound("Page not found"));
};

const lastResort: ErrorRequestHandler = (error, _request, response, next) => {
  // Express then aborts the reply, the only option once it has started.
  if (response.headersSent) next(error);
  else sendError(response, isRefusal(error) ? unanswerable(error.status === 412) : error);
};

/** True if Express itself rejected the request, such as for a failed precondition or an invalid path. */
const isRefusal = (error: unknown): error is { status: number } =>
  typeof error === "object" &&
  error !== null &&
  "status" in error &&
  typeof error.status === "number" &&
  error.status < 500;

/**
 * Time limits of connections, in milliseconds; see
 * https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener.
 */
export const TIME_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  // Interval at which Node checks for slow connections. The default of 30 seconds would be the effective limit.
  connectionsCheckingInterval: 1000,
};

/** One address has enough for a team behind it, with several tabs each, but never all connections. */
export const CONNECTION_LIMITS = { total: 1000, perAddress: 500 };

/** Starts listening. Returns the server and its port. */
export async function listen(
  app: App,
  createWebClient: WebClientMaker | null,
  { times = TIME_LIMITS, connections = CONNECTION_LIMITS } = {},
): Promise<{ server: Server; port: number }> {
  const server = createServer(times);
  const isBehindProxy = app.config.trustProxy !== null;
  limitConnections(server, { ...connections, perAddress: isBehindProxy ? null : connections.perAddress });
  server.on("request", requestListener(app, createWebClient && (await createWebClient(server))));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(app.config.port, app.config.host, resolve);
  });
  return { server, port: readPort(server.address()) };
}

const readPort = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0;

/**
 * Serves `/healthz` (the process runs) and `/readyz` (the database is intact, responds and has disk space). Neither
 * needs a session.
 */
function healthRouter(app: App): Router {
  const router = Router();
  router.use(["/healthz", "/readyz"], named("health"));
  router.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  router.get("/readyz", async (_request, response) => {
    const [reason] = await app.storage.findProblems();
    if (reason === undefined) response.json({ status: "ok" });
    else response.status(503).json({ status: "unavailable", reason });
  });
  router.all(["/healthz", "/readyz"], onlyMethods("GET", "HEAD"));
  return router;
}
