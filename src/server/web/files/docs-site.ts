import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import compression from "compression";
import express, { Router } from "express";

import { onlyMethods } from "#server/web/server/replies.ts";
import { named } from "#server/web/server/route-names.ts";

/** Returns the folder of the built documents: next to the built server, or in the clone's `dist`. */
const builtDocsFolder = (): string | undefined =>
  [join(import.meta.dirname, "../docs"), join(import.meta.dirname, "../../../../dist/docs")].find((folder) =>
    existsSync(join(folder, "index.html")),
  );

/** Serves the documents at `/docs` and their list for language models at `/llms.txt`, to everyone. */
export function docsSite(folder = builtDocsFolder()): Router {
  const router = Router();
  if (folder === undefined) return router;
  // Its addresses are relative to the site.
  const list = readFileSync(join(folder, "llms.txt"), "utf8").replaceAll("](", "](/docs/");
  const onlyReads = onlyMethods("GET", "HEAD");
  router.all("/llms.txt", named("docs"), onlyReads, (_request, response) => {
    response.type("text/plain").send(list);
  });
  // Pages that don't exist are the client's.
  router.use(
    "/docs",
    named("docs"),
    onlyReads,
    compression(),
    express.static(folder, { extensions: ["html"], acceptRanges: false, maxAge: "5m" }),
  );
  return router;
}
