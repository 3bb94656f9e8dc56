// State of the page with all conversations' calls: filters, results and scroll position, kept so that it reopens
// unchanged.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Outcome } from '../../../shared/conversation/message.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { CallMatch, ChainAnswer } from '../../../shared/features/chains/methods.ts';
import type { LedgerCall } from '../../../shared/features/ledger/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';

export interface ChainFilter {
  text: string;
  /** Empty: all. */
  tools: readonly string[];
  outcomes: readonly Outcome[];
  changed: boolean;
}

export const noFilter: ChainFilter = { text: '', tools: [], outcomes: [], changed: false };

declare module '../../core/state/session.ts' {
  interface Session {
    /** The page with all conversations' calls, as the user left it. */
    chains: ChainsStore;
  }
}

export const chainDays = [1, 7, 30, 365] as const;

/** A call of this machine, or one in the team's ledger, with its record there. */
export type FoundCall = CallMatch & { ledger?: LedgerCall };

export interface ChainsFilter extends ChainFilter {
  /** `team`: the ledger, within the rights of the user's role. */
  scope: 'machine' | 'team';
  projectId: string | null;
  /** Days back from now; null: any time. */
  days: (typeof chainDays)[number] | null;
}

export interface ChainsView {
  filter: ChainsFilter;
  calls: FoundCall[];
  tools: { name: string; count: number }[];
  phase: 'idle' | 'asking' | 'done' | 'failed';
  error: AppError | null;
  /** Null: no more results. */
  cursor: string | null;
  complete: boolean;
  done: number;
  total: number;
  /** Index of the selected call; -1: none. */
  chosen: number;
  /** In pixels. */
  scroll: number;
}

export interface ChainsStore {
  store: StoreApi<ChainsView>;
  filter(change: Partial<ChainsFilter>): void;
  /** Repeats the search with the same filter. */
  ask(): void;
  /** Loads more, from the cursor. */
  more(): void;
  /**
   * Silently refetches after the index has caught up; if the user has scrolled, keeps the list and only updates the
   * status.
   */
  renew(): Promise<void>;
  /** After a failure: continues from the cursor. */
  again(): void;
  note(change: Pick<Partial<ChainsView>, 'chosen' | 'scroll'>): void;
}

export const noChainsFilter: ChainsFilter = { ...noFilter, scope: 'machine', projectId: null, days: null };

const typingMs = 120;
/** Page size; and the maximum empty pages to skip automatically. */
const page = 100;
const maxEmpty = 40;
const dayMs = 86_400_000;

export function createChainsStore(
  connection: Pick<Connection, 'call'>,
  later: (ms: number, callback: () => void) => () => void,
): ChainsStore {
  const store = createStore<ChainsView>(() => ({
    filter: noChainsFilter,
    calls: [],
    tools: [],
    phase: 'idle',
    error: null,
    cursor: null,
    complete: true,
    done: 0,
    total: 0,
    chosen: -1,
    scroll: 0,
  }));
  let latestRequest = 0;
  let cancel: (() => void) | null = null;

  async function query(cursor: string | null): Promise<Result<ChainAnswer & { calls: FoundCall[] }>> {
    const { days, scope, ...rest } = store.getState().filter;
    const since = days === null ? null : new Date(Date.now() - days * dayMs).toISOString();
    const lists = { tools: [...rest.tools], outcomes: [...rest.outcomes] };
    if (scope === 'team') {
      const { text } = rest;
      const answer = await connection.call('ledger.calls', { text, ...lists, from: since, limit: page, cursor });
      if (!answer.ok) return answer;
      const calls = answer.value.calls.map(ledgerMatch);
      return {
        ok: true,
        value: { calls, cursor: answer.value.cursor, more: false, complete: true, done: 0, total: 0 },
      };
    }
    return connection.call('chain.query', { ...rest, ...lists, from: since, limit: page, cursor });
  }

  async function load(from: string | null): Promise<void> {
    const mine = ++latestRequest;
    store.setState({ phase: 'asking', error: null });
    let cursor = from;
    for (let pages = 0; pages < maxEmpty; pages++) {
      const { calls: before } = store.getState();
      const answer = await query(cursor);
      if (mine !== latestRequest) return;
      // Keep results to continue from, but none of another filter.
      if (!answer.ok) {
        const earlier = cursor === null ? [] : before;
        return store.setState({ phase: 'failed', error: answer.error, cursor, calls: earlier });
      }
      const { calls, complete, done, total } = answer.value;
      const allCalls = cursor === null ? calls : [...before, ...calls];
      ({ cursor } = answer.value);
      store.setState({ calls: allCalls, cursor, complete, done, total });
      if (calls.length > 0 || cursor === null) break;
    }
    store.setState({ phase: 'done' });
  }

  async function facets(): Promise<void> {
    const answer = await connection.call('chain.facets', {});
    if (answer.ok) store.setState({ tools: answer.value.tools });
  }

  function ask(): void {
    cancel?.();
    cancel = null;
    void load(null);
    void facets();
  }

  async function renew(): Promise<void> {
    if (store.getState().phase !== 'done') return;
    const mine = ++latestRequest;
    const answer = await query(null);
    if (mine !== latestRequest || !answer.ok) return;
    const { calls, cursor, complete, done, total } = answer.value;
    const { chosen, scroll, calls: before } = store.getState();
    const one = before[chosen];
    // Keep the selected call, at its new index.
    const place = one ? calls.findIndex((call) => isSame(call, one)) : -1;
    const canReplace = scroll === 0 && (!one || place >= 0) && (calls.length > 0 || complete);
    store.setState({ complete, done, total, ...(canReplace && { calls, cursor, chosen: place }) });
    if (complete) void facets();
  }

  return {
    store,
    ask,
    renew,
    filter(change) {
      const before = store.getState().filter;
      store.setState({ filter: { ...before, ...change }, chosen: -1, scroll: 0 });
      cancel?.();
      // Debounce typing; apply anything else immediately.
      if (change.text !== undefined && change.text !== before.text && change.text !== '') cancel = later(typingMs, ask);
      else ask();
    },
    more() {
      const { cursor, phase } = store.getState();
      if (cursor !== null && phase === 'done') void load(cursor);
    },
    again() {
      const { cursor, error, phase } = store.getState();
      if (phase !== 'failed') return;
      // Restart if the host no longer knows the cursor.
      if (cursor === null || error?.code === 'PARAMS_INVALID') ask();
      else void load(cursor);
    },
    note: (change) => store.setState(change),
  };
}

function isSame(one: CallMatch, other: CallMatch): boolean {
  return one.conversationId === other.conversationId && one.messageId === other.messageId && one.index === other.index;
}

function ledgerMatch(call: LedgerCall): FoundCall {
  const { conversation, message, position, user, host, project, at, ms, outcome } = call;
  return {
    ...{ conversationId: conversation, messageId: message, index: position, callId: '', name: call.tool, outcome },
    ...{ arguments: call.arguments ?? '{}', neverStarted: false, isSkipped: false, askedAt: at, duration: ms },
    ...{ startedAt: at, waitedMs: null, bytes: null, resultId: null, resultHead: '', agent: null },
    ...{ changed: false, byHand: false, projectId: '', within: null, match: null },
    title: [user, host, project].filter(Boolean).join(' · '),
    ledger: call,
  };
}
