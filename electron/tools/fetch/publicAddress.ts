// Which addresses the model's requests may reach: only the public internet. Special-purpose ranges (this machine,
// private networks, cloud metadata, translations to them) are refused by an allowlist. Ranges come from IANA's
// special-purpose registries via `ipaddr.js`. Pure.

import ipaddr from 'ipaddr.js';

/** Why an address is refused; null for a public one. `address` is in the system's notation. */
export function nonPublicReason(address: string): string | null {
  // A zone names an interface of this machine.
  if (address.includes('%')) return 'an address with a zone';
  if (!ipaddr.isValid(address)) return 'no address';
  const parsed = ipaddr.parse(address);
  const range: string = parsed.range();
  if (range !== 'unicast') return reasons[range] ?? `a reserved address (${range})`;
  if (parsed.kind() === 'ipv4') return publicByNumber.has(parsed.toString()) ? reasons.metadata : null;
  // All IPv6 space allocated so far begins with the bits 001; the rest is reserved.
  return ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20 ? null : 'a reserved address';
}

/** The same for a server the user configured, which may be in their network or on this machine. */
export function disallowedServerReason(address: string): string | null {
  if (address.includes('%') || !ipaddr.isValid(address)) return nonPublicReason(address);
  // Dual-stack sockets report IPv4-mapped addresses.
  const parsed = ipaddr.process(address);
  if (cloudOnly.has(parsed.toString())) return reasons.metadata;
  const range: string = parsed.range();
  return ownRanges.has(range) ? null : nonPublicReason(parsed.toString());
}

const ownRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Cloud metadata services inside private ranges (Alibaba, AWS over IPv6). */
const cloudOnly: ReadonlySet<string> = new Set(['100.100.100.200', 'fd00:ec2::254']);

/** Public-looking addresses answered by cloud infrastructure (Azure). */
const publicByNumber: ReadonlySet<string> = new Set(['168.63.129.16']);

const reasons = {
  unspecified: 'an unspecified address',
  loopback: 'this machine itself',
  private: 'a private network',
  linkLocal: 'a link-local address, where clouds keep their metadata',
  uniqueLocal: 'a private network',
  deprecatedSiteLocal: 'a private network',
  carrierGradeNat: 'a carrier network or cloud metadata',
  multicast: 'a multicast address',
  broadcast: 'a broadcast address',
  ipv4Mapped: 'an IPv4 address in another form',
  rfc6145: 'a translated IPv4 address',
  rfc6052: 'a translated IPv4 address',
  '6to4': 'a translated IPv4 address',
  teredo: 'a translated IPv4 address',
  reserved: 'a reserved address',
  benchmarking: 'a benchmarking address',
  metadata: 'a cloud metadata address',
} as const satisfies Record<string, string> as Record<string, string> & { metadata: string };

/** Names for this machine or a private network, whatever they resolve to (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`). */
const localEndings = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'corp', 'home', 'onion'];

/** Why a name is refused; null if its addresses decide. `hostname` comes from `URL`, which has normalized alternative notations. */
export function nonPublicNameReason(hostname: string): string | null {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (ipaddr.isValid(literal) || hostname.startsWith('[')) return nonPublicReason(literal);
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  if (name === '' || !name.includes('.')) return 'a name for this machine or its network';
  const isLocal = localEndings.some((ending) => name === ending || name.endsWith(`.${ending}`));
  return isLocal ? 'a name for this machine or its network' : null;
}
