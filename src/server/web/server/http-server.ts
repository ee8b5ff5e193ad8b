import { randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import express, { type ErrorRequestHandler, type RequestHandler, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import { UpstreamError, invalid, notFound, requestRejected } from "#server/errors.ts";
import { inBackground } from "#server/kernel/async/promises.ts";
import type { WebClient, CreateWebClient } from "#server/web/files/web-client.ts";
import { limitConcurrency, limitConnections } from "#server/web/limits/connection-limits.ts";
import { readYourWrites } from "#server/web/trpc/read-your-writes.ts";
import { lazy } from "#shared/kernel/lazy.ts";

import { type Headers, PRIVATE_REPLY, refuseOtherSites, securityHeaders } from "./browser-security.ts";
import { refuseOtherHosts, rememberOrigin } from "./own-host.ts";
import { onlyMethods, sendError } from "./replies.ts";
import { withRouteName, withRequestCount } from "./request-tally.ts";

function chooseLevel(response: Response, isRead: boolean): "debug" | "info" | "warn" | "error" {
  if (response.statusCode >= 500) return "error";
  if (response.statusCode >= 400) return "warn";
  return isRead ? "debug" : "info";
}

/** Secrets in paths: addresses of feeds and shared pages, and tokens that a client put in a path. */
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

/** Reads other processes' writes first. Then counts requests and handles a few at a time. */
const requestListener = (app: App, webClient: WebClient | null): RequestListener =>
  readYourWrites(app, withRequestCount(app, limitConcurrency(expressApp(app, webClient))));

/** Middleware in order: checks of the request, the calls, the page. */
function expressApp(app: App, webClient: WebClient | null): express.Express {
  const server = express();
  server.disable("x-powered-by");
  server.disable("etag");
  server.set("trust proxy", app.config.trustProxy ?? false);
  server.use(requestLog(app));
  server.use(setHeaders(securityHeaders(app)));
  server.use(["/api", "/trpc", "/mcp"], setHeaders(PRIVATE_REPLY));
  // Monitors and containers check health under any host name.
  server.use(healthRouter(app));
  server.all("/metrics", metricsOnDemand(app));
  server.use(refuseOtherHosts(app), rememberOrigin, refuseMalformedAddresses);
  server.use(refuseOtherSites(app));
  // In development, the modules in the client's own folder `api` would be mistaken for calls.
  if (webClient && !app.config.isProduction) server.get(/\.tsx?$/u, webClient);
  server.use(callsOnDemand(app));
  // Programs look for sign-in metadata here, as assistants do after a 401. They must not get the page instead.
  server.use("/.well-known", replyNotFound);
  if (webClient) server.use(onlyMethods("GET", "HEAD"), webClient);
  server.use(replyNotFound, replyWithError);
  return server;
}

/** Loads the metrics on the first request for them. */
function metricsOnDemand(app: App): RequestHandler {
  const load = lazy(async () => (await import("./metric-table.ts")).metricsRouter(app));
  return async (request, response, next) => (await load())(request, response, next);
}

/** Loads the calls, a third of the code, for the first request that needs them, or once the first page is sent. */
function callsOnDemand(app: App): RequestHandler {
  let calls: RequestHandler | undefined;
  const load = lazy(async () => {
    const { createCalls } = await import("./calls.ts");
    calls = createCalls(app);
  });
  return (request, response, next) => {
    if (calls) return calls(request, response, next);
    if (!FIRST_PAGE.test(request.path)) return load().then(() => calls?.(request, response, next), next);
    response.once("finish", () => inBackground(app.log, "loading the calls", load()));
    return next();
  };
}

const FIRST_PAGE = /^\/(?:$|assets\/)/u;

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

const refuseMalformedAddresses: RequestHandler = (request, response, next) => {
  if (decodePath(request.path) === null) sendError(response, invalid("The address is malformed"));
  else next();
};

const setHeaders =
  (headers: Headers): RequestHandler =>
  (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };

const replyNotFound: RequestHandler = (_request, response) => {
  sendError(response, notFound("Page not found"));
};

const replyWithError: ErrorRequestHandler = (error, _request, response, next) => {
  // Express then aborts the reply, the only option once it has started.
  if (response.headersSent) next(error);
  else sendError(response, isExpressError(error) ? requestRejected() : error);
};

/** True if Express itself rejected the request, such as for an invalid path. */
const isExpressError = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  !(error instanceof UpstreamError) &&
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

/** One address may open enough connections for a team behind it, but never all. */
export const CONNECTION_LIMITS = { total: 1000, perAddress: 500 };

/** Starts listening. Returns the server and its port. */
export async function listen(
  app: App,
  createWebClient: CreateWebClient | null,
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
  router.use(["/healthz", "/readyz"], withRouteName("health"));
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
