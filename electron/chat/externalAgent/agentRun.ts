// Shared by the turns of one run on an external agent: its session, and the state of the conversation.

import type { RunPhase } from '../../../shared/conversation/event.ts';
import type {
  AssistantMessage,
  Message,
  NewMessage,
  Todo,
  ToolDetails,
  Usage,
} from '../../../shared/conversation/message.ts';
import type { Result } from '../../../shared/core/errors.ts';
import type { AgentSession, AgentUpdate, AgentUsage } from '../../ports/externalAgents.ts';
import type { Run } from '../run/run.ts';
import { withAgentMeta } from './agentSessions.ts';
import { withTodos } from './agentTodos.ts';
import { applySessionUpdate } from './sessionUpdates.ts';

/** Characters of a file whose diff is shown. */
const maxDiffed = 400_000;

export class AgentRun {
  readonly scope: Run;
  readonly agent: { id: string; name: string };
  /** The to-do list so far. */
  todos: Todo[];
  #session: AgentSession;
  /** The cost that the session had reported before this turn. */
  #costBefore: { amount: number; currency: string } | null;
  /** The cost of the session that it reported last in this turn. */
  #costNow: { amount: number; currency: string } | null = null;

  constructor(
    run: Run,
    agent: { id: string; name: string },
    session: AgentSession,
    known: { todos: Todo[]; cost: { amount: number; currency: string } | null },
  ) {
    this.scope = run;
    this.agent = agent;
    this.#session = session;
    this.todos = known.todos;
    this.#costBefore = known.cost;
  }

  get session(): AgentSession {
    return this.#session;
  }

  get external(): NonNullable<AssistantMessage['external']> {
    const { folder } = this.scope.settings;
    return { agentId: this.agent.id, sessionId: this.#session.sessionId, ...(folder === null ? {} : { folder }) };
  }

  /** The model according to the agent, else the agent's name. */
  model(): string {
    const chosen = this.#session.options().find(({ category }) => category === 'model');
    return chosen && chosen.current !== '' ? chosen.current : this.agent.name;
  }

  /** Returns the details of a call that writes the list. */
  writeTodos(details: ToolDetails, after: Todo[]): ToolDetails {
    const written = withTodos(details, this.todos, after);
    this.todos = after;
    return written;
  }

  append(message: NewMessage): Promise<Result<Message>> {
    return this.scope.append(message);
  }

  enterPhase(phase: RunPhase): void {
    this.scope.enterPhase(phase);
  }

  /** Calls of this session that have ended, in earlier turns too. */
  endedBefore(callId: string): boolean {
    return this.scope.deps.agentSessions.endedCalls(this.#session.sessionId).has(callId);
  }

  noteEnded(callId: string): void {
    this.scope.deps.agentSessions.endedCalls(this.#session.sessionId).add(callId);
  }

  /** Returns a path for display: relative inside the folder. */
  displayPath(path: string): string {
    const { folder } = this.scope.settings;
    if (folder === null || !path.startsWith(folder)) return path;
    const rest = path.slice(folder.length);
    return /^[/\\]/.test(rest) ? rest.slice(1) : path;
  }

  /** Null: too long to compare. */
  async diffText(path: string, before: string | null, after: string): Promise<string | null> {
    if ((before?.length ?? 0) + after.length > maxDiffed) return null;
    const { deps } = this.scope;
    return deps.diffText(path, before === null ? null : Buffer.from(before), Buffer.from(after));
  }

  /** Applies an update of the session rather than the turn. */
  async sessionUpdate(update: AgentUpdate): Promise<void> {
    if (update.type === 'usage') this.#costNow = update.usage.cost ?? this.#costNow;
    await applySessionUpdate(this.scope, update);
  }

  /** Returns the usage of a turn as it is stored. The agent reports the cost of the whole session: the difference counts. */
  async usageOf(usage: AgentUsage = {}): Promise<Usage | undefined> {
    await applySessionUpdate(this.scope, { type: 'usage', usage });
    const { contextUsed: _used, contextSize: _size, cost = this.#costNow ?? undefined, ...tokens } = usage;
    this.#costNow = null;
    const before = this.#costBefore;
    const isSame = cost !== undefined && before?.currency === cost.currency && before.amount <= cost.amount;
    const spent = cost === undefined ? undefined : isSame ? cost.amount - before.amount : cost.amount;
    if (cost) {
      this.#costBefore = cost;
      await this.scope.deps.store.updateMeta(this.scope.conversationId, (meta) =>
        withAgentMeta(meta, this.agent.id, (known) => ({ ...known, cost })),
      );
    }
    const inDollars = spent !== undefined && spent > 0 && cost?.currency === 'USD';
    const counted: Usage = { ...tokens, ...(inDollars ? { reportedCost: spent } : {}) };
    return Object.keys(counted).length === 0 ? undefined : counted;
  }

  /** Notes the session, before its first prompt. Durable when it resolves. */
  hasSession(): Promise<Result<unknown>> {
    return this.#noteSession(null);
  }

  /** Notes that the agent's session knows the conversation up to this record. Durable when it resolves. */
  knows(lastId: string | null): Promise<Result<unknown>> {
    return this.#noteSession(lastId);
  }

  #noteSession(lastId: string | null): Promise<Result<unknown>> {
    const { deps, conversationId } = this.scope;
    const { sessionId } = this.#session;
    return deps.store.updateMeta(conversationId, (meta) =>
      withAgentMeta(meta, this.agent.id, ({ cost, ...known }) => ({
        ...known,
        // A new session counts from zero.
        ...(cost && known.sessionId === sessionId ? { cost } : {}),
        sessionId,
        lastId: lastId ?? (known.sessionId === sessionId ? known.lastId : null),
      })),
    );
  }
}
