// The address of a ledger: postgres://user@host:port/database. The password is never part of what is saved or shown, and the connection
// is encrypted unless the server is on this machine.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';

export interface LedgerAddress {
  /** Without the password. */
  text: string;
  host: string;
  port: number;
  database: string;
  user: string;
  /** Null: the connection is not encrypted, which only this machine may. */
  tls: { certificates: string | null } | null;
}

const allowed = new Set(['sslmode', 'sslrootcert']);

/** Splits the password off. */
export function readLedgerAddress(text: string): Result<{ address: LedgerAddress; password: string | null }> {
  const wrong = (reason: Parameters<typeof fail>[1]) => fail('PARAMS_INVALID', reason);
  let url: URL;
  try {
    url = new URL(text.trim());
    decodeURIComponent(url.username + url.password + url.pathname);
  } catch {
    return wrong(say`This is not the address of a database. It looks like postgres://user@host:5432/database.`);
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')
    return wrong(say`The address must start with postgres://.`);
  const unknown = [...url.searchParams.keys()].find((name) => !allowed.has(name));
  if (unknown !== undefined) return wrong(say`The address has an option that is not supported: ${unknown}.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const database = decodeURIComponent(url.pathname.slice(1));
  const user = decodeURIComponent(url.username);
  if (host === '') return wrong(say`The address has no host.`);
  if (user === '') return wrong(say`The address has no user. It looks like postgres://user@host:5432/database.`);
  if (database === '' || database.includes('/')) return wrong(say`The address has no database.`);
  const mode = url.searchParams.get('sslmode');
  const certificates = url.searchParams.get('sslrootcert');
  const isHere = host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
  const isPlain = mode === 'disable' || (isHere && mode === null && certificates === null);
  if (isPlain && !isHere)
    return wrong(say`The connection to ${host} must be encrypted. Remove sslmode=disable from the address.`);
  const password = url.password === '' ? null : decodeURIComponent(url.password);
  url.password = '';
  const address: LedgerAddress = {
    ...{ text: url.href, host, port: url.port === '' ? 5432 : Number(url.port), database, user },
    tls: isPlain ? null : { certificates },
  };
  return ok({ address, password });
}

/** Identifies what is behind the address, however it is written. */
export function targetOf({ host, port, database, user }: LedgerAddress): string {
  return JSON.stringify([host, port, database, user]);
}
