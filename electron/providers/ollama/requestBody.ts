// Builds the body of POST /api/chat. Rejects rather than truncates a long history (`truncate: false`), stops rather
// than shifts a long reply (`shift: false`), and always sets the context size, since the server's default is small.
// Leaves keep-alive to the server.

import type { ApiContentPart, ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import type { ToolCall } from '../../../shared/conversation/message.ts';
import { schemaFor } from '../../lib/toolSchema/schemaRules.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { attachmentNote } from '../attachmentParts.ts';
import { argumentsObject } from '../callArguments.ts';
import { imageRows, imagesFollowText } from '../imageRows.ts';
import { replayableData } from '../replayableData.ts';
import { thinkOption } from './abilities.ts';

interface OllamaMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  thinking?: string;
  /** Base64, without a data URL prefix. */
  images?: string[];
  tool_calls?: { id: string; function: { name: string; arguments: Record<string, unknown> } }[];
  tool_name?: string;
  tool_call_id?: string;
}

export interface OllamaBody {
  model: string;
  messages: OllamaMessage[];
  tools?: { type: 'function'; function: { name: string; description: string; parameters: Record<string, unknown> } }[];
  stream: true;
  truncate: false;
  shift: false;
  think?: boolean | 'low' | 'medium' | 'high';
  options?: Record<string, number>;
}

/** `providerId`: only its own thinking is sent back. */
export function ollamaBody(request: ModelRequest, providerId: string): OllamaBody {
  const system: OllamaMessage[] = request.system === '' ? [] : [{ role: 'system', content: request.system }];
  const think = thinkOption(request.model, request.options);
  const options = {
    ...(request.contextWindow === undefined ? {} : { num_ctx: request.contextWindow }),
    ...(request.options?.temperature === undefined ? {} : { temperature: request.options.temperature }),
    ...(request.options?.maxOutputTokens === undefined ? {} : { num_predict: request.options.maxOutputTokens }),
  };
  return {
    model: request.model,
    messages: [...system, ...messagesOf(request, providerId)],
    ...(request.tools.length > 0
      ? {
          tools: request.tools.map(({ function: { name, description, parameters } }) => ({
            type: 'function' as const,
            function: { name, description, parameters: schemaFor(parameters, 'local') },
          })),
        }
      : {}),
    stream: true,
    truncate: false,
    shift: false,
    ...(think === null ? {} : { think }),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  };
}

function messagesOf({ messages, model }: ModelRequest, providerId: string): OllamaMessage[] {
  const names = new Map<string, string>();
  return imageRows(messages).map((entry): OllamaMessage => {
    if (entry.kind === 'bridge') return { role: 'assistant', content: imagesFollowText };
    if (entry.kind === 'images') return { role: 'user', ...userContent(entry.images) };
    const message = messages[entry.message] as ApiMessage;
    if (message.role === 'system') return { role: 'system', content: message.content };
    if (message.role === 'user') return { role: 'user', ...userContent(message.content) };
    if (message.role === 'tool') {
      const { content, tool_call_id: id } = message;
      return { role: 'tool', content, tool_name: names.get(id) ?? 'unnamed', tool_call_id: id };
    }
    const calls = message.tool_calls ?? [];
    for (const call of calls) names.set(call.id, call.function.name);
    const thinking = replayableData(message.providerData, 'ollama', providerId, model)?.thinking;
    return {
      role: 'assistant',
      content: message.content ?? '',
      ...(typeof thinking === 'string' && thinking !== '' ? { thinking } : {}),
      ...(calls.length > 0 ? { tool_calls: calls.map(callOf) } : {}),
    };
  });
}

/** Arguments are objects here; the id is ours, the same in call and result. */
function callOf({ id, function: { name, arguments: text } }: ToolCall): NonNullable<OllamaMessage['tool_calls']>[0] {
  return { id, function: { name, arguments: argumentsObject(text) } };
}

function userContent(content: string | ApiContentPart[]): { content: string; images?: string[] } {
  if (typeof content === 'string') return { content };
  const images = content.flatMap((part) => (part.type === 'image' && part.data !== undefined ? [part.data] : []));
  const text = content
    .flatMap((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'image' && part.data !== undefined ? [] : attachmentNote(part);
    })
    .join('\n\n');
  return { content: text, ...(images.length > 0 ? { images } : {}) };
}
