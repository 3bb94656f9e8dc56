// The provider-neutral request → the body of POST /api/chat. A history that is too long is refused and not cut
// (`truncate: false`), and the size of the context is said with each request, since the server's own default is small.

import type { ApiContentPart, ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { attachmentNote } from '../attachmentNote.ts';
import { argumentsObject } from '../callArguments.ts';
import { imageRows, imagesFollowText } from '../imageRows.ts';
import { ownData } from '../ownData.ts';

interface OllamaMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  thinking?: string;
  images?: string[];
  tool_calls?: { function: { name: string; arguments: Record<string, unknown> } }[];
  tool_name?: string;
}

export interface OllamaBody {
  model: string;
  messages: OllamaMessage[];
  tools?: { type: 'function'; function: { name: string; description: string; parameters: Record<string, unknown> } }[];
  stream: true;
  truncate: false;
  shift: false;
  options?: Record<string, number>;
}

export function ollamaBody(request: ModelRequest, providerId: string): OllamaBody {
  const system: OllamaMessage[] = request.system === '' ? [] : [{ role: 'system', content: request.system }];
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
            function: { name, description, parameters },
          })),
        }
      : {}),
    stream: true,
    truncate: false,
    shift: false,
    ...(Object.keys(options).length > 0 ? { options } : {}),
  };
}

function messagesOf({ messages, model }: ModelRequest, providerId: string): OllamaMessage[] {
  const names = new Map<string, string>();
  return imageRows(messages).map((row): OllamaMessage => {
    if (row.kind === 'bridge') return { role: 'assistant', content: imagesFollowText };
    if (row.kind === 'images') return { role: 'user', ...userContent(row.images) };
    const message = messages[row.message] as ApiMessage;
    if (message.role === 'system') return { role: 'system', content: message.content };
    if (message.role === 'user') return { role: 'user', ...userContent(message.content) };
    if (message.role === 'tool') {
      return { role: 'tool', content: message.content, tool_name: names.get(message.tool_call_id) ?? 'unnamed' };
    }
    const calls = message.tool_calls ?? [];
    for (const call of calls) names.set(call.id, call.function.name);
    const own = ownData(message.providerData, 'ollama', providerId, model);
    return {
      role: 'assistant',
      content: message.content ?? '',
      ...(typeof own?.thinking === 'string' && own.thinking !== '' ? { thinking: own.thinking } : {}),
      ...(calls.length > 0
        ? {
            tool_calls: calls.map(({ function: { name, arguments: text } }) => ({
              function: { name, arguments: argumentsObject(text) },
            })),
          }
        : {}),
    };
  });
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
