import { AsyncLocalStorage } from "node:async_hooks";
import { hostname } from "node:os";

import type { Request, RequestHandler } from "express";
import ipaddr from "ipaddr.js";

import type { App } from "#server/app.ts";

/** Origin of the current request. Undefined outside of requests. */
export const requestOrigin = new AsyncLocalStorage<string | undefined>();

/** Returns the origin of a server on this machine, from its listening address. */
export function localOrigin(host: string, port: number): string {
  // `localhost` resolves to the usual addresses on every system.
  const isDefault = /^(?:0\.0\.0\.0|::|127\.0\.0\.1|)$/u.test(host);
  const name = isDefault ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** True if an origin points to the user's own machine. */
export const isLoopback = (origin: string): boolean =>
  /^(?:localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/u.test(new URL(origin).hostname);

/** Host name or address, in brackets for IPv6, with an optional port. */
const HOST = /^(?:\[(?<ipv6>[^\]]+)\]|(?<name>[^:@/\\?#\s]+?)\.?)(?::\d+)?$/u;

/**
 * Creates a check whether a Host header names this server. With PUBLIC_URL, only its host name does. Otherwise, names
 * of this machine and all IP addresses do, because DNS rebinding needs a name. Ignores the port, which proxies omit.
 * See docs/decisions/0041-refuse-requests-for-unknown-hosts.md.
 */
export function createHostCheck({ config }: Pick<App, "config">): (header: string | undefined) => boolean {
  // Nearly all requests have the same header.
  let lastAccepted: string | undefined;
  const publicHost = config.publicUrl === null ? null : hostOf(config.publicUrl);
  return (header) => {
    if (header === undefined || header === lastAccepted) return header !== undefined;
    // With an invalid port, links would have no origin.
    if (!URL.canParse(`http://${header}`)) return false;
    const { ipv6, name } = HOST.exec(header)?.groups ?? {};
    const host = (ipv6 ?? name ?? "").toLowerCase();
    const isOwn =
      publicHost === null
        ? ipaddr.isValid(host) || isNameOfThisMachine(host) || host === config.host.toLowerCase()
        : host === publicHost;
    if (isOwn) lastAccepted = header;
    return isOwn;
  };
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/gu, "");

function isNameOfThisMachine(host: string): boolean {
  const machineName = hostname().toLowerCase();
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === machineName ||
    host === `${machineName}.local`
  );
}

/** Rejects requests for other hosts with 421 (RFC 9110, section 15.5.20). */
export function refuseOtherHosts(app: App): RequestHandler {
  const isOwnHost = createHostCheck(app);
  return (request, response, next) => {
    if (isOwnHost(request.headers.host)) {
      next();
      return;
    }
    response.status(421).json({
      message:
        "StackLoop isn't served under this address. If it should be, ask the administrator to set PUBLIC_URL to it.",
      code: "MISDIRECTED_REQUEST",
    });
  };
}

/**
 * Returns the origin from the request's Host header. Ignores `X-Forwarded-Host`, and protocols that aren't the web's.
 */
export function originOf({ protocol, headers: { host } }: Request): string | undefined {
  const address = `${protocol.toLowerCase() === "https" ? "https" : "http"}://${host ?? ""}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Uses the request's origin for links created in it, if `PUBLIC_URL` isn't set. Must come after `refuseOtherHosts`. */
export const rememberOrigin: RequestHandler = (request, _response, next) => {
  requestOrigin.run(originOf(request), next);
};
