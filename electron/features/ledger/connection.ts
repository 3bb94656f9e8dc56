// A connection to the ledger's server, and its failures as sentences: what is wrong, and what to do.

import postgres, { type Sql } from 'postgres';
import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { LedgerAddress } from './address.ts';
import schema from './schema/001.sql?raw';
import { badCertificateFile, noTls, openSocket } from './socket.ts';

/** The newest version of the schema that this version writes. The migration from each version to the next is in `schema`. */
const schemaVersion = 1;
const migrations = [schema];

const connectSeconds = 15;

export interface Hello {
  version: number;
  user: string;
  team: string | null;
  ledTeams: string[];
  auditor: boolean;
  writer: boolean;
  reader: boolean;
  seq: number;
  hash: string;
}

export interface LedgerConnection {
  sql: Sql;
  /** Runs a query; failures are sentences. */
  ask<T>(query: (sql: Sql) => Promise<T>): Promise<Result<T>>;
  /** Checks version and rights. */
  hello(device: string): Promise<Result<Hello>>;
  close(): Promise<void>;
}

/** Connects with the first query. */
export function connectLedger(address: LedgerAddress, password: string | null): LedgerConnection {
  const { host, port, database, user } = address;
  let socket: Promise<unknown> | null = null;
  // The types lack `socket`.
  const options = {
    ...{ host, port, database, user, ssl: false, max: 1, fetch_types: false },
    pass: password ?? '',
    connect_timeout: connectSeconds,
    // One only, without which the library tries again for as long as the server hangs up. The outbox decides when to try again.
    socket: () => {
      if (socket) throw Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' });
      socket = openSocket(address, connectSeconds * 1000);
      return socket;
    },
    // A fixed path: no function that another role created is called by a name of Postgres.
    connection: {
      application_name: 'throughline',
      statement_timeout: 600_000,
      search_path: 'pg_catalog, pg_temp',
      // A plan for any value expects a rare outcome to be frequent, and reads everything.
      plan_cache_mode: 'force_custom_plan',
    },
    onnotice: () => {},
  };
  const sql = postgres(options);
  const ask: LedgerConnection['ask'] = async (query) => {
    try {
      return ok(await query(sql));
    } catch (thrown) {
      return { ok: false, error: ledgerError(thrown, address) };
    }
  };
  return {
    sql,
    ask,
    async hello(device) {
      const version = await ask(
        async (run) => (await run`select throughline.version() as version`)[0]?.version as number,
      );
      if (!version.ok) return version;
      if (version.value > schemaVersion) return newerSchema(version.value);
      const read = await ask(
        async (run) => (await run`select throughline.hello(${device}) as hello`)[0]?.hello as Hello,
      );
      return read;
    },
    close: () => sql.end({ timeout: 1 }),
  };
}

/** Creates the ledger, or brings it to this version. Returns its version before: 0 if there was none. */
export async function setUpLedger({ ask }: LedgerConnection): Promise<Result<{ from: number }>> {
  const existing = await ask(async (run) => {
    const [row] = await run`select to_regprocedure('throughline.version()') is not null as exists`;
    return row?.exists === true ? ((await run`select throughline.version() as version`)[0]?.version as number) : 0;
  });
  if (!existing.ok) return existing;
  const from = existing.value;
  if (from > schemaVersion) return newerSchema(from);
  for (const migration of migrations.slice(from)) {
    const done = await ask((run) => run.begin((within) => within.unsafe(migration)));
    if (!done.ok) return done;
  }
  return ok({ from });
}

function newerSchema(version: number) {
  return fail(
    'NOT_SUPPORTED',
    say`The ledger has version ${version} of its tables; this Throughline knows version ${schemaVersion}. Update Throughline. Nothing was written.`,
  );
}

/** Names the failure. NOT_SUPPORTED and SETTINGS_INVALID stay until someone acts; LLM_NETWORK may pass. */
function ledgerError(thrown: unknown, { host, port, database, user }: LedgerAddress): AppError {
  const { code, message } = thrown as { code?: string; message?: string };
  const at = `${host}:${port}`;
  const settings = (sentence: ReturnType<typeof say>): AppError => fail('SETTINGS_INVALID', sentence).error;
  const later = (sentence: ReturnType<typeof say>): AppError => fail('LLM_NETWORK', sentence).error;
  switch (code) {
    case '28P01':
      return settings(say`${at} refuses the password of ${user}: it is wrong or has expired.`);
    case '28000':
      return settings(say`${at} does not let ${user} in: ${message}.`);
    case '3D000':
      return settings(say`${at} has no database ${database}.`);
    case '3F000':
    case '42883':
      return fail(
        'NOT_SUPPORTED',
        say`The database ${database} has no ledger. Its owner creates it with “throughline ledger setup --to ADDRESS”.`,
      ).error;
    case '42501':
      return settings(say`${user} has no right to do this in the ledger: ${message}.`);
    case '57P03':
      return later(say`${at} is starting up or recovering.`);
    case '25006':
      return later(say`${at} is read-only at the moment: it may be a standby.`);
    case '53100':
      return later(say`The disk of ${at} is full.`);
    case '53300':
      return later(say`${at} has no connection left.`);
    case '40001':
    case '40P01':
    case 'TL001':
    case 'TL002':
    case 'TL003':
      return fail('CONTENT_CHANGED', say`The ledger refused the records: ${message}.`).error;
    case noTls:
      return settings(say`${at} does not encrypt connections. Nothing was sent to it.`);
    case badCertificateFile:
      return fail('SETTINGS_INVALID', message ?? '').error;
    case 'CERT_HAS_EXPIRED':
      return settings(say`The certificate of ${at} has expired.`);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return settings(say`The certificate of ${at} is for another name.`);
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return settings(
        say`The certificate of ${at} comes from nobody that this machine trusts. Add sslrootcert=FILE to the address.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return later(say`There is no host ${host}.`);
    case 'ECONNREFUSED':
      return later(say`Nothing answers at ${at}.`);
    case 'CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return later(say`${at} does not answer.`);
    case '57P01':
    case '57P02':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'CONNECTION_CLOSED':
    case 'CONNECTION_ENDED':
    case 'CONNECTION_DESTROYED':
      return later(say`The connection to ${at} was lost.`);
    default:
      return later(say`${at} failed: ${message ?? String(thrown)}.`);
  }
}
