// A conversation's live chain while displayed: stored messages, running calls, and the chains of expanded agents.

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { callSummary } from '../../../shared/conversation/callSummaries.ts';
import type { ChainCall } from '../../../shared/conversation/chain.ts';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import { useSession } from '../../core/state/context.tsx';
import type { Session } from '../../core/state/session.ts';
import type { ChainSource } from './chainRows.ts';
import { type ChainState, type ChainStore, createChainStore } from './chainStore.ts';

export interface FollowedChain {
  source: ChainSource;
  /** Null while not expanded. */
  agentOf(conversationId: string): ChainSource | null;
  /** Also subscribes to these conversations. */
  open(conversationIds: readonly string[]): void;
  reload(): void;
  isLive: boolean;
}

interface Chains {
  get(conversationId: string): ChainSource;
  follow(conversationIds: readonly string[]): void;
  reload(): void;
  /** Changes on every update. */
  version(): number;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

const emptyChain: ChainState = { calls: [], turns: [], phase: 'loading', error: null };
const noCalls: never[] = [];

export function useChain(conversationId: string | null, watched: boolean): FollowedChain {
  const session = useSession();
  const [chains, setChains] = useState<Chains | null>(null);
  useEffect(() => {
    if (conversationId === null) return setChains(null);
    const made = createChains(session, conversationId, watched);
    setChains(made);
    return () => made.stop();
  }, [session, conversationId, watched]);
  const version = useSyncExternalStore(chains?.subscribe ?? neverChanges, chains?.version ?? zero);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version marks changes
  return useMemo(() => {
    const id = conversationId ?? '';
    const source = chains?.get(id) ?? { chain: emptyChain, live: noCalls };
    return {
      source,
      agentOf: (agent: string) => chains?.get(agent) ?? null,
      open: (ids: readonly string[]) => chains?.follow(ids),
      reload: () => chains?.reload(),
      isLive: source.live.length > 0,
    };
  }, [chains, version, conversationId]);
}

const neverChanges = () => () => {};
const zero = (): number => 0;

/** `watched`: not the window's current conversation, so it needs its own subscription. */
function createChains(session: Session, conversationId: string, watched: boolean): Chains {
  const chainsById = new Map<string, { chain: ChainStore; ends: (() => void)[] }>();
  const listeners = new Set<() => void>();
  let version = 0;
  let sources = new Map<string, ChainSource>();

  function changed(): void {
    version++;
    sources = new Map();
    for (const listener of listeners) listener();
  }

  function stateOf(id: string): ConversationState | null {
    const current = session.conversation.store.getState();
    return current.id === id ? current.state : session.side.of(id).getState().state;
  }

  function add(id: string): void {
    if (chainsById.has(id)) return;
    const chain = createChainStore(session.connection, id);
    const isShown = id === conversationId && !watched;
    let live = stateOf(id)?.calls;
    const look = (): void => {
      const now = stateOf(id)?.calls;
      if (now === live) return;
      live = now;
      changed();
    };
    const follows = isShown
      ? [session.conversation.store.subscribe(look)]
      : [session.side.watch(id), session.side.of(id).subscribe(look)];
    chainsById.set(id, { chain, ends: [chain.store.subscribe(changed), chain.stop, ...follows] });
  }

  add(conversationId);
  return {
    get(id) {
      const before = sources.get(id);
      if (before) return before;
      const chain = chainsById.get(id)?.chain.store.getState() ?? emptyChain;
      const state = stateOf(id);
      const source = { chain: withHandCall(id, chain, state), live: state?.calls ?? noCalls };
      sources.set(id, source);
      return source;
    },
    follow(ids) {
      for (const id of ids) add(id);
    },
    reload: () => {
      for (const { chain } of chainsById.values()) chain.reload();
    },
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      for (const { ends } of chainsById.values()) for (const end of ends) end();
      chainsById.clear();
    },
  };
}

/** A call run by the user is stored only when it ends. */
function withHandCall(id: string, chain: ChainState, state: ConversationState | null): ChainState {
  const hand = state?.run?.byHand;
  if (!hand || chain.calls.some(({ messageId }) => messageId === hand.messageId)) return chain;
  const request = {
    conversationId: id,
    messageId: hand.messageId,
    index: 0,
    callId: '',
    name: hand.toolName,
    arguments: hand.arguments,
    askedAt: state?.run?.startedAt ?? '',
  };
  const call: ChainCall = { ...callSummary(request, null), byHand: true };
  return { ...chain, calls: [...chain.calls, call] };
}
