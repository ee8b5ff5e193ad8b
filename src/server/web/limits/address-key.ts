import ipaddr from "ipaddr.js";

const NETWORK_BITS = 64;

/**
 * What stands for the address of a caller where callers are counted: an IPv4 address as it is, also when it comes
 * mapped into IPv6, and of an IPv6 address its /64 network, since one household or machine has a whole one
 * (https://www.rfc-editor.org/rfc/rfc6177).
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`).toString()}/${NETWORK_BITS}`;
}
