import { callTRPCProcedure } from "@trpc/server";
import { type Request, type RequestHandler, type Response, Router } from "express";

import { authorize } from "#server/access.ts";
import { appRouter } from "#server/app-router.ts";
import type { App } from "#server/app.ts";
import { asUnmetCondition, notFound, unanswerable } from "#server/errors.ts";
import { type Context, createContext } from "#server/http/context.ts";
import type { KeptReplies, ReadyReply } from "#server/http/kept-replies.ts";
import { onlyMethods, sendError } from "#server/http/replies.ts";
import { nameRoute } from "#server/http/route-names.ts";
import { VERSION } from "#server/version.ts";
import { exportedFileSchema } from "#shared/export.ts";

import { apiDocsPage } from "./api-docs.ts";
import { type KeptCall, keptCall } from "./kept-calls.ts";
import { createListReply, createReply, sendReady } from "./list-reply.ts";
import { openApiDocument } from "./openapi.ts";
import { getProcedure } from "./procedures.ts";
import { type Route, routes } from "./routes.ts";

/** The REST paths: thin adapters that call the procedures of the table; what is kept of their replies goes into `kept`. */
export function restRouter(app: App, kept: Map<string, KeptReplies>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use("/api", withoutLastSlash);
  router.get(RADAR, namedByFormat);
  for (const [path, methods] of byPath()) {
    const expressPath = path.replaceAll(/\{(\w+)\}/gu, ":$1");
    for (const route of methods) {
      const { access } = getProcedure(route.procedure);
      const calls = route.keptWhile && keptCall(app, route.keptWhile, access);
      if (calls) kept.set(path, calls);
      router[route.method](expressPath, handleRoute(app, route, calls));
    }
    router.all(expressPath, onlyMethods(...listMethods(methods)));
  }
  mountDocuments(app, router);
  router.use("/api", (_request, response) => {
    sendError(response, notFound("There is no such API call"));
  });
  return router;
}

const MAX_DOCS_QUERY = 200;

const RADAR = "/api/radar";

/**
 * Many clients end addresses with a slash. A DELETE with one stays unknown: where an id is missing, as in a script's empty
 * variable, it would delete all.
 */
const withoutLastSlash: RequestHandler = (request, _response, next) => {
  if (request.method !== "DELETE") request.url = request.url.replace(/(?<=[^/])\/(?=$|\?)/u, "");
  next();
};

/** The radar can be asked for with `format=byor-csv` too, which has a path of its own. */
const namedByFormat: RequestHandler = (request, _response, next) => {
  if (request.query["format"] === "byor-csv") request.url = request.url.replace(RADAR, `${RADAR}/byor-csv`);
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
  const served = () => ({
    version: VERSION,
    origin: app.publicUrl,
    cookieName: app.sessions.sessionCookieName,
  });
  router.get(
    "/api/openapi.json",
    forSignedIn((response) => response.json(openApiDocument(served()))),
  );
  router.get(
    "/api/docs",
    forSignedIn((response) => {
      const { q } = response.req.query;
      const query = typeof q === "string" ? q.slice(0, MAX_DOCS_QUERY) : "";
      response.type("html").send(apiDocsPage(served(), query));
    }),
  );
  router.all(["/api/openapi.json", "/api/docs"], onlyMethods("GET", "HEAD"));
}

const listMethods = (rows: readonly Route[]): string[] =>
  rows.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));

// A path with a fixed part must come before one with a parameter in its place.
function byPath(): [string, Route[]][] {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return [...paths].toSorted(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")));
}

function handleRoute(app: App, route: Route, kept: KeptCall | undefined): RequestHandler {
  const { type, access, inputNames } = getProcedure(route.procedure);

  const checksRevision = route.method === "put" && inputNames.includes("revision");

  /** `If-Match` with the `ETag` of an item says on which revision an edit is made, as `revision` does. */
  function withRevision(request: Request, input: unknown): unknown {
    const condition = request.headers["if-match"]?.trim();
    if (!checksRevision || condition === undefined || condition === "*") return input;
    const { revision } = REVISION_TAG.exec(condition)?.groups ?? {};
    if (revision === undefined) throw unanswerable(true);
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

  const reply = async (context: Context, request: Request, etag?: string): Promise<ReadyReply> => {
    const output = await call(context, request);
    return route.reply === "list" ? createListReply(request, output, inputNames, etag) : createReply(output);
  };

  async function keptReply(context: Context, request: Request, calls: KeptCall): Promise<ReadyReply> {
    const { signedIn } = context;
    const found = signedIn && calls.find(signedIn);
    if (found) {
      await authorize(context, access, "read");
      return found;
    }
    const mark = calls.mark();
    const made = await reply(context, request, calls.etagOf(mark));
    if (signedIn) calls.keep(mark, signedIn, made);
    return made;
  }

  return async (request, response) => {
    nameRoute(response, route.path);
    try {
      const context = await createContext(app, request, response);
      if (kept && !request.originalUrl.includes("?")) {
        await sendReady(request, response, await keptReply(context, request, kept));
      } else if (route.reply === "list") await sendReady(request, response, await reply(context, request));
      else send(route, response, await call(context, request));
    } catch (error) {
      sendError(response, checksRevision && request.headers["if-match"] ? asUnmetCondition(error) : error);
    }
  };
}

const REVISION_TAG = /^(?:W\/)?"(?<revision>\d{1,15})"$/u;

/** The body or the query, and over it the parts of the path: an id in a body never wins over the path's. */
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

/** That of an item; null for anything else. */
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
