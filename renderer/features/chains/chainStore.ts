// A conversation's chain: read from the host in pieces, then updated by events. Reread after lost events.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChainSummary } from '../../../shared/conversation/callSummaries.ts';
import { extendChain } from '../../../shared/conversation/chainGrowth.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { type AppError, ok, type Result } from '../../../shared/core/errors.ts';
import type { ChainPiece } from '../../../shared/features/chains/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';

export interface ChainState extends ChainSummary {
  phase: 'loading' | 'ready' | 'failed';
  error: AppError | null;
}

export interface ChainStore {
  store: StoreApi<ChainState>;
  reload(): void;
  stop(): void;
}

/** Max restarts when pieces arrive too slowly. */
const maxAttempts = 3;

/** `tooLong`: the host's cursor has expired. */
type Pieces =
  | Extract<Result<ChainSummary>, { ok: true }>
  | (Extract<Result<ChainSummary>, { ok: false }> & { tooLong: boolean });

export function createChainStore(connection: Connection, conversationId: string): ChainStore {
  const store = createStore<ChainState>(() => ({ calls: [], turns: [], phase: 'loading', error: null }));
  let reading = 0;
  /** Messages stored while the chain is being read. */
  let meanwhile: Message[] | null = null;

  async function read(): Promise<void> {
    const mine = ++reading;
    settle();
    meanwhile = [];
    if (store.getState().phase === 'failed') store.setState({ phase: 'loading' });
    let error: AppError | null = null;
    for (let tries = 0; tries < maxAttempts; tries++) {
      const answer = await readPieces(() => reading === mine);
      if (reading !== mine) return;
      if (answer.ok) {
        store.setState({ ...answer.value, phase: 'ready', error: null });
        return settle();
      }
      error = answer.error;
      if (!answer.tooLong) break;
    }
    store.setState({ phase: 'failed', error });
    settle();
  }

  /** Adds messages stored during the read, and applies further ones at once. */
  function settle(): void {
    const { calls, turns } = store.getState();
    const missed = meanwhile ?? [];
    meanwhile = null;
    if (missed.length === 0) return;
    store.setState(missed.reduce((chain, message) => extendChain(conversationId, chain, message), { calls, turns }));
  }

  async function readPieces(isWanted: () => boolean): Promise<Pieces> {
    const whole: ChainSummary = { calls: [], turns: [] };
    let cursor: string | null = null;
    do {
      const answer: Result<ChainPiece> = await connection.call('chain.read', { conversationId, cursor });
      if (!answer.ok) return { ...answer, tooLong: cursor !== null && answer.error.code === 'PARAMS_INVALID' };
      if (!isWanted()) break;
      for (const call of answer.value.calls) whole.calls.push(call);
      for (const turn of answer.value.turns) whole.turns.push(turn);
      ({ cursor } = answer.value);
    } while (cursor !== null);
    return ok(whole);
  }

  const ends = [
    connection.onEvent(({ conversationId: of, event }) => {
      if (of !== conversationId) return;
      if (event.type === 'branch.changed' || event.type === 'message.replaced') void read();
      if (event.type !== 'message.appended') return;
      if (meanwhile) meanwhile.push(event.message);
      else {
        const { calls, turns } = store.getState();
        store.setState(extendChain(conversationId, { calls, turns }, event.message));
      }
    }),
    connection.onOpen((again) => {
      if (again) void read();
    }),
  ];
  void read();

  return {
    store,
    reload: () => void read(),
    stop() {
      reading++;
      for (const end of ends) end();
    },
  };
}
