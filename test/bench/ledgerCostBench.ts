// Measures how much the ledger adds to a message, on the data of the sync figures: time and bytes, both ways, with and without it.

import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { readLedgerAddress, targetOf } from '../../electron/features/ledger/address.ts';
import { connectLedger, setUpLedger } from '../../electron/features/ledger/connection.ts';
import { runOutbox } from '../../electron/features/ledger/outbox.ts';
import { openLedgerState } from '../../electron/features/ledger/state.ts';
import { createSecretMask } from '../../electron/lib/secretMask.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { findPostgres, startPostgres } from '../support/postgres.ts';
import { count, type Figure, median, megabytes, milliseconds, type Section, timed } from './figures.ts';
import { benchStore, mustBeOk } from './openedStore.ts';
import { conversationIdAt, messagesEach, writeConversations } from './syncPeersBench.ts';

const title = 'The ledger’s cost per message';
const rounds = 200;

export async function ledgerCostBench(folder: string, conversations: number): Promise<Section> {
  const postgres = findPostgres();
  if ('reason' in postgres) return { title, how: `Not measured: ${postgres.reason}.`, figures: [] };
  const server = await startPostgres(postgres.programs, 'fsync=on', 'full_page_writes=on');
  const line = await countingLine(server.port);
  try {
    const database = await server.database();
    const owner = server.connect('owner', database);
    const asOwner = connectLedger(mustBeOk(readLedgerAddress(server.url('owner', database))).address, 'test');
    mustBeOk(await setUpLedger(asOwner));
    await asOwner.close();
    await server.role('writer');
    await owner`select throughline.enroll('writer', 'team')`;
    const dataDir = join(folder, 'data');
    writeConversations(dataDir, conversations);
    const { address } = mustBeOk(readLedgerAddress(`postgres://writer@127.0.0.1:${line.port}/${database}`));
    const store = benchStore(dataDir);
    const mask = createSecretMask(
      () => [],
      () => true,
    );

    /** As the app does it: a connection for each time that something was stored. */
    async function write(only: readonly string[] | null): Promise<number> {
      const connection = connectLedger(address, 'test');
      const state = await openLedgerState(nodeDisk, dataDir, targetOf(address));
      if (!state) throw new Error('no state');
      try {
        const { signal } = new AbortController();
        const deps = { disk: nodeDisk, dataDir, store, mask, state, connection, results: false, signal };
        return mustBeOk(await runOutbox(deps, only)).written;
      } finally {
        state.close();
        await connection.close();
      }
    }

    async function measured(name: string, work: () => Promise<unknown>): Promise<Figure> {
      const before = line.bytes();
      const ms = await timed(work);
      return figure(name, ms, line.bytes() - before);
    }

    let rows = 0;
    const first = await measured('first copy', async () => {
      rows = await write(null);
    });
    const [size] = await owner<{ size: string }[]>`select pg_size_pretty(pg_database_size(current_database())) as size`;
    const append = async (index: number): Promise<string> => {
      const conversationId = conversationIdAt(index % conversations);
      const message = asNew(userMessage('x'.repeat(900)));
      mustBeOk(await store.appendConversationMessage(conversationId, message));
      return conversationId;
    };
    const without: number[] = [];
    for (let index = 0; index < rounds; index++) without.push(await timed(() => append(index)));
    await write(null);
    const added: number[] = [];
    const before = line.bytes();
    for (let index = 0; index < rounds; index++) {
      const id = await append(index);
      added.push(await timed(() => write([id])));
    }
    const bytes = Math.round((line.bytes() - before) / rounds);
    const nothing = await measured('nothing new', () => write(null));
    await owner.end();
    await store.close();
    return {
      title,
      how: `${count(conversations)} conversations with ${count(conversations * messagesEach)} messages into a Postgres that syncs, over loopback; one more message of 900 bytes is the median of ${rounds}. Bytes go both ways, with the beginning of each connection.`,
      figures: [
        { ...first, note: `${first.note}; ${count(rows)} rows, ${size?.size} in Postgres` },
        { name: 'a message stored, without a ledger', value: milliseconds(median(without)) },
        figure('the same message written to the ledger, besides', median(added), bytes),
        nothing,
      ],
    };
  } finally {
    line.close();
    await server.stop();
  }
}

function figure(name: string, ms: number, bytes: number): Figure {
  return { name, value: milliseconds(ms), note: bytes < 1024 * 1024 ? `${count(bytes)} bytes` : megabytes(bytes) };
}

/** Passes everything on to a port, and counts it. */
async function countingLine(to: number) {
  let bytes = 0;
  const server = createServer((socket) => {
    const other = connect(to, '127.0.0.1');
    for (const [from, into] of [
      [socket, other],
      [other, socket],
    ] as const) {
      from.on('data', (piece) => {
        bytes += piece.length;
      });
      from.on('error', () => into.destroy());
      from.pipe(into);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, bytes: () => bytes, close: () => void server.close() };
}
