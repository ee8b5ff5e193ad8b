import { Router } from "express";

import type { App } from "#server/app.ts";

import { onlyMethods } from "./replies.ts";
import { named } from "./route-names.ts";

/**
 * Serves `/healthz` (the process runs) and `/readyz` (the database is intact, responds and has disk space). Neither
 * needs a session.
 */
export function healthRouter(app: App): Router {
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
