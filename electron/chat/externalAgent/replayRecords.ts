// Turns what an agent replayed of a session that began elsewhere into records of a new conversation. A call that was not
// reported as ended is interrupted. Pure.

import {
  type ContentPart,
  type Message,
  maxCalls,
  messageVersion,
  type NewMessage,
  type Todo,
  type ToolCall,
} from '../../../shared/conversation/message.ts';
import { openCallText } from '../../../shared/conversation/repair.ts';
import { contentHash, deriveRandomId } from '../../lib/ids.ts';
import type { AgentUpdate } from '../../ports/externalAgents.ts';
import {
  argumentsOfCall,
  type CallState,
  completeCall,
  externalDetails,
  hasEnded,
  nameOfCall,
  newCallState,
  resultText,
  updatedCall,
} from './agentCalls.ts';
import { todosOfCall, withTodos } from './agentTodos.ts';
import { parentsOf } from './subAgentCalls.ts';
import { blockText } from './turnEnd.ts';

export interface ReplayedSession {
  agentId: string;
  sessionId: string;
  /** Written by its replies. */
  model: string;
  /** ISO 8601: the replay has no times. */
  at: string;
}

export interface ReplayRecords {
  messages: Message[];
  /** By SHA-256. */
  attachments: Map<string, Uint8Array>;
  /** As the agent last named the session; empty: it did not. */
  title: string;
}

interface UserStep {
  role: 'user';
  text: string;
  messageId: string | undefined;
  images: ContentPart[];
}

interface ReplyStep {
  role: 'assistant';
  text: string;
  thought: string;
  calls: CallState[];
}

/** The id of a record or of the conversation, the same whenever the session is opened. */
export function replayedId(agentId: string, sessionId: string, name = ''): string {
  return deriveRandomId(['agent', agentId, sessionId, name]);
}

export function recordsOfReplay(replay: readonly AgentUpdate[], session: ReplayedSession): ReplayRecords {
  const attachments = new Map<string, Uint8Array>();
  const { steps, title } = stepsOf(replay, (base64) => {
    const bytes = Buffer.from(base64, 'base64');
    const hash = contentHash(bytes);
    attachments.set(hash, bytes);
    return hash;
  });
  const { agentId, sessionId, at } = session;
  const earlier: EarlierReplies = { usedIds: new Set(), ids: new Map(), todos: [] };
  const messages: Message[] = [];
  const append = (fields: NewMessage): void => {
    const id = replayedId(agentId, sessionId, String(messages.length));
    const base = { v: messageVersion, id, parentId: messages.at(-1)?.id ?? null, createdAt: at };
    messages.push({ ...fields, ...base, origin: { type: 'agent-replay', agentId, sessionId } });
  };
  for (const step of steps) {
    if (step.role === 'user') append({ role: 'user', content: userContent(step) });
    else appendReply(step, session, earlier, append);
  }
  return { messages, attachments, title };
}

function stepsOf(
  replay: readonly AgentUpdate[],
  keep: (base64: string) => string,
): { steps: (UserStep | ReplyStep)[]; title: string } {
  const steps: (UserStep | ReplyStep)[] = [];
  const calls = new Map<string, CallState>();
  let title = '';

  function user(messageId?: string): UserStep {
    const last = steps.at(-1);
    if (last?.role === 'user' && (messageId === undefined || last.messageId === messageId)) return last;
    const step: UserStep = { role: 'user', text: '', messageId, images: [] };
    steps.push(step);
    return step;
  }

  /** Text after calls belongs to the next reply. */
  function reply(isText: boolean): ReplyStep {
    const last = steps.at(-1);
    const isOpen = last?.role === 'assistant' && (isText ? last.calls.length === 0 : last.calls.length < maxCalls);
    if (isOpen) return last;
    const step: ReplyStep = { role: 'assistant', text: '', thought: '', calls: [] };
    steps.push(step);
    return step;
  }

  for (const update of replay) {
    switch (update.type) {
      case 'user':
        user(update.messageId).text += update.text;
        break;
      case 'text':
        reply(true).text += update.text;
        break;
      case 'thought':
        reply(true).thought += update.text;
        break;
      case 'block':
        if (update.of === 'agent') reply(true).text += blockText(update.block);
        else if (update.block.type === 'link') user().text += blockText(update.block);
        else {
          const { mediaType, base64 } = update.block;
          user().images.push({ type: 'image', hash: keep(base64), mediaType });
        }
        break;
      case 'call':
      case 'call_update': {
        const earlier = calls.get(update.call.id);
        if (earlier && !(update.type === 'call' && hasEnded(earlier.call))) {
          earlier.call = updatedCall(earlier.call, update.call);
          break;
        }
        const state = newCallState(completeCall(update.call));
        calls.set(state.id, state);
        reply(false).calls.push(state);
        break;
      }
      case 'title':
        title = update.title;
        break;
      default:
        break;
    }
  }
  const isSaid = (step: UserStep | ReplyStep): boolean =>
    step.text.trim() !== '' ||
    (step.role === 'user' ? step.images.length > 0 : step.calls.length > 0 || step.thought.trim() !== '');
  return { steps: steps.filter(isSaid), title };
}

function userContent({ text, images }: UserStep): string | ContentPart[] {
  if (images.length === 0) return text;
  return [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...images];
}

/** State carried from one reply to the next. */
interface EarlierReplies {
  usedIds: Set<string>;
  /** Stored ids of calls, by the agent's. */
  ids: Map<string, string>;
  todos: Todo[];
}

function appendReply(
  { text, thought, calls }: ReplyStep,
  { agentId, sessionId, model }: ReplayedSession,
  earlier: EarlierReplies,
  append: (fields: NewMessage) => void,
): void {
  const { usedIds, ids } = earlier;
  const toolCalls = calls.map(({ id, call }, index): ToolCall => {
    const isUsable = id.trim() !== '' && id.length <= 200 && !usedIds.has(id);
    const chosen = isUsable ? id : `call_${replayedId(agentId, sessionId, `call ${usedIds.size} ${index}`)}`;
    usedIds.add(chosen);
    ids.set(id, chosen);
    return { id: chosen, type: 'function', function: { name: nameOfCall(call), arguments: argumentsOfCall(call) } };
  });
  const parents = parentsOf(calls, toolCalls, (id) => ids.get(id));
  append({
    role: 'assistant',
    content: text === '' ? null : text,
    model,
    external: { agentId, sessionId, ...parents },
    ...(thought === '' ? {} : { reasoning: thought }),
    ...(toolCalls.length === 0 ? { finishReason: 'stop' } : { tool_calls: toolCalls }),
  });
  for (const [index, state] of calls.entries()) {
    const { id, function: called } = toolCalls[index] as ToolCall;
    const isOpen = !hasEnded(state.call);
    const isDone = state.call.status === 'completed';
    const todos = isDone ? todosOfCall(state.call) : null;
    const list = todos ? withTodos({}, earlier.todos, todos) : {};
    earlier.todos = todos ?? earlier.todos;
    append({
      role: 'tool',
      tool_call_id: id,
      toolName: called.name,
      outcome: isOpen ? 'interrupted' : isDone ? 'ok' : 'error',
      content: isOpen ? openCallText('unknown') : resultText(state.call, ''),
      details: { ...(isOpen ? { interrupted: 'unknown' } : {}), ...list, external: externalDetails(agentId, state) },
    });
  }
}
