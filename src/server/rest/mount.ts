import { callTRPCProcedure } from "@trpc/server";
import { type Request, type RequestHandler, type Response, Router } from "express";

import { appRouter } from "#server/app-router.ts";
import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { createContext } from "#server/http/context.ts";

import { factsOf } from "./procedures.ts";
import { sendError, sendFile, sendList } from "./replies.ts";
import { type Method, type Route, routes } from "./routes.ts";

/** The REST paths: thin adapters that call the procedures of the table. */
export function restRouter(app: App): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, methods] of byPath()) {
    const expressPath = path.replaceAll(/\{(\w+)\}/gu, ":$1");
    for (const route of methods) router[route.method](expressPath, answer(app, route));
    router.all(expressPath, refuseMethod(methods.map(({ method }) => method)));
  }
  router.use("/api", (_request, response) => {
    sendError(response, notFound("This call"));
  });
  return router;
}

// A path with a fixed part must come before one with a parameter in its place.
function byPath(): [string, Route[]][] {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return [...paths].toSorted(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")));
}

function answer(app: App, route: Route): RequestHandler {
  const { type } = factsOf(route.procedure);
  return async (request, response) => {
    try {
      const context = await createContext(app, request, response);
      const output = await callTRPCProcedure({
        router: appRouter,
        path: route.procedure,
        type,
        ctx: context,
        getRawInput: () => Promise.resolve(inputOf(request)),
        signal: undefined,
        batchIndex: 0,
      });
      send(route, request, response, output);
    } catch (error) {
      sendError(response, error);
    }
  };
}

/** The body or the query, and over it what the path says: an id in a body never wins over the path's. */
function inputOf(request: Request): unknown {
  const given: unknown = request.method === "GET" ? request.query : request.body;
  const isRecord = typeof given === "object" && given !== null && !Array.isArray(given);
  if (given !== undefined && !isRecord) return given;
  return { ...given, ...request.params };
}

function send(route: Route, request: Request, response: Response, output: unknown): void {
  response.status(route.status ?? 200);
  if (route.status === 204) response.end();
  else if (route.reply === "list") sendList(request, response, output);
  else if (route.reply === "file") sendFile(response, output);
  else response.json(output);
}

function refuseMethod(methods: Method[]): RequestHandler {
  const allowed = [...methods, ...(methods.includes("get") ? ["head"] : [])].map((method) =>
    method.toUpperCase(),
  );
  return (_request, response) => {
    response.setHeader("Allow", allowed.join(", "));
    response.status(405).json({ message: `Use ${allowed.join(" or ")} here`, code: "METHOD_NOT_SUPPORTED" });
  };
}
