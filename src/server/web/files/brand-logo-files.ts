import { createHash } from "node:crypto";

import { type Request, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { onlyMethods, sendImage } from "#server/web/server/replies.ts";
import { named } from "#server/web/server/route-names.ts";
import { brandLogoName } from "#shared/pictures/brand-logos.ts";

/** Serves the logos of well-known tools, without sign-in. */
export function brandLogoFiles(app: App): Router {
  const router = Router({ caseSensitive: true });
  router.use("/brand-logos", named("image"), onlyMethods("GET", "HEAD"), (request, response) =>
    serve(app, request, response),
  );
  return router;
}

async function serve(app: App, request: Request, response: Response): Promise<void> {
  const name = brandLogoName(`${request.baseUrl}${request.path}`);
  const bytes = name === undefined ? null : await app.brandLogos(name, "svg");
  if (!bytes) throw notFound("Image not found");
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  // A logo changes with its brand, in a new version of the product.
  const cacheControl = "public, max-age=86400";
  sendImage(request, response, { bytes, mediaType: "image/svg+xml", etag, cacheControl });
}
