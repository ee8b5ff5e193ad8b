import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

import type { Request, RequestHandler } from "express";
import helmet from "helmet";

import type { App } from "#server/app.ts";
import { forbidden } from "#server/errors.ts";

import { originOf } from "./own-host.ts";
import { sendError } from "./replies.ts";

export type Headers = readonly (readonly [name: string, value: string])[];

/** Headers of replies for one user, which no proxy may cache. */
export const PRIVATE_REPLY: Headers = [["Cache-Control", "no-store"]];

/** Browser features that our pages don't use. Only our own pages may copy to the clipboard. */
const PERMISSIONS_POLICY = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .concat("clipboard-read=()", "clipboard-write=(self)")
  .join(", ");

/**
 * Returns the headers of every reply: only this server's own content may run, frame or be framed. Computed once, since
 * they never change.
 */
export function securityHeaders(app: App): Headers {
  // In development, Vite injects a script and styles into the page, and reloads over a socket.
  const inline = app.config.isProduction ? [] : ["'unsafe-inline'"];
  const sockets = app.config.isProduction ? [] : ["ws:"];
  const isHttps = app.publicUrl.startsWith("https:");
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inline],
        styleSrc: ["'self'", ...inline],
        imgSrc: ["'self'"],
        connectSrc: ["'self'", ...sockets],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, () => {});
  response.setHeader("Permissions-Policy", PERMISSIONS_POLICY);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}

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
    const ownOrigins = [app.publicUrl, originOf(request)];
    const isFromOtherOrigin =
      isFromOtherSite(request) || (origin !== undefined && !ownOrigins.includes(origin));
    if (isFromOtherOrigin && !SAFE_METHODS.has(request.method)) {
      sendError(response, forbidden("Requests from other sites are not allowed"));
      return;
    }
    next();
  };
}
