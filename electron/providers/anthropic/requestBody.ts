// The provider-neutral request → the body of POST /v1/messages. Calls and results are blocks: the results of a reply's calls
// are the first blocks of the one user message behind it ("`tool_use` ids were found without `tool_result` blocks immediately
// after"). Thinking goes back as it came, and only to the provider that signed it.

import type { ApiContentPart, ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { attachmentNote } from '../attachmentNote.ts';
import { argumentsObject } from '../callArguments.ts';
import { ownData } from '../ownData.ts';
import { pdfPart } from '../pdfPart.ts';

export interface AnthropicBody {
  model: string;
  max_tokens: number;
  system?: string;
  messages: AnthropicMessage[];
  tools?: { name: string; description: string; input_schema: Record<string, unknown> }[];
  tool_choice?: { type: 'none' };
  stream: true;
}

interface AnthropicMessage {
  role: 'user' | 'assistant';
  content: Block[];
}

type Thinking = { type: 'thinking'; thinking: string; signature: string } | { type: 'redacted_thinking'; data: string };

type Block =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: string; data: string } }
  | { type: 'document'; source: { type: 'base64'; media_type: 'application/pdf'; data: string }; title: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }
  | { type: 'tool_result'; tool_use_id: string; content: string | Block[]; is_error?: true }
  | Thinking;

/** Required by the API; every model of today may answer that much. */
const maxTokens = 32_000;
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** `providerId`: whose thinking may be sent back. */
export function anthropicBody(request: ModelRequest, providerId: string): AnthropicBody {
  return {
    model: request.model,
    max_tokens: maxTokens,
    ...(request.system === '' ? {} : { system: request.system }),
    messages: wireMessages(request, providerId),
    ...wireTools(request),
    stream: true,
  };
}

function wireMessages({ messages, model }: ModelRequest, providerId: string): AnthropicMessage[] {
  const out: AnthropicMessage[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = blocks(message, model, providerId);
    const last = out.at(-1);
    if (last?.role === role) last.content.push(...content);
    else out.push({ role, content });
  }
  return out;
}

function blocks(message: ApiMessage, model: string, providerId: string): Block[] {
  switch (message.role) {
    case 'system':
      return [{ type: 'text', text: message.content }];
    case 'user':
      return typeof message.content === 'string'
        ? [{ type: 'text', text: message.content }]
        : message.content.map(userBlock);
    case 'tool':
      return [
        {
          type: 'tool_result',
          tool_use_id: message.tool_call_id,
          content: message.images
            ? [{ type: 'text', text: message.content }, ...message.images.map(userBlock)]
            : message.content,
          // "all content must be of type `text` if `is_error` is true"
          ...(message.content.startsWith('Error: ') && !message.images ? { is_error: true } : {}),
        },
      ];
    case 'assistant': {
      const said: Block[] = message.content === null ? [] : [{ type: 'text', text: message.content }];
      const calls = (message.tool_calls ?? []).map(
        ({ id, function: { name, arguments: text } }): Block => ({
          type: 'tool_use',
          id,
          name,
          input: argumentsObject(text),
        }),
      );
      return [...thinkingOf(message.providerData, model, providerId), ...said, ...calls];
    }
  }
}

function userBlock(part: ApiContentPart): Block {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'image' && part.data !== undefined && imageTypes.includes(part.mediaType)) {
    return { type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.data } };
  }
  const pdf = pdfPart(part);
  if (pdf) {
    const source = { type: 'base64', media_type: 'application/pdf', data: pdf.data } as const;
    return { type: 'document', source, title: pdf.name };
  }
  return { type: 'text', text: attachmentNote(part) };
}

/** "`thinking` or `redacted_thinking` blocks … must remain as they were in the original response": all of them, or none. */
function thinkingOf(data: Record<string, unknown> | undefined, model: string, providerId: string): Thinking[] {
  const kept = ownData(data, 'anthropic', providerId, model)?.thinking;
  if (!Array.isArray(kept)) return [];
  const read = kept.map(readThinking);
  return read.every((block) => block !== null) ? read : [];
}

function readThinking(value: unknown): Thinking | null {
  const { type, thinking, signature, data } = (value ?? {}) as Record<string, unknown>;
  if (type === 'thinking' && typeof thinking === 'string' && typeof signature === 'string' && signature !== '') {
    return { type, thinking, signature };
  }
  return type === 'redacted_thinking' && typeof data === 'string' && data !== '' ? { type, data } : null;
}

/** A history with calls needs tools beside it, though none is offered now (some servers in between refuse it otherwise). */
function wireTools({ tools, messages }: ModelRequest): Pick<AnthropicBody, 'tools' | 'tool_choice'> {
  if (tools.length > 0) return { tools: tools.map(wireTool) };
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  const names = [...new Set(calls.map((call) => call.function.name))].slice(0, 128);
  if (names.length === 0) return {};
  const gone = names.map((name) => ({ name, description: 'No longer available.', input_schema: { type: 'object' } }));
  return { tools: gone, tool_choice: { type: 'none' } };
}

function wireTool({ function: { name, description, parameters } }: ApiTool) {
  return { name, description, input_schema: parameters };
}
