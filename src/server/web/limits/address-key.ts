import ipaddr from "ipaddr.js";

const NETWORK_BITS = 64;

/**
 * Returns the rate limit key of a caller's IP address. IPv4 addresses are used unchanged, also if mapped into IPv6.
 * IPv6 addresses are reduced to their /64 network, because a household or machine has a whole one
 * (https://www.rfc-editor.org/rfc/rfc6177).
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`).toString()}/${NETWORK_BITS}`;
}
