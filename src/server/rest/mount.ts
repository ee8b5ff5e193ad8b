import { callTRPCProcedure } from "@trpc/server";
import { type Request, type RequestHandler, type Response, Router } from "express";

import { authorize } from "#server/access.ts";
import { appRouter } from "#server/app-router.ts";
import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { type Context, createContext } from "#server/http/context.ts";
import { onlyMethods, sendError } from "#server/http/replies.ts";
import { VERSION } from "#server/version.ts";
import { exportedFileSchema } from "#shared/export.ts";

import { apiDocsPage } from "./api-docs.ts";
import { type ListReply, createListReply, sendList } from "./list-reply.ts";
import { openApiDocument } from "./openapi.ts";
import { getProcedure } from "./procedures.ts";
import { type Route, routes } from "./routes.ts";

/** The REST paths: thin adapters that call the procedures of the table. */
export function restRouter(app: App): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, methods] of byPath()) {
    const expressPath = path.replaceAll(/\{(\w+)\}/gu, ":$1");
    for (const route of methods) router[route.method](expressPath, handleRoute(app, route));
    router.all(expressPath, onlyMethods(...listMethods(methods)));
  }
  mountDocuments(app, router);
  router.use("/api", (_request, response) => {
    sendError(response, notFound("There is no such API call"));
  });
  return router;
}

function mountDocuments(app: App, router: Router): void {
  const forSignedIn =
    (sendDocument: (response: Response) => void): RequestHandler =>
    async (request, response) => {
      try {
        await authorize(await createContext(app, request, response), "protected", false);
        sendDocument(response);
      } catch (error) {
        sendError(response, error);
      }
    };
  router.get(
    "/api/openapi.json",
    forSignedIn((response) => response.json(openApiDocument(VERSION))),
  );
  router.get(
    "/api/docs",
    forSignedIn((response) => response.type("html").send(apiDocsPage(VERSION))),
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

function handleRoute(app: App, route: Route): RequestHandler {
  const { type, access } = getProcedure(route.procedure);
  let kept: { mark: string; reply: ListReply } | undefined;

  const call = (context: Context, request: Request): Promise<unknown> =>
    callTRPCProcedure({
      router: appRouter,
      path: route.procedure,
      type,
      ctx: context,
      getRawInput: () => Promise.resolve(readInput(request)),
      signal: undefined,
      batchIndex: 0,
    });

  async function list(context: Context, request: Request): Promise<ListReply> {
    if (route.keptWhile === undefined || Object.keys(request.query).length > 0) {
      return createListReply(await call(context, request));
    }
    // Read before the data: what is kept may only be newer than its mark, never older.
    const mark = app.marks.read(route.keptWhile);
    if (kept?.mark === mark) {
      await authorize(context, access, false);
      return kept.reply;
    }
    const reply = createListReply(await call(context, request));
    kept = { mark, reply };
    return reply;
  }

  return async (request, response) => {
    try {
      const context = await createContext(app, request, response);
      if (route.reply === "list") await sendList(request, response, await list(context, request));
      else send(route, response, await call(context, request));
    } catch (error) {
      sendError(response, error);
    }
  };
}

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
  else response.json(output);
}

function sendFile(response: Response, output: unknown): void {
  const { fileName, mediaType, encoding, content } = exportedFileSchema.parse(output);
  response.setHeader("Content-Type", mediaType);
  response.setHeader("Content-Disposition", `attachment; filename="${fileName}"`);
  response.end(Buffer.from(content, encoding));
}
