// Sessions that external agents list as their own (`session/list`), next to those read from other apps' files. Only agents
// that run are asked. Opening one loads it in its agent, and stores what the agent replays as a conversation of ours.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { agentModelRef, type ListedAgentSession } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';
import type { InPlaceRow, ListedAgent } from '../../../shared/features/inPlace/methods.ts';
import { type AgentSessions, withAgentMeta } from '../../chat/externalAgent/agentSessions.ts';
import { idleHandlers } from '../../chat/externalAgent/idleHandlers.ts';
import { recordsOfReplay, replayedId } from '../../chat/externalAgent/replayRecords.ts';
import { titleFromText } from '../../conversation/title.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { ExternalAgents } from '../../ports/externalAgents.ts';
import type { InPlace } from '../../ports/inPlace.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { programOfAgent } from './sessionIds.ts';

export interface ListedSessions {
  /**
   * Returns the sessions as the agents last listed them, without those in `rows` or in a conversation of ours. Asks again in
   * the background.
   */
  besides(rows: readonly InPlaceRow[]): Promise<ListedAgent[]>;
  /** Starts an agent, and asks it. */
  look(agentId: string): Promise<Result<void>>;
  /** Returns the conversation that has the session, after loading it if there is none. */
  open(agentId: string, sessionId: string, signal: AbortSignal): Promise<Result<{ conversationId: string }>>;
  /** Imports a session that was read from its app's files; its agent continues it in the session itself. */
  continueInAgent(conversationId: string): Promise<Result<{ conversationId: string }>>;
}

export interface ListedSessionsDeps {
  agents: ExternalAgents & {
    check(agentId: string): Promise<Result<unknown>>;
    onChange(listener: () => void): () => void;
  };
  store: ConversationStore;
  sessions: AgentSessions;
  inPlace: Pick<InPlace, 'agentSessionOf' | 'continue'>;
  now(): Date;
  /** Milliseconds, monotonic. */
  elapsed(): number;
  onChange(): void;
}

/** How long an answer is not asked for again: when the list is read, and when an agent changes. */
const freshMs = 20_000;
const askAgainMs = 1_000;

export function createListedSessions(deps: ListedSessionsDeps): ListedSessions {
  const { agents, store, sessions, inPlace } = deps;
  const queue = createKeyedQueue();
  let listed: ListedAgentSession[] = [];
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  function ask(): Promise<void> {
    asking ??= askNow().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function askNow(): Promise<void> {
    const before = JSON.stringify(listed);
    const now = await agents.listSessions();
    // The first call reads every meta.json: here, so that the list does not wait for it.
    if (now.length > 0) await sessions.conversations();
    askedAt = deps.elapsed();
    // An agent that has ended keeps what it listed.
    const answered = new Set(now.map(({ agentId }) => agentId));
    listed = [...now, ...listed.filter(({ agentId }) => !answered.has(agentId))];
    if (JSON.stringify(listed) !== before) deps.onChange();
  }

  async function projectOf(folder: string): Promise<{ id: string; trusted: boolean } | null> {
    return (await store.listProjects()).find((project) => project.folder === folder) ?? null;
  }

  async function load(session: ListedAgentSession, signal: AbortSignal): Promise<Result<{ conversationId: string }>> {
    const { agentId, sessionId, folder } = session;
    const conversationId = replayedId(agentId, sessionId);
    const project = await projectOf(folder);
    const opened = await agents.openSession({
      ...{ agentId, conversationId, folder, signal, reload: true },
      projectId: project?.id ?? '',
      trusted: project?.trusted ?? false,
      previous: sessionId,
      options: {},
      handlers: idleHandlers(() => {}),
      progress() {},
    });
    if (!opened.ok) return opened;
    const info = await agents.find(agentId);
    const name = info?.name ?? agentId;
    const model = opened.value.options().find(({ category }) => category === 'model');
    const { messages, attachments, title } = recordsOfReplay(opened.value.replay ?? [], {
      ...{ agentId, sessionId },
      model: model?.current || name,
      at: session.updatedAt ?? deps.now().toISOString(),
    });
    const last = messages.at(-1);
    if (!last) return fail('AGENT_FAILED', say`${name} has no messages of this session.`);
    const home = await store.openProject(folder);
    if (!home.ok) return home;
    const stored = await store.importConversation({
      ...{ conversationId, projectId: home.value.id, messages, attachments },
      headId: last.id,
      title: session.title || titleFromText(title),
    });
    if (!stored.ok) return stored;
    return continueIn(conversationId, agentId, { sessionId, lastId: last.id });
  }

  /** Without it, the conversation would not continue in the session, so it is removed again. */
  async function continueIn(
    conversationId: string,
    agentId: string,
    known: { sessionId: string; lastId: string },
  ): Promise<Result<{ conversationId: string }>> {
    const saved = await store.updateMeta(conversationId, (meta) => ({
      ...withAgentMeta(meta, agentId, (before) => ({ ...before, ...known })),
      model: agentModelRef(agentId),
    }));
    if (saved.ok) return ok({ conversationId });
    await store.deleteConversation(conversationId);
    return saved;
  }

  // One has started, or ended.
  agents.onChange(() => {
    if (deps.elapsed() - askedAt > askAgainMs) void ask();
  });

  return {
    async besides(rows) {
      if (deps.elapsed() - askedAt > freshMs) void ask();
      if (listed.length === 0) return [];
      const inConversations = await sessions.conversations();
      const onDisk = new Set(
        rows.flatMap(({ conversationId }) => {
          const session = inPlace.agentSessionOf(conversationId);
          return session ? [`${session.agentId}\n${session.sessionId}`] : [];
        }),
      );
      const rest = listed.filter(({ agentId, sessionId }) => {
        const key = `${agentId}\n${sessionId}`;
        return !onDisk.has(key) && !inConversations.has(key);
      });
      const groups = await Promise.all(
        [...new Set(rest.map(({ agentId }) => agentId))].map(async (agentId): Promise<ListedAgent[]> => {
          const info = await agents.find(agentId);
          if (info === null || info.status === 'missing' || info.status === 'unapproved') return [];
          const program: InPlaceProgram | null = programOfAgent(agentId);
          const one = rest.filter((session) => session.agentId === agentId);
          return [{ agentId, name: info.name, program, sessions: one }];
        }),
      );
      return groups.flat();
    },

    async look(agentId) {
      const checked = await agents.check(agentId);
      if (!checked.ok) return checked;
      await asking;
      await ask();
      return ok(undefined);
    },

    open: (agentId, sessionId, signal) =>
      // The second of two requests for one session finds the conversation of the first.
      queue.run(`${agentId}\n${sessionId}`, async () => {
        const existing = (await sessions.conversations()).get(`${agentId}\n${sessionId}`);
        if (existing !== undefined) return ok({ conversationId: existing });
        const session = listed.find((one) => one.agentId === agentId && one.sessionId === sessionId);
        if (!session) return fail('AGENT_FAILED', say`The agent does not list this session.`);
        const loaded = await load(session, signal);
        if (loaded.ok) sessions.noteConversation(agentId, sessionId, loaded.value.conversationId);
        return loaded;
      }),

    async continueInAgent(conversationId) {
      const session = inPlace.agentSessionOf(conversationId);
      if (session === null) return fail('NOT_SUPPORTED', say`The app’s own ID of this session is not known.`);
      const ours = await inPlace.continue(conversationId);
      if (!ours.ok) return ours;
      const branch = await store.readBranch(ours.value.conversationId, { tail: 1 });
      if (!branch.ok) return branch;
      const { agentId, sessionId } = session;
      const saved = await store.updateMeta(ours.value.conversationId, (meta) => ({
        ...withAgentMeta(meta, agentId, (before) => ({
          ...before,
          ...(before.sessionId === null ? { sessionId, lastId: branch.value.headId } : {}),
        })),
        model: agentModelRef(agentId),
      }));
      if (!saved.ok) return saved;
      sessions.noteConversation(agentId, sessionId, ours.value.conversationId);
      return ours;
    },
  };
}
