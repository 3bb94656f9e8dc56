// Finds the part of a request that a server rejected: a tool by index or name; a message by path
// (`messages[2].tool_calls[0].id`, `messages.3.content.1`, `["body","messages",2]`, `input[4]`), by position ("position
// 30"), by a quoted call id, or as the only image. Servers count differently: Chat Completions counts the system prompt
// as the first message, Anthropic excludes it and merges adjacent results, and Responses counts each call.

import { type ApiMessage, partsOf } from '../../../shared/conversation/apiMessage.ts';
import type { ModelFailure, ModelRequest } from '../../ports/provider.ts';
import { imageRows } from '../imageRows.ts';

type Item = NonNullable<ModelFailure['item']>;

/** A message of the request, and optionally one of its calls. */
export interface RequestPosition {
  message: number;
  call?: number;
}

const refusals = [400, 413, 415, 422];
/** Bounds the search for call ids; a conversation has thousands. */
const maxInspectedLength = 8_192;

/** To spread into a failure; `item` only if the error names one. `error`: body or message. */
export function rejectedItem(
  status: number,
  error: unknown,
  request: ModelRequest | undefined,
  positions?: () => readonly RequestPosition[],
): { item?: Item } {
  if (!request || !refusals.includes(status)) return {};
  const text = (typeof error === 'string' ? error : (JSON.stringify(error) ?? '')).slice(0, maxInspectedLength);
  const item =
    byTool(text, request) ??
    byPath(text, request, positions) ??
    byPlace(text, request) ??
    byCallId(text, request) ??
    byImage(text, request);
  return item ? { item } : {};
}

/** Google nests lists: `tools[0].function_declarations[15]`. */
const declarationPath = /\bfunction_?declarations\[(\d{1,4})\]/i;
const toolPath = /\b(?:tools|functions)(?:\.?\[(\d{1,4})\]|\.(\d{1,4})\b|\\?",\s*(\d{1,4}))/;
const quotedName = /\b(?:function|tool)s?:?\s+\\?['"`]([\w-]{1,64})\\?['"`]/gi;

/**
 * "Invalid schema for function 'look'", or by index: `tools[15].function.parameters`, `tools.15.custom.input_schema`.
 */
function byTool(text: string, { tools }: ModelRequest): Item | null {
  const quoted = [...text.matchAll(quotedName)].map(([, name]) => name);
  const [, ...indexes] = declarationPath.exec(text) ?? toolPath.exec(text) ?? [];
  const namedTool = tools.find(({ function: { name } }) => quoted.includes(name));
  const tool = namedTool ?? tools[Number(indexes.find((index) => index !== undefined) ?? -1)];
  return tool ? { tool: tool.function.name } : null;
}

/** A path in a sentence, in a field, or as a JSON array in a string. */
const path =
  /\b(messages|input|tools)(?:\.?\[(\d{1,6})\]|\.(\d{1,6})\b|\\?",\s*(\d{1,6}))((?:\.?\[\d+\]|\.\w+|,\s*\\?"?\w+\\?"?)*)/;

function byPath(text: string, request: ModelRequest, positions = () => plainPositions(request)): Item | null {
  const match = path.exec(text);
  if (!match) return null;
  const [, list = '', bracket, dot, dotted, rest = ''] = match;
  const index = Number(bracket ?? dot ?? dotted);
  const field = fieldOf(rest);
  // Out of range.
  if (list === 'tools') return { field: `tools[${index}]${field ? `.${field}` : ''}` };
  if (list === 'input') return byInput(positions()[index], request, field);
  const isAnthropic = dot !== undefined && /tool_use|tool_result|content blocks?|thinking|cache_control/.test(text);
  return isAnthropic ? byBlocks(index, request, field) : byRow(index - systemRows(request), request, field);
}

function fieldOf(rest: string): string | undefined {
  const field = rest.replace(/,\s*\\?"?(\w+)\\?"?/g, '.$1').replace(/^\./, '');
  return field === '' ? undefined : field.slice(0, 100);
}

function systemRows(request: ModelRequest): number {
  return request.system === '' ? 0 : 1;
}

/** Null if out of range or the system prompt. */
function messageAt(index: number, { messages }: ModelRequest, field?: string): Item | null {
  if (messages[index] === undefined) return null;
  return { message: index, ...(field === undefined ? {} : { field }) };
}

/**
 * Moonshot: "the message at position 30 with role 'assistant' must not be empty". Some count from one; the role
 * disambiguates.
 */
function byPlace(text: string, request: ModelRequest): Item | null {
  const match = /\b(?:position|message (?:at )?index|message #)\s*(\d{1,6})\b/i.exec(text);
  if (!match) return null;
  const index = Number(match[1]) - systemRows(request);
  const role = /role:?\s*\\?['"`](\w+)/.exec(text)?.[1];
  const roleMatches = role === undefined || roleAt(index, request) === role;
  return roleMatches ? byRow(index, request) : byRow(index - 1, request);
}

/** Chat Completions: images of results are an extra row, possibly with a bridge row before it. */
function byRow(index: number, request: ModelRequest, field?: string): Item | null {
  const row = imageRows(request.messages)[index];
  if (row === undefined) return null;
  return messageAt(row.message, request, row.kind === 'message' ? field : 'image');
}

function roleAt(index: number, { messages }: ModelRequest): string | undefined {
  const row = imageRows(messages)[index];
  if (row === undefined || row.kind === 'message') return row && messages[row.message]?.role;
  return row.kind === 'images' ? 'user' : 'assistant';
}

/** Responses: a reply's text and each of its calls are separate items; the system prompt is not an item. */
function plainPositions({ messages }: ModelRequest): readonly RequestPosition[] {
  return messages.flatMap((message, at) => {
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    const textPlaces = message.role === 'assistant' && calls.length > 0 && !message.content ? [] : [{ message: at }];
    return [...textPlaces, ...calls.map((_, call) => ({ message: at, call }))];
  });
}

function byInput(place: RequestPosition | undefined, request: ModelRequest, field: string | undefined): Item | null {
  if (!place) return null;
  return messageAt(place.message, request, place.call === undefined ? field : `tool_calls[${place.call}]`);
}

/** Anthropic: results and the following user text are blocks of one message. */
function byBlocks(index: number, request: ModelRequest, field: string | undefined): Item | null {
  const groups: number[][] = [];
  request.messages.forEach((message, index) => {
    const joins = index > 0 && isAsking(message) && isAsking(request.messages[index - 1] as ApiMessage);
    if (joins) groups.at(-1)?.push(index);
    else groups.push([index]);
  });
  const group = groups[index];
  if (!group) return null;
  const block = Number(/^content[.[](\d+)/.exec(field ?? '')?.[1] ?? Number.NaN);
  const first = request.messages[group[0] as number];
  if (first?.role !== 'assistant') return messageAt(group[block] ?? (group.at(-1) as number), request, field);
  const call = block - (first.content ? 1 : 0);
  const isCall = call >= 0 && first.tool_calls?.[call] !== undefined;
  return messageAt(group[0] as number, request, isCall ? `tool_calls[${call}]` : field);
}

function isAsking(message: ApiMessage): boolean {
  return message.role !== 'assistant';
}

/** A short id may be part of a word, so it must be quoted. */
function byCallId(text: string, request: ModelRequest): Item | null {
  const ids = request.messages.flatMap((message) => {
    if (message.role === 'tool') return [message.tool_call_id];
    return message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [];
  });
  const isQuoted = (id: string): boolean => {
    const quoted = ["'", '"', '`', '\\"'].some((mark) => text.includes(`${mark}${id}${mark}`));
    return quoted || (/^[\w-]{8,}$/.test(id) && new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text));
  };
  const id = ids.find(isQuoted);
  return id === undefined ? null : { toolCallId: id };
}

function byImage(text: string, request: ModelRequest): Item | null {
  if (!/\bimages?\b|image_url/i.test(text)) return null;
  const placesByBlock = request.messages.flatMap((message, index) =>
    partsOf(message).some((part) => part.type === 'image') ? [index] : [],
  );
  return placesByBlock.length === 1 ? { message: placesByBlock[0] as number, field: 'image' } : null;
}

const statuses: readonly (number | undefined)[] = [undefined, 400, 404, 415, 422, 500, 501];
const about = /\bimages?\b|image_url|image input|\bvision\b|multi-?modal|mmproj/i;

/**
 * DeepSeek: "unknown variant `image_url`, expected `text`"; OpenAI: "image_url is only supported by certain models"; llama.cpp:
 * "image input is not supported"; OpenRouter: "No endpoints found that support image input"; Copilot: "vision is not enabled".
 */
const refused =
  /not? support|n't support|unsupported|only supported by|that support image|not enabled|unknown variant|text[- ]only|not a (vision|multi)/i;

/** Groq: "messages[0].content must be a string"; DashScope: "Unexpected item type in content". */
const textWanted = /content\W{0,3} must be a string|unexpected item type in content/i;
const oneImage = /format|media.?type|mime|too large|too big|exceed|dimension|pixel|base64|decode|corrupt|damaged/i;

/** Recognizes rejections from models without image support. Errors about a single image (size, format) do not count. */
export function isImageRejection(status: number | undefined, text: string, { messages }: ModelRequest): boolean {
  if (!statuses.includes(status)) return false;
  const isRefusal = textWanted.test(text) || (about.test(text) && refused.test(text) && !oneImage.test(text));
  return isRefusal && messages.some((message) => partsOf(message).some(({ type }) => type === 'image'));
}
