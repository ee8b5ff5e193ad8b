import { type Request, type Response, Router } from "express";

import type { App } from "#server/app.ts";
import { forbidden, invalid, unauthorized } from "#server/errors.ts";
import { getPicture } from "#server/features/pictures/pictures.service.ts";
import { onlyMethods, sendImage } from "#server/web/server/replies.ts";
import { named } from "#server/web/server/route-names.ts";
import { isFromOtherSite } from "#server/web/server/same-origin.ts";
import { authorize } from "#server/web/trpc/access.ts";
import { createContext } from "#server/web/trpc/context.ts";
import { httpUrl } from "#shared/kernel/text.ts";
import { PICTURES_PATH } from "#shared/pictures/brand-logos.ts";

/** A site may change a picture, so a browser asks again after a day. */
const CACHE_CONTROL = "private, max-age=86400";

/** Serves other sites' pictures to signed-in users, so that browsers contact only this server. */
export function pictures(app: App): Router {
  const router = Router({ caseSensitive: true });
  router.use(PICTURES_PATH, named("image"), onlyMethods("GET", "HEAD"), (request, response) =>
    serve(app, request, response),
  );
  return router;
}

async function serve(app: App, request: Request, response: Response): Promise<void> {
  const who = await authorize(await createContext(app, request, response), "protected", "read");
  if (!who) throw unauthorized();
  // Otherwise another site could use a link to probe the cache or cause a fetch.
  if (isFromOtherSite(request)) throw forbidden("Requests from other sites are not allowed");
  const { data: url } = httpUrl.safeParse(request.query["url"]);
  if (url === undefined) throw invalid("Pass the address of an image as url", "url");
  const { bytes, mediaType, etag } = await getPicture(app, who.user, url);
  sendImage(request, response, { bytes, mediaType, etag, cacheControl: CACHE_CONTROL });
}
