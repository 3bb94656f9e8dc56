// The conversations' sessions with external agents, as views see them. A session itself ends with its process; what is
// needed to continue it is in the conversation's meta.json.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { type AgentSessionInfo, externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import type { AgentSession } from '../../ports/externalAgents.ts';
import type { ConversationDirectory, ConversationReader, ConversationWriter } from '../../ports/store.ts';
import { maxLate } from './lateUpdates.ts';

export interface AgentSessions {
  /** Returns the conversation's session with its current agent; null if it uses a model. Starts nothing. */
  info(conversationId: string): Promise<Result<AgentSessionInfo | null>>;
  /** Sets an option in the open session, or for the next one. */
  setOption(conversationId: string, option: string, value: string): Promise<Result<AgentSessionInfo | null>>;
  /** Notes the session of a run. `session` null: it has ended. */
  note(conversationId: string, session: AgentSession | null, info: AgentSessionInfo): void;
  /** Changes the info of a noted session. */
  change(conversationId: string, change: (info: AgentSessionInfo) => AgentSessionInfo): void;
  /** The session's process is gone; its info stays. */
  ended(conversationId: string, session: AgentSession): void;
  /** Keeps text that came after the end of a turn, bounded. */
  addLate(conversationId: string, text: string): void;
  /** Returns it once; null: none. */
  takeLate(conversationId: string): string | null;
  /** Ids of the session's calls that have ended, the last few thousand. */
  endedCalls(sessionId: string): Set<string>;
  /** The conversations that have a session of an agent, by `agent\nsession`. The first call reads every meta.json. */
  conversations(): Promise<ReadonlyMap<string, string>>;
  noteConversation(agentId: string, sessionId: string, conversationId: string): void;
  subscribe(listener: (conversationId: string, session: AgentSessionInfo | null) => void): () => void;
}

interface Entry {
  session: AgentSession | null;
  info: AgentSessionInfo;
}

/** Conversations whose last session is remembered after it ended. */
const maxEntries = 500;
const maxEndedCalls = 5000;

export function createAgentSessions(
  store: Pick<ConversationReader, 'readBranch'> &
    Pick<ConversationWriter, 'updateMeta'> &
    Pick<ConversationDirectory, 'conversationIds' | 'readMeta'>,
): AgentSessions {
  const entries = new Map<string, Entry>();
  const conversationOf = new Map<string, string>();
  let metasRead: Promise<void> | null = null;
  const endedCalls = new Map<string, Set<string>>();
  const late = new Map<string, string>();
  const listeners = new Set<(conversationId: string, session: AgentSessionInfo | null) => void>();

  function publish(conversationId: string, info: AgentSessionInfo): void {
    for (const listener of listeners) listener(conversationId, info);
  }

  function noteConversation(agentId: string, sessionId: string | null | undefined, conversationId: string): void {
    if (sessionId) conversationOf.set(`${agentId}\n${sessionId}`, conversationId);
  }

  async function readMetas(): Promise<void> {
    for (const id of await store.conversationIds()) {
      const meta = await store.readMeta(id);
      for (const [agentId, { sessionId }] of Object.entries(meta?.externalAgents ?? {})) {
        noteConversation(agentId, sessionId, id);
      }
    }
  }

  function keep(conversationId: string, entry: Entry): void {
    entries.delete(conversationId);
    entries.set(conversationId, entry);
    for (const [oldest, { session }] of entries) {
      if (entries.size <= maxEntries) return;
      if (session === null) entries.delete(oldest);
    }
  }

  async function read(conversationId: string): Promise<Result<AgentSessionInfo | null>> {
    const branch = await store.readBranch(conversationId, { tail: 1 });
    if (!branch.ok) return branch;
    const agentId = externalAgentOf(branch.value.meta.model);
    if (agentId === null) return ok(null);
    const noted = entries.get(conversationId);
    if (noted?.info.agentId === agentId) return ok(noted.info);
    return ok(storedInfo(agentId, branch.value.meta));
  }

  return {
    info: read,

    async setOption(conversationId, option, value) {
      const before = await read(conversationId);
      if (!before.ok) return before;
      if (before.value === null) return fail('NOT_SUPPORTED', say`This conversation uses a model, not an agent.`);
      const { agentId } = before.value;
      const entry = entries.get(conversationId);
      if (entry?.session && !entry.session.isGone() && entry.info.agentId === agentId) {
        const set = await entry.session.setOption(option, value);
        // Its process may have ended over it.
        if (!set.ok && !entry.session.isGone()) return set;
        if (set.ok) entry.info = { ...entry.info, options: [...entry.session.options()] };
      }
      if (entry?.info.agentId === agentId && (!entry.session || entry.session.isGone())) {
        // It is set when the next message opens the session.
        const options = entry.info.options.map((one) => (one.id === option ? { ...one, current: value } : one));
        entry.info = { ...entry.info, options };
      }
      const saved = await store.updateMeta(conversationId, (meta) =>
        withAgentMeta(meta, agentId, (known) => ({ ...known, options: { ...known.options, [option]: value } })),
      );
      if (!saved.ok) return saved;
      const info = entry?.info.agentId === agentId ? entry.info : storedInfo(agentId, saved.value);
      publish(conversationId, info);
      return ok(info);
    },

    note(conversationId, session, info) {
      noteConversation(info.agentId, info.sessionId, conversationId);
      keep(conversationId, { session, info });
      publish(conversationId, info);
    },

    change(conversationId, change) {
      const entry = entries.get(conversationId);
      if (!entry) return;
      entry.info = change(entry.info);
      publish(conversationId, entry.info);
    },

    ended(conversationId, session) {
      const entry = entries.get(conversationId);
      if (entry?.session === session) entry.session = null;
    },

    addLate(conversationId, text) {
      const all = `${late.get(conversationId) ?? ''}${text}`.slice(0, maxLate);
      if (all.trim() !== '') late.set(conversationId, all);
      for (const oldest of late.keys()) if (late.size > maxEntries) late.delete(oldest);
    },

    takeLate(conversationId) {
      const text = late.get(conversationId) ?? null;
      late.delete(conversationId);
      return text;
    },

    endedCalls(sessionId) {
      const ids = endedCalls.get(sessionId) ?? new Set<string>();
      endedCalls.delete(sessionId);
      endedCalls.set(sessionId, ids);
      for (const id of ids) {
        if (ids.size <= maxEndedCalls) break;
        ids.delete(id);
      }
      for (const oldest of endedCalls.keys()) {
        if (endedCalls.size <= maxEntries) break;
        endedCalls.delete(oldest);
      }
      return ids;
    },

    async conversations() {
      metasRead ??= readMetas();
      await metasRead;
      const existing = new Set(await store.conversationIds());
      return new Map([...conversationOf].filter(([, id]) => existing.has(id)));
    },

    noteConversation,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function storedInfo(agentId: string, meta: ConversationMeta): AgentSessionInfo {
  const sessionId = meta.externalAgents?.[agentId]?.sessionId ?? null;
  return { agentId, sessionId, options: [], commands: [], continuation: null, notes: [] };
}

export type AgentMeta = NonNullable<ConversationMeta['externalAgents']>[string];

/** Returns what meta.json holds about an agent's session. */
export function agentMetaOf(meta: ConversationMeta, agentId: string): AgentMeta {
  return meta.externalAgents?.[agentId] ?? { sessionId: null, lastId: null, options: {} };
}

export function withAgentMeta(
  meta: ConversationMeta,
  agentId: string,
  change: (known: AgentMeta) => AgentMeta,
): ConversationMeta {
  return {
    ...meta,
    externalAgents: { ...meta.externalAgents, [agentId]: change(agentMetaOf(meta, agentId)) },
  };
}
