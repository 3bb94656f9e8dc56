// External agents in this process, behind their port: each prompt is answered by a function.

import type {
  AgentHandlers,
  AgentPromptPart,
  AgentSession,
  AgentTurnEnd,
  AgentUpdate,
  ExternalAgents,
  OpenAgentSession,
} from '../../electron/ports/externalAgents.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import type { AgentInfo, AgentOption } from '../../shared/features/externalAgents/externalAgent.ts';

interface ScriptedPrompt {
  parts: readonly AgentPromptPart[];
  handlers: AgentHandlers;
  signal: AbortSignal;
  sessionId: string;
  /** Delivers updates as one batch. */
  says(...updates: AgentUpdate[]): Promise<void>;
}

export interface ScriptedAgents extends ExternalAgents {
  /** The requests to open a session, and the parts of each prompt. */
  opened: OpenAgentSession[];
  prompts: (readonly AgentPromptPart[])[];
  /** The value of an option. */
  current(option: string): string | undefined;
  setStatus(status: AgentInfo['status']): void;
  /** Ends the process: its sessions are gone unless `keeps`. */
  kill(): void;
}

export interface ScriptedAgentsOptions {
  answer(prompt: ScriptedPrompt, count: number): Promise<AgentTurnEnd>;
  takes?: AgentSession['takes'];
  options?: AgentOption[];
  /** Sessions survive the process; then `replay` is what loading replays. */
  keeps?: boolean;
  /** Sessions of an earlier process that it keeps. */
  knows?: readonly string[];
  replay?(sessionId: string): AgentUpdate[];
}

export const endTurn: AgentTurnEnd = { reason: 'end_turn' };

export function createScriptedAgents(options: ScriptedAgentsOptions): ScriptedAgents {
  const opened: OpenAgentSession[] = [];
  const prompts: (readonly AgentPromptPart[])[] = [];
  const stored = new Set<string>(options.knows);
  const live = new Map<string, AgentSession>();
  let count = 0;
  let choices = options.options ?? [];
  let status: AgentInfo['status'] = 'idle';

  function sessionOf(sessionId: string, reached: AgentSession['reached'], lost: string | null): AgentSession {
    return {
      agentId: 'odd',
      sessionId,
      reached,
      replay: reached === 'loaded' ? (options.replay?.(sessionId) ?? []) : null,
      lost,
      refused: [],
      takes: options.takes ?? { images: true, audio: false, embeddedText: true },
      isGone: () => !live.has(sessionId),
      options: () => choices,
      commands: () => [],
      async setOption(id, current) {
        choices = choices.map((option) => (option.id === id ? { ...option, current } : option));
        return ok(undefined);
      },
      async prompt(parts, handlers, signal) {
        prompts.push(parts);
        const says = (...updates: AgentUpdate[]): Promise<void> => handlers.onUpdates(updates);
        const end = await options.answer({ parts, handlers, signal, sessionId, says }, prompts.length);
        if ('gone' in end && end.gone) live.clear();
        return end;
      },
    };
  }

  return {
    opened,
    prompts,
    current: (id) => choices.find((option) => option.id === id)?.current,
    kill: () => live.clear(),
    setStatus(next) {
      status = next;
    },
    find: async (id) => (id === 'odd' ? { ...info, status } : null),
    listSessions: async () => [],
    async openSession(request) {
      opened.push(request);
      if (request.agentId !== 'odd') return fail('AGENT_NOT_FOUND', 'There is no such agent.');
      const { previous } = request;
      const open = previous === null ? undefined : live.get(previous);
      if (open && previous !== null) return ok(sessionOf(previous, 'live', null));
      if (previous !== null && options.keeps && stored.has(previous)) {
        const session = sessionOf(previous, 'loaded', null);
        live.set(previous, session);
        return ok(session);
      }
      const session = sessionOf(`s${++count}`, 'new', previous === null ? null : 'it no longer has it.');
      live.set(session.sessionId, session);
      stored.add(session.sessionId);
      return ok(session);
    },
  };
}

const info = {
  id: 'odd',
  name: 'Odd',
  command: ['odd'],
  variables: [],
  origin: 'added',
  status: 'idle',
  fingerprint: 'f',
  sandboxed: false,
  signIns: [],
} as unknown as AgentInfo;
