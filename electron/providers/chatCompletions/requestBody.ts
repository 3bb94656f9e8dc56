// Builds the body of POST /chat/completions. Pure and deterministic, so that the prompt cache matches the previous
// request as a prefix. Sends only the API's own keys.

import { createHash } from 'node:crypto';
import type { ApiContentPart, ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import type { ToolCall } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import type { TagPair } from '../../conversation/separateThinking.ts';
import { expectsTaggedThinking } from '../../conversation/thinkingTags.ts';
import { schemaFor } from '../../lib/toolSchema/schemaRules.ts';
import type { ModelRequest } from '../../ports/provider.ts';
import { attachmentNote, pdfPart } from '../attachmentParts.ts';
import { objectText } from '../callArguments.ts';
import { storedTags } from '../http/separatedReply.ts';
import { type ImageRow, imageRows, imagesFollowText } from '../imageRows.ts';
import { type ChatDialect, type ChatDialectName, chatDialects, needsThinking } from './dialects.ts';
import { type ChatOptions, chatOptions } from './options.ts';
import type { PdfForm } from './pdfForm.ts';
import { replayedFields } from './replayed.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface ChatBody extends ChatOptions {
  model: string;
  messages: ChatMessage[];
  tools?: (ApiTool | { type: string })[];
  tool_choice?: 'none';
  stream: true;
  stream_options?: { include_usage: true };
}

type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; file: { filename: string; file_data: string } }
  | { type: 'document_url'; document_url: string; document_name: string };

type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ChatPart[] }
  | ChatReply
  | { role: 'tool'; tool_call_id: string; content: string };

interface ChatReply {
  role: 'assistant';
  content: string | null | JsonObject[];
  reasoning_content?: string;
  reasoning_details?: JsonObject[];
  extra_content?: JsonObject;
  tool_calls?: ChatCall[];
}

interface ChatCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
  extra_content?: JsonObject;
}

interface Target {
  providerId: string;
  model: string;
  dialect: ChatDialect;
  pdf: PdfForm;
  nameCall: (id: string) => string;
}

/** `providerId`: only its own reasoning is sent back. */
export function chatBody(
  request: ModelRequest,
  providerId: string,
  spoken: ChatDialectName = 'compatible',
  pdf: PdfForm = spoken === 'mistral' ? 'document_url' : 'file',
): ChatBody {
  const { model } = request;
  const dialect = chatDialects[spoken];
  const ofMistral = dialect.shortIds || isMistralModel(model);
  const target: Target = { providerId, model, dialect, pdf, nameCall: ofMistral ? createMistralIds() : (id) => id };
  const system: ChatMessage[] = request.system === '' ? [] : [{ role: 'system', content: request.system }];
  return {
    model,
    messages: [...system, ...imageRows(request.messages).map((row) => chatRow(row, request, target))],
    ...chatTools(request, dialect),
    stream: true,
    ...(dialect.streamOptions ? { stream_options: { include_usage: true } } : {}),
    ...chatOptions(request, dialect),
  };
}

function chatRow(row: ImageRow, { messages }: ModelRequest, target: Target): ChatMessage {
  if (row.kind === 'bridge') return { role: 'assistant', content: imagesFollowText };
  if (row.kind === 'images') return { role: 'user', content: userContent(row.images, target) };
  return chatMessage(messages[row.message] as ApiMessage, target);
}

function chatMessage(message: ApiMessage, target: Target): ChatMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: userContent(message.content, target) };
    case 'tool':
      return { role: 'tool', tool_call_id: target.nameCall(message.tool_call_id), content: message.content };
    case 'assistant':
      return chatReply(message, target);
  }
}

function chatReply(message: Extract<ApiMessage, { role: 'assistant' }>, target: Target): ChatReply {
  const calls = message.tool_calls ?? [];
  const replay = replayedFields(message, target.providerId, target.model, target.dialect);
  const fields = {
    ...(replay.details ? { reasoning_details: replay.details } : {}),
    ...(replay.beside ? { extra_content: replay.beside } : {}),
  };
  const tags = storedTags(message.providerData, target.providerId, target.model);
  const content =
    tags && expectsTaggedThinking(target.model) ? taggedText(message, tags) : (replay.content ?? message.content);
  if (calls.length === 0) return { role: 'assistant', content: content ?? '', ...fields };
  const { thinking } = target.dialect;
  const isOwed = (thinking === 'named' || thinking === 'details') && needsThinking(target.model);
  const owed = tags ? (message.reasoning ?? '') : '';
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(replay.named ? { reasoning_content: message.reasoning ?? '' } : isOwed ? { reasoning_content: owed } : {}),
    ...fields,
    tool_calls: calls.map((call, at) => chatCall(call, replay.call(at) ?? unsigned(at, target), target)),
  };
}

/** Restores thinking tags in the text as the model wrote them, without an opening tag that came from the template. */
function taggedText({ content, reasoning = '' }: Extract<ApiMessage, { role: 'assistant' }>, tags: TagPair): string {
  const opening = tags.opening === '' ? '<think>\n' : tags.opening;
  return opening + reasoning + tags.closing + (content ?? '');
}

/**
 * Google's placeholder signature for calls made by other models; needed for the first call of each reply since Gemini
 * 3.
 */
function unsigned(at: number, { dialect, model }: Target): JsonObject | null {
  if (dialect.thinking !== 'signed' || at > 0 || /gemini-[12](?!\d)/.test(model)) return null;
  return { google: { thought_signature: 'skip_thought_signature_validator' } };
}

function chatCall(
  { id, function: { name, arguments: text } }: ToolCall,
  extraFields: JsonObject | null,
  target: Target,
): ChatCall {
  // Calls without arguments may have an empty string, which servers that parse it reject.
  const argumentText = target.dialect.anyArguments ? text || '{}' : objectText(text);
  const call = { id: target.nameCall(id), type: 'function' as const, function: { name, arguments: argumentText } };
  return extraFields ? { ...call, extra_content: extraFields } : call;
}

function chatTools(request: ModelRequest, dialect: ChatDialect): Pick<ChatBody, 'tools' | 'tool_choice'> {
  const { tools, options, messages } = request;
  const search = options?.providerSearch && dialect.search !== null ? [{ type: dialect.search }] : [];
  const all = [...tools.map((tool) => chatTool(tool, dialect)), ...search];
  if (all.length > 0) return { tools: all };
  if (!dialect.toolsForCalls) return {};
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  const names = [...new Set(calls.map((call) => call.function.name))].slice(0, 128);
  return names.length === 0 ? {} : { tools: names.map(removedTool), tool_choice: 'none' };
}

function removedTool(name: string): ApiTool {
  const parameters = { type: 'object', properties: {} };
  return { type: 'function', function: { name, description: 'No longer available.', parameters } };
}

function chatTool({ function: { name, description, parameters } }: ApiTool, { schemas }: ChatDialect): ApiTool {
  return { type: 'function', function: { name, description, parameters: schemaFor(parameters, schemas) } };
}

function userContent(content: string | ApiContentPart[], target: Target): string | ChatPart[] {
  return typeof content === 'string' ? content : content.map((part) => chatPart(part, target));
}

function chatPart(part: ApiContentPart, target: Target): ChatPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'image' && part.data !== undefined && target.dialect.images) {
    return { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${part.data}` } };
  }
  const pdf = target.pdf === 'none' ? null : pdfPart(part);
  if (pdf && target.pdf === 'file') return { type: 'file', file: { filename: pdf.name, file_data: pdf.url } };
  if (pdf) return { type: 'document_url', document_url: pdf.url, document_name: pdf.name };
  return { type: 'text', text: attachmentNote(part) };
}

// Generates call ids for Mistral: "Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9." Its chat template
// enforces this on other servers, too. Derives ids from the conversation's ids in order, so that an id stays the same
// as the conversation grows.

/** Unique within a request, and deterministic. */
function createMistralIds(): (id: string) => string {
  const usedIds = new Set<string>();
  const idsByOriginal = new Map<string, string>();
  return (id) => {
    const before = idsByOriginal.get(id);
    if (before !== undefined) return before;
    let newId = /^[a-zA-Z0-9]{9}$/.test(id) ? id : hashed(id);
    for (let n = 2; usedIds.has(newId); n++) newId = hashed(`${id} ${n}`);
    usedIds.add(newId);
    idsByOriginal.set(id, newId);
    return newId;
  };
}

function hashed(text: string): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from({ length: 9 }, (_, at) => alphabet[(bytes[at] as number) % alphabet.length]).join('');
}

/** Whether the model is Mistral's, on any server. */
function isMistralModel(model: string): boolean {
  return /mi[sx]tral|ministral|magistral|codestral|devstral|pixtral|voxtral/i.test(model);
}
