// The provider-neutral request → the body of POST /chat/completions. Pure, and the same for the same request: nothing in
// it changes from one time to the next, so that a prompt cache finds the former request whole at the front of this one.
// Only the keys of the wire leave; whatever else a message carries stays here.

import type { ApiContentPart, ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import type { ToolCall } from '../../../shared/conversation/message.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { attachmentNote } from '../attachmentNote.ts';
import { objectText } from '../callArguments.ts';
import { type ImageRow, imageRows, imagesFollowText } from '../imageRows.ts';
import { pdfPart } from '../pdfPart.ts';
import { createMistralIds, isMistralModel } from './mistralIds.ts';
import type { PdfForm } from './pdfForm.ts';

export interface ChatBody {
  model: string;
  messages: WireMessage[];
  tools?: ApiTool[];
  stream: true;
  stream_options?: { include_usage: true };
}

type WirePart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; file: { filename: string; file_data: string } }
  | { type: 'document_url'; document_url: string; document_name: string };

type WireMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | WirePart[] }
  | { role: 'assistant'; content: string | null; reasoning_content?: string; tool_calls?: WireCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

interface WireCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/**
 * Whose Chat Completions. OpenAI takes any string as arguments; many others parse it and want an object (Ollama: "invalid
 * tool call arguments"). Mistral wants ids of 9 characters and refuses keys that are not its own, `stream_options` among them.
 */
export type ChatDialect = 'openai' | 'compatible' | 'mistral';

/** The dialect of a server, by its base URL. */
export function chatDialect(baseUrl: string): ChatDialect {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  if (host === 'mistral.ai' || host.endsWith('.mistral.ai')) return 'mistral';
  return host === 'api.openai.com' ? 'openai' : 'compatible';
}

interface Wire {
  providerId: string;
  dialect: ChatDialect;
  pdf: PdfForm;
  nameCall: (id: string) => string;
}

/** `providerId`: whose reasoning may be sent back. */
export function chatBody(
  request: ModelRequest,
  providerId: string,
  dialect: ChatDialect = 'compatible',
  pdf: PdfForm = dialect === 'mistral' ? 'document_url' : 'file',
): ChatBody {
  const ofMistral = dialect === 'mistral' || isMistralModel(request.model);
  const wire: Wire = { providerId, dialect, pdf, nameCall: ofMistral ? createMistralIds() : (id) => id };
  const system: WireMessage[] = request.system === '' ? [] : [{ role: 'system', content: request.system }];
  return {
    model: request.model,
    messages: [...system, ...imageRows(request.messages).map((row) => wireRow(row, request, wire))],
    ...(request.tools.length > 0 ? { tools: request.tools.map(wireTool) } : {}),
    stream: true,
    ...(dialect === 'mistral' ? {} : { stream_options: { include_usage: true } }),
  };
}

function wireRow(row: ImageRow, { messages }: ModelRequest, wire: Wire): WireMessage {
  if (row.kind === 'bridge') return { role: 'assistant', content: imagesFollowText };
  if (row.kind === 'images') return { role: 'user', content: userContent(row.images, wire) };
  return wireMessage(messages[row.message] as ApiMessage, wire);
}

function wireMessage(message: ApiMessage, wire: Wire): WireMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: userContent(message.content, wire) };
    case 'tool':
      return { role: 'tool', tool_call_id: wire.nameCall(message.tool_call_id), content: message.content };
    case 'assistant': {
      const calls = message.tool_calls ?? [];
      if (calls.length === 0) return { role: 'assistant', content: message.content ?? '' };
      const wanted = wantsReasoningBack(message.providerData, wire.providerId);
      return {
        role: 'assistant',
        content: message.content === '' ? null : message.content,
        ...(wanted ? { reasoning_content: message.reasoning ?? '' } : {}),
        tool_calls: calls.map((call) => wireCall(call, wire)),
      };
    }
  }
}

function wireCall({ id, function: { name, arguments: text } }: ToolCall, wire: Wire): WireCall {
  // A call without arguments may come as an empty string; servers that parse what they are sent refuse it.
  const sent = wire.dialect === 'openai' ? text || '{}' : objectText(text);
  return { id: wire.nameCall(id), type: 'function', function: { name, arguments: sent } };
}

function wireTool({ function: { name, description, parameters } }: ApiTool): ApiTool {
  return { type: 'function', function: { name, description, parameters } };
}

function userContent(content: string | ApiContentPart[], wire: Wire): string | WirePart[] {
  return typeof content === 'string' ? content : content.map((part) => wirePart(part, wire));
}

function wirePart(part: ApiContentPart, wire: Wire): WirePart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'image' && part.data !== undefined) {
    return { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${part.data}` } };
  }
  const pdf = wire.pdf === 'none' ? null : pdfPart(part);
  if (pdf && wire.pdf === 'file') return { type: 'file', file: { filename: pdf.name, file_data: pdf.url } };
  if (pdf) return { type: 'document_url', document_url: pdf.url, document_name: pdf.name };
  return { type: 'text', text: attachmentNote(part) };
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
