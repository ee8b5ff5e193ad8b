import helmet from "helmet";

import type { App } from "#server/app.ts";

/** Headers of every reply: nothing runs, frames or is framed but what this server itself serves. */
export function securityHeaders(app: App) {
  // In development Vite puts a script and styles into the page, and reloads over a socket.
  const inline = app.config.isProduction ? [] : ["'unsafe-inline'"];
  const sockets = app.config.isProduction ? [] : ["ws:"];
  const isHttps = app.publicUrl.startsWith("https:");
  return helmet({
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
}
