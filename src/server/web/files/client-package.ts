import { createHash } from "node:crypto";

import { type Request, type Response, Router } from "express";

import { readBuiltFile } from "#server/built-files.ts";
import { notFound } from "#server/errors.ts";
import { isKnown, onlyMethods } from "#server/web/server/replies.ts";
import { named } from "#server/web/server/route-names.ts";

/** Path from which `npm install` downloads this server's typed client. */
const CLIENT_PACKAGE_PATH = "/api/client.tgz";

/** Serves the typed client as an npm package. npm has no session, so everybody may download it. */
export function clientPackage(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.all(CLIENT_PACKAGE_PATH, named("asset"), onlyMethods("GET", "HEAD"), (request, response) =>
    sendPackage(request, response),
  );
  return router;
}

async function sendPackage(request: Request, response: Response): Promise<void> {
  const bytes = await readBuiltFile("client-package.tgz");
  if (!bytes) throw notFound("The typed client isn't built here. Run npm run build, then restart StackLoop.");
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  // Another version of the server serves another client at this address.
  response.set({ ETag: etag, "Cache-Control": "public, no-cache", "Content-Type": "application/gzip" });
  if (isKnown(request.headers["if-none-match"], etag)) response.status(304).end();
  else response.send(bytes);
}
