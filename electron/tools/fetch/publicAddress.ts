// Which addresses a request of the model's may go to: those of the public internet and no others. Everything that has a use
// of its own (this machine, private networks, metadata of clouds, what is translated to them) is refused: what is allowed
// is listed, not what is forbidden. Ranges are those of IANA's special-purpose registries, by `ipaddr.js`. Pure.

import ipaddr from 'ipaddr.js';

/** Why an address is not asked; null for one of the public internet. `address`: as the system writes it. */
export function whyNotPublic(address: string): string | null {
  // A zone names an interface of this machine.
  if (address.includes('%')) return 'an address with a zone';
  if (!ipaddr.isValid(address)) return 'no address';
  const parsed = ipaddr.parse(address);
  const range: string = parsed.range();
  if (range !== 'unicast') return words[range] ?? `a reserved address (${range})`;
  if (parsed.kind() === 'ipv4') return publicByNumber.has(parsed.toString()) ? words.metadata : null;
  // All that is given out of IPv6 so far begins with the bits 001; the rest is kept for later.
  return ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20 ? null : 'a reserved address';
}

/** The same of a server of the person's own, which they named themselves: in their network or on this machine. */
export function whyNotOwnNetwork(address: string): string | null {
  if (address.includes('%') || !ipaddr.isValid(address)) return whyNotPublic(address);
  // As a socket of both families writes the address of a connection.
  const parsed = ipaddr.process(address);
  if (cloudOnly.has(parsed.toString())) return words.metadata;
  const range: string = parsed.range();
  return ownRanges.has(range) ? null : whyNotPublic(parsed.toString());
}

const ownRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Metadata of clouds inside ranges that are private (Alibaba, AWS over IPv6). */
const cloudOnly: ReadonlySet<string> = new Set(['100.100.100.200', 'fd00:ec2::254']);

/** Addresses that look public and are answered by the cloud's own machinery (Azure). */
const publicByNumber: ReadonlySet<string> = new Set(['168.63.129.16']);

const words = {
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

/** Names that mean this machine or a network of its own, whatever they resolve to (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`). */
const localEndings = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'corp', 'home', 'onion'];

/**
 * Why a name is not looked up; null: its addresses decide. `hostname`: as `URL` gives it, so that every other way to write a
 * number or a letter is already undone.
 */
export function whyNotPublicName(hostname: string): string | null {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (ipaddr.isValid(literal) || hostname.startsWith('[')) return whyNotPublic(literal);
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  if (name === '' || !name.includes('.')) return 'a name for this machine or its network';
  const isLocal = localEndings.some((ending) => name === ending || name.endsWith(`.${ending}`));
  return isLocal ? 'a name for this machine or its network' : null;
}
