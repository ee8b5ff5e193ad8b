import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

import helmet from "helmet";

import type { App } from "#server/app.ts";

export type Headers = readonly (readonly [name: string, value: string])[];

/** Headers of replies for one user, which must not be cached on the way. */
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
