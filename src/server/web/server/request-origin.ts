import { AsyncLocalStorage } from "node:async_hooks";

/** Origin of the current request. Undefined outside of requests. */
export const requestOrigin = new AsyncLocalStorage<string | undefined>();

/** Returns the origin of a server on this machine, from its listening address. */
export function localOrigin(host: string, port: number): string {
  // `localhost` resolves to the usual addresses on every system.
  const isUsual = /^(?:0\.0\.0\.0|::|127\.0\.0\.1|)$/u.test(host);
  const name = isUsual ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** True if an origin points to the user's own machine. */
export const isLoopback = (origin: string): boolean =>
  /^(?:localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/u.test(new URL(origin).hostname);
