import { lookup as systemLookup } from "node:dns";
import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

import ipaddr from "ipaddr.js";

/** Resolves a host name to all its addresses. Tests replace it. */
export type Resolve = (
  hostname: string,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const resolveBySystem: Resolve = (hostname, answer) => {
  systemLookup(hostname, { all: true }, answer);
};

/** True for an address on the public internet: not loopback, private, link-local, mapped, tunnelled or reserved. */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  // Only 2000::/3 of IPv6 is public. For example, ::127.0.0.1 is not, and some systems route it.
  return !(parsed instanceof ipaddr.IPv6) || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** Returns a host name without the brackets of an IPv6 literal. */
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/gu, "");

const PORTS = new Set(["", "80", "443"]);

/** Returns `host:port`, with the scheme's default port if there is none. */
export const hostAndPort = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;

/**
 * Returns the reason why an address may not be fetched, or nothing. A host name is checked again once it is resolved.
 */
export function findRefusalReason(url: URL, allowed: ReadonlySet<string>): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:") return `scheme ${url.protocol}`;
  if (url.username !== "" || url.password !== "") return "credentials in the address";
  if (allowed.has(hostAndPort(url))) return undefined;
  if (!PORTS.has(url.port)) return `port ${url.port}`;
  const host = withoutBrackets(url.hostname);
  return ipaddr.isValid(host) && !isPublicAddress(host) ? `address ${host}` : undefined;
}

/** Creates a lookup that returns only public addresses, so that the socket connects to a checked address. */
export function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      // The system's lookup returns no list if it fails.
      const publicAddresses = error ? [] : addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = publicAddresses;
      if (error) callback(error, []);
      else if (!first) callback(new AddressRefused(hostname), []);
      else if (options.all) callback(null, publicAddresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Error for a name that has no public address. */
class AddressRefused extends Error {
  override readonly name = "AddressRefused";
  constructor(hostname: string) {
    super(`${hostname} has no public address`);
  }
}
