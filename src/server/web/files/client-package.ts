import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Router } from "express";

import { notFound } from "#server/errors.ts";
import { isKnown, onlyMethods, sendError } from "#server/web/server/replies.ts";
import { named } from "#server/web/server/route-names.ts";

/** Path from which `npm install` downloads this server's typed client. */
const CLIENT_PACKAGE_PATH = "/api/client.tgz";

/** Finds the built package next to the built server, or in the clone's `dist`. */
const findPackage = (): string | undefined =>
  [
    join(import.meta.dirname, "../client-package.tgz"),
    join(import.meta.dirname, "../../../../dist/client-package.tgz"),
  ].find((file) => existsSync(file));

/** Serves the typed client as an npm package. npm has no session, so everybody may download it. */
export function clientPackage(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const file = findPackage();
  const bytes = file === undefined ? null : readFileSync(file);
  const etag = bytes && `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  router.all(CLIENT_PACKAGE_PATH, named("asset"), onlyMethods("GET", "HEAD"), (request, response) => {
    if (!bytes || etag === null) {
      sendError(
        response,
        notFound("The typed client isn't built here. Run npm run build, then restart StackLoop."),
      );
      return;
    }
    response.setHeader("ETag", etag);
    // Another version of the server serves another client at this address.
    response.setHeader("Cache-Control", "public, no-cache");
    response.setHeader("Content-Type", "application/gzip");
    if (isKnown(request.headers["if-none-match"], etag)) response.status(304).end();
    else response.send(bytes);
  });
  return router;
}
