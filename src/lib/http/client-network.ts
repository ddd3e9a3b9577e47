import { isIPv6 } from "node:net";

/**
 * The network of an address, as rate limits count it. An IPv4 address is one network. An IPv6 /64 is one network,
 * because the owner of one address there usually has all of them.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return address;
  const [head = [], tail = []] = bare.split("::").map((part) => part.split(":").filter(Boolean));
  const between = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  const groups = [...head, ...between, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
