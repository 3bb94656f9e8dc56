// A ledger on a real server, and a data folder that is written to it.

import { onTestFinished } from 'vitest';
import { readLedgerAddress, targetOf } from '../../../electron/features/ledger/address.ts';
import { connectLedger, type LedgerConnection, setUpLedger } from '../../../electron/features/ledger/connection.ts';
import { type OutboxDeps, type OutboxReport, runOutbox } from '../../../electron/features/ledger/outbox.ts';
import { openLedgerState } from '../../../electron/features/ledger/state.ts';
import { verifyLedger } from '../../../electron/features/ledger/verify.ts';
import { createSecretMask } from '../../../electron/lib/secretMask.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import type { Result } from '../../../shared/core/errors.ts';
import type { LedgerVerification } from '../../../shared/features/ledger/methods.ts';
import type { OpenedStore } from '../../support/openStore.ts';
import type { PostgresServer } from '../../support/postgres.ts';
import { okValue } from '../../support/result.ts';

export type Sql = PostgresServer['admin'];

export interface OpenLedger {
  database: string;
  owner: Sql;
  /** As this role, which is created and enrolled. */
  join(user: string, team: string, isLead?: boolean): Promise<Sql>;
}

export async function openLedger(server: PostgresServer): Promise<OpenLedger> {
  const database = await server.database();
  const owner = server.connect('owner', database);
  onTestFinished(() => owner.end());
  const connection = await connectTo(server.url('owner', database));
  okValue(await setUpLedger(connection));
  await connection.close();
  return {
    database,
    owner,
    async join(user, team, isLead = false) {
      if ((await server.admin`select from pg_roles where rolname = ${user}`).length === 0) await server.role(user);
      await owner`select throughline.enroll(${user}, ${team}, ${isLead})`;
      const sql = server.connect(user, database);
      onTestFinished(() => sql.end());
      return sql;
    },
  };
}

export async function connectTo(url: string): Promise<LedgerConnection> {
  const { address, password } = okValue(readLedgerAddress(url));
  return connectLedger(address, password);
}

/** Runs the outbox once, as a new process would. */
export async function writeOnce(
  { dataDir, store }: OpenedStore,
  url: string,
  more: Partial<OutboxDeps> & { target?: string } = {},
): Promise<Result<OutboxReport>> {
  const { address, password } = okValue(readLedgerAddress(url));
  const connection = connectLedger(address, password);
  const state = await openLedgerState(
    nodeDisk,
    dataDir,
    targetOf(okValue(readLedgerAddress(more.target ?? url)).address),
  );
  if (!state) throw new Error('no state');
  try {
    return await runOutbox({
      ...{ disk: nodeDisk, dataDir, store, state, connection, results: true },
      mask: createSecretMask(
        () => [],
        () => true,
      ),
      signal: new AbortController().signal,
      ...more,
    });
  } finally {
    state.close();
    await connection.close();
  }
}

export async function verifyAs(url: string, dataDir?: string): Promise<LedgerVerification> {
  const { address, password } = okValue(readLedgerAddress(url));
  const connection = connectLedger(address, password);
  const state = dataDir === undefined ? null : await openLedgerState(nodeDisk, dataDir, targetOf(address), true);
  try {
    return okValue(await verifyLedger(connection, state, { signal: new AbortController().signal }));
  } finally {
    state?.close();
    await connection.close();
  }
}
