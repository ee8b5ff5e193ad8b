import type { Request, RequestHandler } from "express";

import type { App } from "#server/app.ts";
import { forbidden } from "#server/errors.ts";

import { originOf } from "./own-host.ts";
import { sendError } from "./replies.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const OTHER_SITES = new Set(["cross-site", "same-site"]);

/** True if the headers show that another site made a browser send the request. */
export const isFromOtherSite = (request: Request): boolean =>
  OTHER_SITES.has(request.get("sec-fetch-site") ?? "");

/**
 * Rejects writes that another site makes a browser send. Requests with neither header come from scripts, which other
 * sites can't control.
 */
export function refuseOtherSites(app: App): RequestHandler {
  return (request, response, next) => {
    const origin = request.get("origin");
    const own = [app.publicUrl, originOf(request)];
    const isForeign = isFromOtherSite(request) || (origin !== undefined && !own.includes(origin));
    if (isForeign && !SAFE_METHODS.has(request.method)) {
      sendError(response, forbidden("Requests from other sites are not allowed"));
      return;
    }
    next();
  };
}
