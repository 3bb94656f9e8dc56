// Stored messages as the protocol's session updates, in stored order. The same messages always make the same updates, in
// every process; a call without a result stays one.

import type { ContentBlock, SessionUpdate } from '@agentclientprotocol/sdk';
import { callKey } from '../../../../shared/conversation/event.ts';
import {
  type AssistantMessage,
  type ContentPart,
  callsOf,
  commandText,
  type Message,
  type SystemMessage,
  type ToolMessage,
  type UserMessage,
} from '../../../../shared/conversation/message.ts';
import { isResult } from '../../../../shared/conversation/pairing.ts';
import {
  absolutePath,
  type Folder,
  fileLink,
  finishedCall,
  planOf,
  requestedCall,
  unansweredCall,
} from './toolCalls.ts';

export interface ReplayOptions {
  folder: Folder;
  /** Optional updates that the client declared to understand. */
  shows: { notices: boolean; compaction: boolean };
  /** Bytes of a stored attachment as Base64; null if it is gone. */
  readBase64(hash: string): Promise<string | null>;
}

export interface Replay {
  /** Returns the updates for the next stored message. */
  updatesFor(message: Message): Promise<SessionUpdate[]>;
  /** Updates for calls that have no result; `isRunning`: a process is still working on them. */
  unanswered(isRunning: (toolCallId: string) => boolean): SessionUpdate[];
}

export function createReplay(options: ReplayOptions): Replay {
  const { folder, shows } = options;
  /** By call ID: the calls without a result of the last message that used the ID, in order. */
  const open = new Map<string, string[]>();
  /** Those of earlier messages, which no result can answer any more. */
  const abandoned: string[] = [];

  async function userUpdates({ id, content }: UserMessage): Promise<SessionUpdate[]> {
    const parts: ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const blocks = await Promise.all(parts.map((part) => blockOf(part, options)));
    return blocks.flatMap((block): SessionUpdate[] =>
      block ? [{ sessionUpdate: 'user_message_chunk', messageId: id, content: block }] : [],
    );
  }

  function assistantUpdates(message: AssistantMessage): SessionUpdate[] {
    const { id, content, reasoning, partType, error } = message;
    const calls = callsOf(message);
    for (const { id: callId } of calls) {
      abandoned.push(...(open.get(callId) ?? []));
      open.set(callId, []);
    }
    const isNote = partType === 'note' && !error;
    calls.forEach((call, index) => void open.get(call.id)?.push(callKey({ messageId: id, index })));
    return [
      ...(reasoning ? [thought(id, reasoning)] : []),
      ...(content ? [isNote ? note(id, content, 'info') : agentText(id, content)] : []),
      ...calls.map(
        ({ function: { name, arguments: text } }, index): SessionUpdate => ({
          sessionUpdate: 'tool_call',
          ...requestedCall(callKey({ messageId: id, index }), name, text, folder),
        }),
      ),
      ...(error ? [note(id, textIn(error.message) || textIn(error.code), 'error')] : []),
    ];
  }

  const note = (id: string, text: string, severity: Severity) => noteUpdate(options, id, text, severity);

  async function resultUpdates(message: ToolMessage): Promise<SessionUpdate[]> {
    const { id, toolName, arguments: byHand = '{}', attachments = [] } = message;
    const answered = isResult(message) ? open.get(message.tool_call_id)?.shift() : undefined;
    const parts = Array.isArray(attachments) ? attachments : [];
    const images = await Promise.all(parts.map((part) => blockOf({ ...part, type: 'image' }, options)));
    const finished = finishedCall(
      message,
      folder,
      images.filter((block) => block !== null),
    );
    const plan = planOf(message);
    const call: SessionUpdate =
      answered === undefined
        ? // The user ran it, or its request is missing.
          { sessionUpdate: 'tool_call', ...requestedCall(id, toolName, byHand, folder), ...finished }
        : { sessionUpdate: 'tool_call_update', toolCallId: answered, ...finished };
    return plan ? [call, plan] : [call];
  }

  function summaryUpdates({ id, content, partType }: SystemMessage): SessionUpdate[] {
    if (partType !== 'summary' || !shows.compaction) return [];
    const summary: ContentBlock[] = content.trim() === '' ? [] : [{ type: 'text', text: content }];
    return [{ sessionUpdate: 'compaction_update', compactionId: id, status: 'completed', summary }];
  }

  return {
    async updatesFor(message) {
      if (message.role === 'user') return userUpdates(message);
      if (message.role === 'assistant') return assistantUpdates(message);
      return message.role === 'tool' ? resultUpdates(message) : summaryUpdates(message);
    },
    unanswered: (isRunning) =>
      [...abandoned, ...open.values()].flat().map((toolCallId) => ({
        sessionUpdate: 'tool_call_update',
        toolCallId,
        ...unansweredCall(isRunning(toolCallId)),
      })),
  };
}

type Severity = 'info' | 'warning' | 'error';

/** A text of the app. `id`: of the message it belongs to, or unique. */
export function noteUpdate({ shows }: ReplayOptions, id: string, text: string, severity: Severity): SessionUpdate {
  if (shows.notices) return { sessionUpdate: 'notice', severity, title: text };
  // A message of its own, so that it is not taken for the model's words.
  return agentText(`${id}:note`, severity === 'info' ? text : `⚠ ${text}`);
}

export function agentText(messageId: string, text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } };
}

export function thought(messageId: string, text: string): SessionUpdate {
  return { sessionUpdate: 'agent_thought_chunk', messageId, content: { type: 'text', text } };
}

/** Null for a part that the user did not write, or that is damaged. */
async function blockOf(part: ContentPart | null, { folder, readBase64 }: ReplayOptions): Promise<ContentBlock | null> {
  if (part?.type === 'text') return textIn(part.text) === '' ? null : { type: 'text', text: part.text };
  if (part?.type === 'command') return { type: 'text', text: commandText(part) };
  if (part?.type === 'mention') {
    const named = textIn(part.path);
    if (part.of || named === '' || named.includes('\0')) return null;
    const uri = textIn(part.uri);
    if (uri !== '') return { type: 'resource_link', uri, name: textIn(part.title) || named };
    return fileLink(absolutePath(folder, named), named);
  }
  if (part?.type !== 'image' && part?.type !== 'file') return null;
  const [hash, mediaType] = [textIn(part.hash), textIn(part.mediaType)];
  const name = textIn(part.name) || mediaType || 'attachment';
  const bytes = hash === '' ? null : await readBase64(hash);
  if (bytes === null) return { type: 'text', text: `[${name} is no longer stored]` };
  if (part.type === 'image') return { type: 'image', mimeType: mediaType, data: bytes };
  const uri = `throughline-attachment:${hash}/${encodeURIComponent(name.toWellFormed())}`;
  return {
    type: 'resource',
    resource: mediaType.startsWith('text/')
      ? { uri, mimeType: mediaType, text: Buffer.from(bytes, 'base64').toString('utf8') }
      : { uri, mimeType: mediaType, blob: bytes },
  };
}

/** The log may hold anything in place of a field. */
function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
