import { Router } from "express";
import { sql } from "kysely";

import type { App } from "#server/app.ts";

import { onlyMethods } from "./replies.ts";

/** `/healthz`: the process is up. `/readyz`: the database replies too. Neither needs a session. */
export function healthRouter(app: App): Router {
  const router = Router();
  router.get("/healthz", (_request, response) => {
    response.json({ status: "ok" });
  });
  router.get("/readyz", async (_request, response) => {
    try {
      await sql`select 1 from settings`.execute(app.db);
      response.json({ status: "ok" });
    } catch (error) {
      app.log.error({ err: error }, "the database is not responding");
      response.status(503).json({ status: "unavailable" });
    }
  });
  router.all(["/healthz", "/readyz"], onlyMethods("GET", "HEAD"));
  return router;
}
