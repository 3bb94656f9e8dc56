// A message as it is published: the fields that its row and its calls show, and nothing else. Not included: records for the model only
// (memory, instructions), what a provider needs back, references to files of this machine, and fields of later versions.

import type { ContentPart, Message, ToolDetails, ToolMessage } from '../../../../shared/conversation/message.ts';
import { commandText } from '../../../../shared/conversation/message.ts';
import { undecidedStart } from '../../../lib/secretPatterns.ts';

export interface PublicOptions {
  results: boolean;
  attachments: boolean;
  /** The full text of a result. */
  fullResult(message: Message): Promise<string>;
  /** The published ID of an agent's conversation; null: it is not included. */
  agentId(conversationId: string): string | null;
}

const detailFields = [
  ...['bytes', 'printed', 'exitCode', 'signal', 'timedOut', 'diff', 'path', 'lines', 'matches', 'entries', 'truncated'],
  ...['todos', 'question', 'plan', 'errorCode', 'said', 'notRun', 'refused'],
];

/** Null: the message is not published. */
export async function publicMessage(message: Message, options: PublicOptions): Promise<Message | null> {
  const { v, id, parentId, createdAt, partType } = message;
  const base = { v, id, parentId, createdAt, ...(partType && { partType }) };
  if (message.removed) return null;
  switch (message.role) {
    case 'system': {
      if (message.partType !== 'summary') return null;
      const { content, compaction } = message;
      if (!compaction) return { ...base, role: 'system', content, partType: 'summary' };
      const { firstKeptId, clearedIds, records, tokensBefore, tokensAfter } = compaction;
      const replaced = {
        firstKeptId,
        clearedIds,
        ...(records !== undefined && { records }),
        tokensBefore,
        tokensAfter,
      };
      return { ...base, role: 'system', content, partType: 'summary', compaction: replaced };
    }
    case 'user':
      return { ...base, role: 'user', content: publicContent(message.content, options.attachments) };
    case 'assistant': {
      const { content, tool_calls, callsLeftOut, reasoning, reasoningMs, sources, model, usage, finishReason } =
        message;
      const { error, said } = message;
      const failure = error && {
        code: error.code,
        message: error.message,
        ...(error.status !== undefined && { status: error.status }),
        ...(error.said && { said: error.said }),
      };
      return {
        ...{ ...base, role: 'assistant', content },
        ...(tool_calls && {
          tool_calls: tool_calls.map(({ id: callId, function: { name, arguments: text } }) => ({
            ...{ id: callId, type: 'function' as const, function: { name, arguments: text } },
          })),
        }),
        ...(callsLeftOut && { callsLeftOut }),
        ...(reasoning !== undefined && { reasoning }),
        ...(reasoningMs !== undefined && { reasoningMs }),
        ...(sources && { sources }),
        ...(model !== undefined && { model }),
        ...(usage && { usage }),
        ...(finishReason !== undefined && { finishReason }),
        ...(failure && { error: failure }),
        ...(said && { said }),
      };
    }
    case 'tool': {
      const { tool_call_id, toolName, outcome, startedAt, duration, waitedMs, attachments, resolution } = message;
      const typed = message.arguments;
      return {
        ...{ ...base, role: 'tool', tool_call_id, toolName, outcome },
        content: await resultText(message, options),
        ...(typed !== undefined && { arguments: typed }),
        ...(startedAt !== undefined && { startedAt }),
        ...(duration !== undefined && { duration }),
        ...(waitedMs !== undefined && { waitedMs }),
        ...(resolution !== undefined && { resolution }),
        ...(message.details && { details: publicDetails(message.details, options) }),
        ...(attachments &&
          options.attachments && {
            attachments: attachments.map(({ hash, mediaType, name }) => ({
              ...{ hash, mediaType },
              ...(name !== undefined && { name }),
            })),
          }),
      };
    }
  }
}

async function resultText(message: ToolMessage, { results, fullResult }: PublicOptions): Promise<string> {
  if (message.fullOutputPath === undefined) return message.content;
  if (results) return fullResult(message);
  const excerpt = message.content.replace(/\n\n\[Full output: @state\/[^\n]*\]$/, '');
  // A secret that is cut off would not be recognized.
  return `${excerpt.slice(0, undecidedStart(excerpt, 0))}…`;
}

function publicDetails(details: ToolDetails, { agentId }: PublicOptions): ToolDetails {
  const chosen: ToolDetails = Object.fromEntries(
    detailFields.flatMap((field) => (field in details ? [[field, details[field]]] : [])),
  );
  const { agent } = details;
  const conversationId = agent && agentId(agent.conversationId);
  if (!agent || !conversationId) return chosen;
  const { title, name, calls, turns, usage } = agent;
  return {
    ...chosen,
    agent: {
      conversationId,
      ...(title !== undefined && { title }),
      ...(name !== undefined && { name }),
      ...(calls !== undefined && { calls }),
      ...(turns !== undefined && { turns }),
      ...(usage && { usage }),
    },
  };
}

function publicContent(content: string | ContentPart[], attachments: boolean): string | ContentPart[] {
  if (typeof content === 'string') return content;
  return content.flatMap((part): ContentPart[] => {
    switch (part.type) {
      case 'text':
        return [{ type: 'text', text: part.text }];
      case 'image':
      case 'file': {
        const { hash, mediaType, bytes } = part;
        if (!attachments) return [{ type: 'text', text: `[${part.name ?? mediaType}]` }];
        const size = bytes === undefined ? {} : { bytes };
        return part.type === 'file'
          ? [{ type: 'file', hash, mediaType, name: part.name, ...size }]
          : [{ type: 'image', hash, mediaType, ...(part.name !== undefined && { name: part.name }), ...size }];
      }
      case 'mention': {
        const { path, range, kind, title, bytes, hash } = part;
        return [
          {
            ...{ type: 'mention', path },
            ...(range && { range }),
            ...(kind && { kind }),
            ...(title !== undefined && { title }),
            ...(attachments && hash !== undefined && { hash, ...(bytes !== undefined && { bytes }) }),
          },
        ];
      }
      case 'command': {
        const { name, words, kind, from, hash, bytes } = part;
        if (!attachments) return [{ type: 'text', text: commandText(part) }];
        return [{ type: 'command', name, words, kind, from, hash, bytes }];
      }
      default:
        return [];
    }
  });
}
