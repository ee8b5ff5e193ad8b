import { callTRPCProcedure } from "@trpc/server";
import { type Request, type RequestHandler, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import { toUnmetCondition, notFound, unmetCondition } from "#server/errors.ts";
import { VERSION } from "#server/version.ts";
import { hasBody } from "#server/web/limits/json-body.ts";
import { onlyMethods, sendError } from "#server/web/server/replies.ts";
import { nameRoute } from "#server/web/server/request-tally.ts";
import { appRouter } from "#server/web/trpc/app-router.ts";
import { type Context, createContext } from "#server/web/trpc/context.ts";
import { authorize } from "#server/web/trpc/trpc.ts";
import { exportedFileSchema } from "#shared/export.ts";

import { apiDocsPage } from "./api-docs.ts";
import {
  createReplyCache,
  sendSerialised,
  serialise,
  type SerialisedReply,
  serialiseList,
} from "./cached-replies.ts";
import { openApiDocument } from "./openapi.ts";
import { getProcedure } from "./procedures.ts";
import { type Route, routes } from "./routes.ts";

/**
 * Creates the handlers of REST paths, which only call procedures. `cached` answers reads with cached replies; it
 * belongs before middleware that costs more than such a reply.
 */
export function restHandlers(app: App): { cached: RequestHandler; all: Router } {
  const cached = new Map<string, RequestHandler>();
  const router = Router({ caseSensitive: true, strict: true });
  router.use("/api", dropTrailingSlash);
  router.get(RADAR_PATH, routeRadarByFormat);
  const sections = new Map<string, Router>();
  for (const [path, methods] of groupByPath()) {
    const section = sections.get(readSection(path)) ?? Router({ caseSensitive: true, strict: true });
    sections.set(readSection(path), section);
    const expressRoute = section.route(path.replaceAll(/\{(\w+)\}/gu, ":$1"));
    for (const route of methods) {
      const handle = handleRoute(app, route);
      if (route.cachedWhile) cached.set(path, handle);
      expressRoute[route.method](handle);
    }
    expressRoute.all(onlyMethods(...listMethods(methods)));
  }
  // Comparing an address with all paths would take longer than a small reply.
  router.use((request, response, next) => {
    const section = sections.get(readSection(request.path));
    if (section) section(request, response, next);
    else next();
  });
  mountDocuments(app, router);
  router.use("/api", (_request, response) => {
    sendError(response, notFound("There is no such API call"));
  });
  return { cached: cachedReads(cached), all: router };
}

/** Returns the second part of a path, such as "tools" for `/api/tools/{id}`. */
const readSection = (path: string): string => path.split("/", 3)[2] ?? "";

/** Passes reads without a query or a body to the handler of their path. */
const cachedReads =
  (handlers: ReadonlyMap<string, RequestHandler>): RequestHandler =>
  (request, response, next) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const handle = isRead && !hasBody(request.headers) ? handlers.get(request.url) : undefined;
    if (handle) return handle(request, response, next);
    return next();
  };

const MAX_DOCS_QUERY = 200;

const RADAR_PATH = "/api/radar";

/**
 * Accepts addresses with a trailing slash, which many clients send, except for DELETE. A missing id, as from a
 * script's empty variable, would delete everything.
 */
const dropTrailingSlash: RequestHandler = (request, _response, next) => {
  if (request.method !== "DELETE") request.url = request.url.replace(/(?<=[^/])\/(?=$|\?)/u, "");
  next();
};

/** Routes the radar's `format=byor-csv` to its own path. */
const routeRadarByFormat: RequestHandler = (request, _response, next) => {
  if (request.query["format"] === "byor-csv")
    request.url = request.url.replace(RADAR_PATH, `${RADAR_PATH}/byor-csv`);
  next();
};

function mountDocuments(app: App, router: Router): void {
  const forSignedIn =
    (sendDocument: (response: Response) => void): RequestHandler =>
    async (request, response) => {
      nameRoute(response, request.path);
      try {
        await authorize(await createContext(app, request, response), "protected", "read");
        sendDocument(response);
      } catch (error) {
        sendError(response, error);
      }
    };
  const describeServer = () => ({
    version: VERSION,
    origin: app.publicUrl,
    cookieName: app.sessions.sessionCookieName,
  });
  router.get(
    "/api/openapi.json",
    forSignedIn((response) => response.json(openApiDocument(describeServer()))),
  );
  router.get(
    "/api/docs",
    forSignedIn((response) => {
      const { q } = response.req.query;
      const query = typeof q === "string" ? q.slice(0, MAX_DOCS_QUERY) : "";
      response.type("html").send(apiDocsPage(describeServer(), query));
    }),
  );
  router.all(["/api/openapi.json", "/api/docs"], onlyMethods("GET", "HEAD"));
}

const listMethods = (rows: readonly Route[]): string[] =>
  rows.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));

// Sorts paths, since a fixed part must precede a parameter at the same position.
function groupByPath(): [string, Route[]][] {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return [...paths].toSorted(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")));
}

function handleRoute(app: App, route: Route): RequestHandler {
  const { type, access, inputNames } = getProcedure(route.procedure);
  const cache = route.cachedWhile && createReplyCache(app, route.cachedWhile);

  const isChange = ["put", "patch", "delete"].includes(route.method);
  const checksRevision = isChange && inputNames.includes("revision");

  /**
   * Reads the revision to change or delete from `If-Match`, which contains the `ETag` of the item. Something without a
   * revision has no `ETag`, so no condition is met.
   */
  function withRevision(request: Request, input: unknown): unknown {
    const condition = request.headers["if-match"]?.trim();
    if (!isChange || condition === undefined || condition === "*") return input;
    const { revision } = (checksRevision && REVISION_TAG.exec(condition)?.groups) || {};
    if (revision === undefined) throw unmetCondition();
    return typeof input === "object" ? { revision: Number(revision), ...input } : input;
  }

  const call = (context: Context, request: Request): Promise<unknown> =>
    callTRPCProcedure({
      router: appRouter,
      path: route.procedure,
      type,
      ctx: context,
      getRawInput: () => Promise.resolve(withRevision(request, readInput(request))),
      signal: undefined,
      batchIndex: 0,
    });

  async function makeReply(context: Context, request: Request, etag?: string): Promise<SerialisedReply> {
    const output = await call(context, request);
    return route.reply === "list" ? serialiseList(request, output, inputNames, etag) : serialise(output);
  }

  async function cachedReply(context: Context, request: Request): Promise<SerialisedReply | undefined> {
    if (!cache || request.originalUrl.includes("?")) return undefined;
    const found = context.signedIn && cache.find(context.signedIn);
    if (!found) return cache.fill(context.signedIn, (etag) => makeReply(context, request, etag));
    await authorize(context, access, "read");
    return found;
  }

  return async (request, response) => {
    nameRoute(response, route.path);
    try {
      const context = await createContext(app, request, response);
      const cached = await cachedReply(context, request);
      if (cached) await sendSerialised(request, response, cached);
      else if (route.reply === "list")
        await sendSerialised(request, response, await makeReply(context, request));
      else send(route, response, await call(context, request));
    } catch (error) {
      sendError(response, checksRevision && request.headers["if-match"] ? toUnmetCondition(error) : error);
    }
  };
}

const REVISION_TAG = /^(?:W\/)?"(?<revision>\d{1,15})"$/u;

/** Returns the body or query, overridden by the path's parameters: an id in a body never replaces the path's. */
function readInput(request: Request): unknown {
  const given: unknown = ["GET", "HEAD"].includes(request.method) ? request.query : request.body;
  const isRecord = typeof given === "object" && given !== null && !Array.isArray(given);
  if (given !== undefined && !isRecord) return given;
  return { ...given, ...request.params };
}

function send(route: Route, response: Response, output: unknown): void {
  response.status(route.status ?? 200);
  if (route.status === 204) response.end();
  else if (route.reply === "file") sendFile(response, output);
  else {
    const revision = revisionOf(output);
    if (revision !== null) response.setHeader("ETag", `"${revision}"`);
    response.json(output);
  }
}

/** Returns the revision of an item, or null for anything else. */
const revisionOf = (output: unknown): number | null =>
  typeof output === "object" && output !== null && "revision" in output && typeof output.revision === "number"
    ? output.revision
    : null;

function sendFile(response: Response, output: unknown): void {
  const { fileName, mediaType, encoding, content } = exportedFileSchema.parse(output);
  response.setHeader("Content-Type", mediaType);
  response.setHeader("Content-Disposition", `attachment; filename="${fileName}"`);
  response.end(Buffer.from(content, encoding));
}
