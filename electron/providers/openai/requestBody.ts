// The provider-neutral request → the body of POST /chat/completions. Pure, and the same for the same request: nothing in
// it changes from one time to the next, so that a prompt cache finds the former request whole at the front of this one.
// Only the keys of the wire leave; whatever else a message carries stays here.

import type { ApiContentPart, ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import type { ModelRequest } from '../../ports/provider.ts';

export interface ChatBody {
  model: string;
  messages: WireMessage[];
  tools?: ApiTool[];
  stream: true;
  stream_options: { include_usage: true };
}

type WireMessage =
  | { role: 'system' | 'user'; content: string | { type: 'text'; text: string }[] }
  | { role: 'assistant'; content: string | null; reasoning_content?: string; tool_calls?: WireCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

interface WireCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/** `providerId`: whose reasoning may be sent back. */
export function chatBody(request: ModelRequest, providerId: string): ChatBody {
  const system: WireMessage[] = request.system === '' ? [] : [{ role: 'system', content: request.system }];
  return {
    model: request.model,
    messages: [...system, ...request.messages.map((message) => wireMessage(message, providerId))],
    ...(request.tools.length > 0 ? { tools: request.tools.map(wireTool) } : {}),
    stream: true,
    stream_options: { include_usage: true },
  };
}

function wireMessage(message: ApiMessage, providerId: string): WireMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: userContent(message.content) };
    case 'tool':
      return { role: 'tool', tool_call_id: message.tool_call_id, content: message.content };
    case 'assistant': {
      const calls = message.tool_calls ?? [];
      if (calls.length === 0) return { role: 'assistant', content: message.content ?? '' };
      const reasoning = wantsReasoningBack(message.providerData, providerId) ? message.reasoning : undefined;
      return {
        role: 'assistant',
        content: message.content === '' ? null : message.content,
        ...(reasoning ? { reasoning_content: reasoning } : {}),
        tool_calls: calls.map((call) => ({
          id: call.id,
          type: 'function',
          // A call without arguments may come as an empty string; servers that parse what they are sent refuse it.
          function: { name: call.function.name, arguments: call.function.arguments || '{}' },
        })),
      };
    }
  }
}

function wireTool({ function: { name, description, parameters } }: ApiTool): ApiTool {
  return { type: 'function', function: { name, description, parameters } };
}

function userContent(content: string | ApiContentPart[]): string | { type: 'text'; text: string }[] {
  if (typeof content === 'string') return content;
  return content.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    const name = part.type === 'file' ? `${part.name}, ${part.mediaType}` : part.mediaType;
    return { type: 'text', text: `[Attachment not sent: ${name}]` };
  });
}

/** What a reply's `providerData` says when the provider named its thinking `reasoning_content`. */
export function reasoningMark(providerId: string): Record<string, unknown> {
  return { openai: { provider: providerId, reasoning: 'reasoning_content' } };
}

/** DeepSeek and Kimi refuse a message with calls whose `reasoning_content` was left out; others never sent one. */
function wantsReasoningBack(data: Record<string, unknown> | undefined, providerId: string): boolean {
  const mark = data?.openai as { provider?: unknown; reasoning?: unknown } | undefined;
  return mark?.provider === providerId && mark.reasoning === 'reasoning_content';
}
