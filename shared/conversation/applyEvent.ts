// The only reducer of conversation events. Pure: the host and every view use it to keep their state.

import {
  type ConversationEvent,
  type ConversationState,
  type LiveCall,
  liveOutputLimit,
  type StreamingReply,
} from './event.ts';
import type { Mark, Marks } from './marks.ts';
import { callsOf, type Message } from './message.ts';

/** Returns the state after `event`. No-op for events already applied (`seq` not above the state's). */
export function applyEvent(state: ConversationState, seq: number, event: ConversationEvent): ConversationState {
  if (seq <= state.seq) return state;
  return { ...reduce(state, event), seq };
}

function reduce(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'message.appended':
      return append(state, event.message);
    case 'message.replaced':
      return replace(state, event.message);
    case 'run.started': {
      const { runId, startedAt, again, byHand, approvalMode } = event;
      const calls = again ?? (byHand ? [{ messageId: byHand.messageId, index: 0 }] : []);
      return {
        ...state,
        elsewhere: false,
        run: {
          ...{ runId, startedAt, phase: calls.length > 0 ? 'tools' : 'model' },
          ...(byHand && { byHand }),
          ...(approvalMode && { approvalMode }),
        },
        calls: calls.map(({ messageId, index }): LiveCall => ({ messageId, index, state: 'queued', output: '' })),
      };
    }
    case 'run.phase': {
      if (!state.run) return state;
      const { retry: _over, starting: _started, ...run } = state.run;
      const { phase, starting } = event;
      return { ...state, run: { ...run, phase, ...(starting ? { starting } : {}) } };
    }
    case 'run.retry':
      return { ...state, reply: null, run: state.run && { ...state.run, retry: event.retry } };
    case 'run.ended':
      return { ...state, run: null, reply: null, calls: [], openCalls: leftOpen(state) };
    case 'reply.started':
      return { ...state, reply: { messageId: event.messageId, text: '', reasoning: '', calls: [] } };
    case 'reply.delta':
      return { ...state, run: withoutRetry(state.run), reply: state.reply && extend(state.reply, event) };
    case 'reply.thinking':
      return {
        ...state,
        run: withoutRetry(state.run),
        reply: state.reply && { ...state.reply, thinking: event.thinking },
      };
    case 'reply.call':
      return { ...state, run: withoutRetry(state.run), reply: state.reply && setCall(state.reply, event) };
    case 'call.waiting': {
      const { messageId, index } = event.approval;
      return updateCall(state, messageId, index, (call) => ({ ...call, state: 'waiting', approval: event.approval }));
    }
    case 'call.asking': {
      const { messageId, index } = event.question;
      return updateCall(state, messageId, index, (call) => ({ ...call, question: event.question }));
    }
    case 'call.answered':
      // The answer may belong to a question or approval that was asked while the call ran.
      return updateCall(state, event.messageId, event.index, ({ question: _asked, approval: _waited, ...call }) => ({
        ...call,
        state: call.startedAt === undefined ? call.state : 'running',
        ...(event.waited ? { waits: [...(call.waits ?? []), event.waited] } : {}),
      }));
    case 'call.progress':
      return updateCall(state, event.messageId, event.index, (call) => ({ ...call, progress: event.progress }));
    case 'call.agent':
      return updateCall(state, event.messageId, event.index, (call) => ({
        ...call,
        agent: { conversationId: event.conversationId },
      }));
    case 'changes.changed':
      return { ...state, undone: withUndone(state.undone, event.undone) };
    case 'branch.changed':
      return state;
    case 'call.started':
      return updateCall(state, event.messageId, event.index, ({ approval: _answered, ...call }) => ({
        ...call,
        state: 'running',
        startedAt: event.startedAt,
      }));
    case 'call.output':
      return updateCall(state, event.messageId, event.index, (call) => ({
        ...call,
        output: (call.output + event.text).slice(-liveOutputLimit),
      }));
    case 'calls.left':
      return { ...state, openCalls: event.openCalls };
    case 'elsewhere.changed': {
      const { elsewhere, openCalls, reply } = event;
      return { ...state, elsewhere, openCalls, reply };
    }
    case 'queue.changed':
      return { ...state, queue: event.queue };
    case 'draft.changed':
      return { ...state, draft: event.draft, draftAttachments: event.attachments };
    case 'meta.changed':
      return { ...state, ...event.meta };
    case 'marks.changed':
      return { ...state, marks: withMarks(state.marks, event.marks) };
    case 'conversation.removed':
      return { ...state, removed: true };
  }
}

function append(state: ConversationState, message: Message): ConversationState {
  if (state.messages.some((existing) => existing.id === message.id)) return state;
  const next = { ...state, messages: [...state.messages, message], rewound: false };
  if (message.role === 'assistant') {
    const calls = callsOf(message).map(
      (_call, index): LiveCall => ({ messageId: message.id, index, state: 'queued', output: '' }),
    );
    // A note is stored while a reply streams. An external agent makes calls while earlier ones run.
    const isAside = message.partType === 'note' && state.reply?.messageId !== message.id;
    return { ...next, reply: isAside ? state.reply : null, calls: state.run ? [...state.calls, ...calls] : [] };
  }
  if (message.role === 'tool') {
    const isOpen = (call: { messageId: string; index: number }): boolean =>
      call.messageId !== message.id && !answers(state.messages, call, message.tool_call_id);
    return { ...next, calls: state.calls.filter(isOpen), openCalls: state.openCalls.filter(isOpen) };
  }
  return next;
}

function withMarks(marks: Marks, changed: Readonly<Record<string, Mark | null>>): Marks {
  const next: Record<string, Mark | null> = { ...marks, ...changed };
  for (const id of Object.keys(changed)) if (changed[id] === null) delete next[id];
  return next as Marks;
}

function withUndone(undone: string[], changed: Readonly<Record<string, boolean>>): string[] {
  const added = Object.keys(changed).filter((key) => changed[key] === true && !undone.includes(key));
  return [...undone.filter((key) => changed[key] !== false), ...added];
}

/** A call whose result could not be stored stays open, as it will be when the conversation is reopened. */
function leftOpen({ openCalls, calls, run }: ConversationState): ConversationState['openCalls'] {
  const openKeys = new Set(openCalls.map(({ messageId, index }) => `${messageId}:${index}`));
  // A manual call that produced nothing leaves nothing to decide.
  const added = calls.filter(
    ({ messageId, index }) => !openKeys.has(`${messageId}:${index}`) && messageId !== run?.byHand?.messageId,
  );
  if (added.length === 0) return openCalls;
  const open = added.map(({ messageId, index, state, agent }) => ({
    messageId,
    index,
    state: state === 'running' ? ('unknown' as const) : ('not_started' as const),
    ...(agent ? { agent } : {}),
  }));
  return [...openCalls, ...open];
}

function replace(state: ConversationState, message: Message): ConversationState {
  const reply = state.reply?.messageId === message.id ? null : state.reply;
  const messages = state.messages.map((existing) => (existing.id === message.id ? message : existing));
  return { ...state, messages, reply };
}

function answers(
  messages: readonly Message[],
  call: { messageId: string; index: number },
  toolCallId: string,
): boolean {
  const owner = messages.findLast((message) => message.id === call.messageId);
  return owner !== undefined && callsOf(owner)[call.index]?.id === toolCallId;
}

function withoutRetry(run: ConversationState['run']): ConversationState['run'] {
  if (!run?.retry) return run;
  const { retry: _over, ...rest } = run;
  return rest;
}

function extend(reply: StreamingReply, delta: { text?: string; reasoning?: string }): StreamingReply {
  return { ...reply, text: reply.text + (delta.text ?? ''), reasoning: reply.reasoning + (delta.reasoning ?? '') };
}

function setCall(
  reply: StreamingReply,
  call: { index: number; name: string; argumentsLength: number },
): StreamingReply {
  const entry = { index: call.index, name: call.name, argumentsLength: call.argumentsLength };
  const { calls } = reply;
  // Mostly the next one.
  if ((calls.at(-1)?.index ?? -1) < call.index) return { ...reply, calls: [...calls, entry] };
  const others = calls.filter((existing) => existing.index !== call.index);
  return { ...reply, calls: [...others, entry].sort((a, b) => a.index - b.index) };
}

function updateCall(
  state: ConversationState,
  messageId: string,
  index: number,
  change: (call: LiveCall) => LiveCall,
): ConversationState {
  const at = state.calls.findLastIndex((call) => call.messageId === messageId && call.index === index);
  const call = state.calls[at];
  return call === undefined ? state : { ...state, calls: state.calls.with(at, change(call)) };
}
