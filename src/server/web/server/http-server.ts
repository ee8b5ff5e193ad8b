import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import compression from "compression";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";

import type { App } from "#server/app.ts";
import { invalid, notFound, unanswerable } from "#server/errors.ts";
import { brandLogoFiles } from "#server/web/files/brand-logo-files.ts";
import { clientPackage } from "#server/web/files/client-package.ts";
import { feedAddresses } from "#server/web/files/feed-addresses.ts";
import { pictures } from "#server/web/files/pictures.ts";
import { publicFiles } from "#server/web/files/public-files.ts";
import type { WebClient, WebClientMaker } from "#server/web/files/web-client.ts";
import { fewAtATime } from "#server/web/limits/concurrency-limit.ts";
import { limitConnections } from "#server/web/limits/connection-limits.ts";
import { jsonBody } from "#server/web/limits/json-body.ts";
import { mcpRouter } from "#server/web/mcp/mcp.ts";
import { restHandlers } from "#server/web/rest/mount.ts";
import { freshFirst } from "#server/web/trpc/read-your-writes.ts";
import { trpcHandler } from "#server/web/trpc/trpc-handler.ts";

import { healthRouter } from "./health.ts";
import { metricsRouter } from "./metrics.ts";
import { refuseOtherHosts, rememberOrigin } from "./own-host.ts";
import { onlyMethods, sendError } from "./replies.ts";
import { requestLog } from "./request-log.ts";
import { tallied } from "./route-names.ts";
import { refuseOtherSites } from "./same-origin.ts";
import { type Headers, PRIVATE_REPLY, securityHeaders } from "./security-headers.ts";

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
  // Monitors and containers ask for the health by whatever name they have for the machine.
  server.use(healthRouter(app), metricsRouter(app));
  server.use(refuseOtherHosts(app), rememberOrigin, refuseOddAddresses);
  server.use(refuseOtherSites(app));
  server.use(rest.cached);
  server.use(publicFiles(app));
  server.use(brandLogoFiles(app));
  server.use(clientPackage());
  server.use(pictures(app));
  server.use(feedAddresses(app));
  // Unbuilt, the modules of the client's own folder `api` would be taken for calls.
  if (webClient && !app.config.isProduction) server.get(/\.tsx?$/u, webClient);
  server.use(mcpRouter(app));
  server.use(["/api", "/trpc"], compressReplies, jsonBody);
  server.use("/trpc", onlyMethods("GET", "HEAD", "POST"), trpcHandler(app));
  server.use(rest.all);
  // Where programs look for a way to sign in, as assistants do after a 401: the page must not pass for one.
  server.use("/.well-known", nothingHere);
  if (webClient) server.use(onlyMethods("GET", "HEAD"), webClient);
  server.use(nothingHere, lastResort);
  return server;
}

/**
 * The path without escapes, or null where they mean nothing. Its text is handed on to be compared: the bundler drops
 * a call of `decodeURIComponent` whose result nobody uses, and its errors with it.
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

/** Compresses for those who accept it; for others there is nothing to prepare. */
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
  // Express then cuts the reply off, which is all that can be done in the middle of one.
  if (response.headersSent) next(error);
  else sendError(response, isRefusal(error) ? unanswerable(error.status === 412) : error);
};

/** Express refuses in its own words: a condition that does not hold, an address that no file can have. */
const isRefusal = (error: unknown): error is { status: number } =>
  typeof error === "object" &&
  error !== null &&
  "status" in error &&
  typeof error.status === "number" &&
  error.status < 500;

/** How long connections may take, in milliseconds; see https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener. */
export const TIME_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  // Node looks so often for what is too slow; by default every 30 seconds, which would be the real limit.
  connectionsCheckingInterval: 1000,
};

/** Of one address as many as a team behind it needs, with several tabs each, and never all of them. */
export const CONNECTION_LIMITS = { total: 1000, perAddress: 500 };

/** Starts to listen; returns the server and the port that it took. */
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
