// Looks up the addresses of a name and refuses forbidden ones.

import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

export type LookupAll = (hostname: string) => Promise<LookupAddress[]>;

export interface GuardOptions {
  lookup: LookupAll;
  /** Why connecting to an address is forbidden; null if allowed. */
  whyNot(address: string): string | null;
  connectTimeoutMs: number;
}

/** Thrown instead of connecting. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefused';
  readonly hostname: string;
  readonly why: string;
  constructor(hostname: string, why: string) {
    super(`${hostname} is ${why}`);
    this.hostname = hostname;
    this.why = why;
  }
}

export const lookupAll: LookupAll = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    );
  });

/** A single forbidden address rejects the name: such an answer is meant to bypass the check. */
export function createGuardedLookup({ lookup, whyNot }: Pick<GuardOptions, 'lookup' | 'whyNot'>): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const first = addresses[0];
        for (const { address } of addresses) {
          const why = whyNot(address);
          if (why !== null) return callback(new AddressRefusedError(hostname, why), '', 0);
        }
        if (first === undefined) return callback(new Error(`${hostname} has no address`), '', 0);
        if (lookupOptions.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
