import { AsyncLocalStorage } from "node:async_hooks";

/** The origin to which the request that is being handled was sent; undefined outside of requests. */
export const requestOrigin = new AsyncLocalStorage<string | undefined>();

/** The origin of a server on this machine, by an address that it listens on. */
export function localOrigin(host: string, port: number): string {
  // `localhost` stands for the usual addresses, which it resolves to everywhere.
  const isUsual = /^(?:0\.0\.0\.0|::|127\.0\.0\.1|)$/u.test(host);
  const name = isUsual ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Whether an origin leads to the machine of whoever uses it. */
export const isLoopback = (origin: string): boolean =>
  /^(?:localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/u.test(new URL(origin).hostname);
