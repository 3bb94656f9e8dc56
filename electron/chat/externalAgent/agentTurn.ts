// One turn of an external agent: its updates become records as they arrive. A call is stored, with the text before it,
// before anything of it is shown; a result when the call ends. Any order of updates leaves a log that can be sent.

import {
  type AssistantMessage,
  callsOf,
  type Message,
  maxCalls,
  type NewMessage,
  type Outcome,
  type Todo,
  type ToolDetails,
  type Usage,
} from '../../../shared/conversation/message.ts';
import { errorSentence, sentenceFields } from '../../../shared/core/errors.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';
import type { AgentCall, AgentTurnEnd, AgentUpdate } from '../../ports/externalAgents.ts';
import type { RunOutcome } from '../chatToolLoop.ts';
import { noteRecord } from '../notices.ts';
import {
  approvalFields,
  type CallState,
  completeCall,
  deniedText,
  externalDetails,
  hasEnded,
  isReady,
  nameOfCall,
  newCallState,
  outcomeOfCall,
  renamedId,
  resultText,
  textOfContent,
  toolCallOf,
  updatedCall,
} from './agentCalls.ts';
import { AgentReply } from './agentReply.ts';
import type { AgentRun } from './agentRun.ts';
import { isSameList, isTodoCall, planRecords, todosOfCall, todosOfPlan } from './agentTodos.ts';
import { diffOf, imagesOf } from './callContent.ts';
import { type ChangeTracker, createChangeTracker } from './changeTracker.ts';
import { isAnswer } from './newForAgent.ts';
import { OpenCounts } from './openCounts.ts';
import { beginParent, byDepth, parentsOf } from './subAgentCalls.ts';
import {
  blockText,
  compactionNote,
  endFields,
  endsNormally,
  type FinishedTurn,
  interruptedText,
  irregularities,
  noticeOf,
  outcomeOf,
} from './turnEnd.ts';

/** Notices and summaries of the agent that become notes in one turn; the rest is counted. */
const maxNotices = 40;

export class AgentTurn {
  readonly #run: AgentRun;
  readonly #reply: AgentReply;
  readonly changes: ChangeTracker;
  /** By the agent's id: the latest call with it. */
  readonly #calls = new Map<string, CallState>();
  /** Announced and not stored, in order. */
  #pending: CallState[] = [];
  /** Stored and not ended, in order. */
  readonly #open = new Set<CallState>();
  readonly #openOf = new OpenCounts();
  /** Changed by the updates at hand. */
  readonly #touched = new Set<CallState>();
  readonly #usedIds: Set<string>;
  #plan: Todo[] | null = null;
  #notices = 0;
  readonly #late = new Set<string>();
  #last: AssistantMessage | null = null;
  #headId: string | null;
  #queue: Promise<unknown> = Promise.resolve();
  #isFinished = false;
  /** Why no more records can be stored. */
  #storeError: RunOutcome | null = null;
  /** Returns the text of a terminal that a call shows. */
  terminalText: (terminalId: string) => string = () => '';

  constructor(run: AgentRun, headId: string | null) {
    this.#run = run;
    this.#headId = headId;
    const { deps, conversationId } = run.scope;
    this.changes = createChangeTracker(run.scope);
    const earlier = deps.hub.peek(conversationId)?.messages ?? [];
    this.#usedIds = new Set(earlier.flatMap((message) => callsOf(message).map(({ id }) => id)));
    this.#reply = new AgentReply({
      clock: deps.clock,
      newId: () => deps.ids.ulid(),
      publish: (event) => deps.hub.publish(conversationId, event),
      savePartial: (partial) => deps.store.savePartial(conversationId, partial),
      headId: () => this.#headId,
      exclusive: (task) => this.exclusive(task),
      model: run.model(),
      external: run.external,
    });
  }

  get headId(): string | null {
    return this.#headId;
  }

  /** Text or a call of the agent is on record. */
  hasAnswered = false;

  /** Call before the prompt is sent. */
  readonly begin = (): Promise<void> => this.changes.begin(this.#reply.id);

  /** Ends a turn in which nothing happened, without a record; false: something did. */
  async drop(): Promise<boolean> {
    if (!this.#reply.isEmpty || this.#calls.size > 0 || this.#last !== null) return false;
    await this.changes.end(this.#reply.id);
    return true;
  }

  exclusive<T>(task: () => Promise<T>): Promise<T> {
    const ran = this.#queue.then(task);
    this.#queue = ran.catch(() => {});
    return ran;
  }

  update(updates: readonly AgentUpdate[]): Promise<void> {
    return this.exclusive(async () => {
      if (this.#isFinished) return;
      for (const update of updates) await this.#apply(update);
      await this.#settle();
    });
  }

  /** Stores the call if necessary; the agent may ask about it before it announces it. */
  storedCall(partial: Partial<AgentCall> & Pick<AgentCall, 'id'>): Promise<CallState | null> {
    return this.exclusive(async () => {
      if (this.#isFinished) return null;
      const state = this.#noteCall(partial);
      if (state === null) return null;
      if (state.stored === null) await this.#storeCalls([state]);
      await this.#settle();
      return state.stored === null ? null : state;
    });
  }

  openCalls(): CallState[] {
    return [...this.#open];
  }

  /** Stores the rest, and returns how the turn ended. */
  finish(end: AgentTurnEnd, usage: Usage | undefined): Promise<FinishedTurn> {
    return this.exclusive(async () => {
      this.#isFinished = true;
      await this.#settle();
      if (this.#pending.length > 0) await this.#storeCalls(this.#pending);
      const stopped = this.#run.scope.signal.aborted;
      for (const state of [...this.#open]) await this.#storeInterrupted(state, end, stopped);
      const isFailed = end.reason === 'failed' && !stopped;
      const changes = await this.changes.end(this.#reply.id);
      const isSilent = !stopped && endsNormally(end) && this.#reply.isSilent && !this.#storeError;
      const tells = usage || changes || isSilent || (end.reason === 'max_tokens' && !stopped);
      if (isFailed || tells || !this.#reply.isEmpty) {
        await this.#appendReply({ ...(usage ? { usage } : {}), ...endFields(end, stopped) });
      }
      await this.#noteIrregularities();
      const isMute = isSilent && !this.#reply.hasClosed;
      const outcome = this.#storeError ?? (await outcomeOf(end, stopped, this.#run, this, isMute));
      return { outcome, reply: this.#last };
    });
  }

  async note(sentence: Sentence): Promise<void> {
    await this.#append(noteRecord(sentence));
  }

  async #notice(sentence: Sentence | null): Promise<void> {
    if (sentence !== null && ++this.#notices <= maxNotices) await this.note(sentence);
  }

  async #noteIrregularities(): Promise<void> {
    const counts = { late: this.#late.size, notices: this.#notices - maxNotices, isCut: this.#reply.isCut };
    for (const sentence of irregularities({ agent: this.#run.agent.name, ...counts })) await this.note(sentence);
  }

  async #apply(update: AgentUpdate): Promise<void> {
    switch (update.type) {
      case 'text':
        // Text before a call stays before it.
        if (this.#pending.length > 0) await this.#storeCalls(this.#pending);
        return this.#reply.add('text', update.text, update.messageId);
      case 'thought':
        return this.#reply.add('thought', update.text, update.messageId);
      case 'block':
        if (update.of === 'user') return;
        if (this.#pending.length > 0) await this.#storeCalls(this.#pending);
        return this.#reply.add('text', blockText(update.block), undefined);
      case 'call':
      case 'call_update':
        this.#noteCall(update.call, update.type === 'call');
        return;
      case 'plan':
        this.#plan = todosOfPlan(update.entries);
        return;
      case 'notice':
        return this.#notice(noticeOf(this.#run.agent.name, update.text));
      case 'compaction':
        this.#run.enterPhase(update.state === 'started' ? 'compacting' : 'model');
        return this.#notice(compactionNote(this.#run.agent.name, update));
      case 'user':
        return;
      default:
        await this.#run.sessionUpdate(update);
    }
  }

  /** `isNew`: the agent announced it, so a call with the same id that has ended is another one. */
  #noteCall(partial: Partial<AgentCall> & Pick<AgentCall, 'id'>, isNew = false): CallState | null {
    const existing = this.#calls.get(partial.id);
    if (existing && !existing.isEnded) {
      existing.call = updatedCall(existing.call, partial);
      this.#touched.add(existing);
      return existing;
    }
    const isLate = !isNew && (existing !== undefined || this.#run.endedBefore(partial.id));
    if (isLate) {
      if (partial.status !== undefined || partial.content !== undefined) this.#late.add(partial.id);
      return null;
    }
    const state = newCallState(completeCall(partial));
    beginParent(partial, this.#calls, this.#touched);
    this.#calls.set(partial.id, state);
    this.#pending.push(state);
    this.#touched.add(state);
    return state;
  }

  /** Stores and shows what the updates at hand have changed. */
  async #settle(): Promise<void> {
    // More than a record may have are not held back: each is shown with every change.
    const isFull = this.#pending.length >= maxCalls;
    const ready = isFull ? this.#pending : this.#pending.filter(({ call }) => isReady(call));
    if (ready.length > 0) await this.#storeCalls(ready);
    if (this.#plan) await this.#storePlan(this.#plan);
    const touched = [...this.#touched];
    this.#touched.clear();
    for (const state of touched) await this.#showCall(state);
    this.#reply.setCalls(this.#pending.map(({ call }) => ({ name: nameOfCall(call), argumentsLength: 0 })));
    await this.#reply.flush();
  }

  async #storeCalls(states: readonly CallState[]): Promise<void> {
    for (const part of byDepth(states, this.#calls)) await this.#storePart(part);
  }

  async #storePart(states: readonly CallState[]): Promise<void> {
    const chosen = new Set(states);
    this.#pending = this.#pending.filter((state) => !chosen.has(state));
    for (let from = 0; from < states.length; from += maxCalls) {
      const part = states.slice(from, from + maxCalls);
      const calls = part.map(({ id, call }) => toolCallOf(this.#callId(id), call));
      this.#reply.hasClosed = false;
      const parents = parentsOf(part, calls, (id) => this.#calls.get(id)?.stored?.call.id);
      const external = { ...this.#run.external, ...parents };
      const stored = await this.#appendReply({ tool_calls: calls, external });
      if (!stored) return;
      this.#openOf.add(stored.id, part.length);
      part.forEach((state, index) => {
        state.stored = { messageId: stored.id, index, call: calls[index] as (typeof calls)[number] };
        this.#open.add(state);
        this.#touched.add(state);
      });
    }
  }

  /** An id that is new in the conversation, so that each call keeps its own result. */
  #callId(id: string): string {
    const isUsable = id.trim() !== '' && id.length <= 200 && !this.#usedIds.has(id);
    const chosen = isUsable ? id : renamedId(this.#run.scope.deps.ids.ulid().toLowerCase());
    this.#usedIds.add(chosen);
    return chosen;
  }

  async #showCall(state: CallState): Promise<void> {
    const { deps, conversationId } = this.#run.scope;
    if (state.stored === null || state.isEnded) return;
    const { messageId, index } = state.stored;
    if (state.startedAt === null && state.call.status !== 'pending') {
      const iso = deps.clock.now().toISOString();
      state.startedAt = { iso, elapsed: deps.clock.elapsed() };
      deps.hub.publish(conversationId, { type: 'call.started', messageId, index, startedAt: iso });
    }
    if (hasEnded(state.call)) return this.#storeResult(state);
    const text = textOfContent(state.call.content);
    const more = text.startsWith(state.shown) ? text.slice(state.shown.length) : `\n${text}`;
    state.shown = text;
    if (more !== '') deps.hub.publish(conversationId, { type: 'call.output', messageId, index, text: more });
  }

  async #storeResult(state: CallState): Promise<void> {
    const { call, denied } = state;
    const terminals = call.content.flatMap((block) =>
      block.type === 'terminal' ? [this.terminalText(block.terminalId)] : [],
    );
    const text = resultText(call, terminals.join('\n'));
    if (denied) return this.#storeEnd(state, 'denied', deniedText(call, denied.content, text), denied.details);
    const outcome = outcomeOfCall(call, this.#run.scope.signal.aborted);
    const todos = outcome === 'ok' && !state.ours.todos ? todosOfCall(call) : null;
    if (todos) state.ours = this.#run.writeTodos(state.ours, todos);
    await this.#storeEnd(state, outcome, text, {});
  }

  /** Stores a call's only result. */
  async #storeEnd(state: CallState, outcome: Outcome, text: string, more: ToolDetails): Promise<void> {
    const { stored, startedAt } = state;
    if (stored === null || state.isEnded) return;
    state.isEnded = true;
    this.#open.delete(state);
    this.#run.noteEnded(state.id);
    const { deps } = this.#run.scope;
    const isLastOfReply = this.#openOf.close(stored.messageId);
    const changes = isLastOfReply ? await this.changes.end(stored.messageId) : null;
    const images = await imagesOf(state.call, this.#run);
    const diff = await diffOf(state.call, this.#run);
    const details: ToolDetails = {
      ...diff,
      ...state.ours,
      ...more,
      ...(changes ? { changes } : {}),
      external: externalDetails(this.#run.external.agentId, state),
    };
    await this.#append({
      role: 'tool',
      tool_call_id: stored.call.id,
      toolName: stored.call.function.name,
      outcome,
      content: images.problem ? `${text}\n\n[${images.problem}]` : text,
      details,
      ...(images.attachments.length > 0 ? { attachments: images.attachments } : {}),
      ...(startedAt
        ? { startedAt: startedAt.iso, duration: Math.round(deps.clock.elapsed() - startedAt.elapsed) }
        : {}),
      ...approvalFields(state),
    });
    // Nothing more is needed of it, and a call may be large.
    state.call = { ...state.call, content: [], rawInput: undefined, rawOutput: undefined };
    state.shown = '';
    if (changes === null && !isLastOfReply) return;
    await this.changes.begin(this.#openOf.last() ?? this.#reply.id);
  }

  async #storeInterrupted(state: CallState, end: AgentTurnEnd, stopped: boolean): Promise<void> {
    if (state.denied) return this.#storeResult(state);
    const text = 'Error: the user stopped the run while this call was open; what it did is unknown.';
    if (stopped) return this.#storeEnd(state, 'cancelled', text, {});
    await this.#storeEnd(state, 'interrupted', interruptedText(end), { interrupted: 'unknown' });
  }

  /** A plan is shown like our own to-do list: as a call that has written it. */
  async #storePlan(after: Todo[]): Promise<void> {
    this.#plan = null;
    // OpenCode sends the plan while its own call for it is open: that call shows it.
    const todoCall = [...this.#open].findLast(({ call }) => isTodoCall(call));
    if (todoCall) todoCall.ours = this.#run.writeTodos(todoCall.ours, after);
    const before = this.#run.todos;
    if (isSameList(before, after)) return;
    this.#run.todos = after;
    const { call, result } = planRecords(this.#callId(''), before, after);
    this.#reply.hasClosed ||= !this.#reply.isSilent;
    const stored = await this.#appendReply({ tool_calls: [call] });
    if (!stored) return;
    await this.#append(result);
    if (this.changes.watches(stored.id)) {
      await this.changes.end(stored.id);
      await this.changes.begin(this.#openOf.last() ?? this.#reply.id);
    }
  }

  #appendReply(more: Partial<AssistantMessage>): Promise<Message | null> {
    const { external } = this.#run;
    return this.#append({ ...this.#reply.take(), role: 'assistant', model: this.#run.model(), external, ...more });
  }

  async #append(message: NewMessage): Promise<Message | null> {
    if (this.#storeError) return null;
    const stored = await this.#run.append(message);
    if (!stored.ok) {
      // The agent would continue with work that is not on record.
      const { code } = stored.error;
      this.#storeError = { end: 'error', error: { code, ...sentenceFields(errorSentence(stored.error)) } };
      this.#run.scope.stopRun();
      return null;
    }
    this.#headId = stored.value.id;
    this.hasAnswered ||= isAnswer(stored.value);
    if (stored.value.role === 'assistant' && stored.value.partType === undefined) this.#last = stored.value;
    return stored.value;
  }
}
