// The chain of a conversation, followed while it is shown: what the host has stored, what runs now, and the chains of agents
// that were opened.

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
  /** Null while it is not open. */
  agentOf(conversationId: string): ChainSource | null;
  /** Follows these conversations too. */
  open(conversationIds: readonly string[]): void;
  reload(): void;
  isLive: boolean;
}

interface Chains {
  get(conversationId: string): ChainSource;
  follow(conversationIds: readonly string[]): void;
  reload(): void;
  /** Another number whenever something changed. */
  version(): number;
  subscribe(listener: () => void): () => void;
  stop(): void;
}

const nothing: ChainState = { calls: [], turns: [], phase: 'loading', error: null };
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that it is another one
  return useMemo(() => {
    const id = conversationId ?? '';
    const source = chains?.get(id) ?? { chain: nothing, live: noCalls };
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

/** `watched`: the conversation is not the one that the window shows, and must be followed for itself. */
function createChains(session: Session, conversationId: string, watched: boolean): Chains {
  const known = new Map<string, { chain: ChainStore; ends: (() => void)[] }>();
  const listeners = new Set<() => void>();
  let version = 0;
  let sources = new Map<string, ChainSource>();

  function changed(): void {
    version++;
    sources = new Map();
    for (const listener of listeners) listener();
  }

  function stateOf(id: string): ConversationState | null {
    const shown = session.conversation.store.getState();
    return shown.id === id ? shown.state : session.side.of(id).getState().state;
  }

  function add(id: string): void {
    if (known.has(id)) return;
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
    known.set(id, { chain, ends: [chain.store.subscribe(changed), chain.stop, ...follows] });
  }

  add(conversationId);
  return {
    get(id) {
      const before = sources.get(id);
      if (before) return before;
      const chain = known.get(id)?.chain.store.getState() ?? nothing;
      const state = stateOf(id);
      const source = { chain: withHandCall(id, chain, state), live: state?.calls ?? noCalls };
      sources.set(id, source);
      return source;
    },
    follow(ids) {
      for (const id of ids) add(id);
    },
    reload: () => {
      for (const { chain } of known.values()) chain.reload();
    },
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      for (const { ends } of known.values()) for (const end of ends) end();
      known.clear();
    },
  };
}

/** A call of the person's is a record only when it has ended. */
function withHandCall(id: string, chain: ChainState, state: ConversationState | null): ChainState {
  const hand = state?.run?.byHand;
  if (!hand || chain.calls.some(({ messageId }) => messageId === hand.messageId)) return chain;
  const asked = {
    conversationId: id,
    messageId: hand.messageId,
    index: 0,
    callId: '',
    name: hand.toolName,
    arguments: hand.arguments,
    askedAt: state?.run?.startedAt ?? '',
  };
  const call: ChainCall = { ...callSummary(asked, null), byHand: true };
  return { ...chain, calls: [...chain.calls, call] };
}
