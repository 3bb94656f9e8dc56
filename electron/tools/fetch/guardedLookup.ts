// Who looks up the addresses of a name, and refuses those that may not be connected to.

import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** All addresses of a name. */
export type LookupAll = (hostname: string) => Promise<LookupAddress[]>;

export interface GuardOptions {
  lookup: LookupAll;
  /** Why an address may not be connected to; null: it may. */
  whyNot(address: string): string | null;
  connectTimeoutMs: number;
}

/** Thrown by a connection that was not made. */
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

/** One refused address among several is enough: such an answer is made to get around a check. */
export function guardedLookup({ lookup, whyNot }: Pick<GuardOptions, 'lookup' | 'whyNot'>): LookupFunction {
  return (hostname, asked, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const first = addresses[0];
        for (const { address } of addresses) {
          const why = whyNot(address);
          if (why !== null) return callback(new AddressRefusedError(hostname, why), '', 0);
        }
        if (first === undefined) return callback(new Error(`${hostname} has no address`), '', 0);
        if (asked.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
