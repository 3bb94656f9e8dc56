// Converts a message list in the format of Chat Completions, Responses or Messages. It has no id, so the conversation
// is identified by its content.

import { createHash } from 'node:crypto';
import type { ContentPart } from '../../../shared/conversation/message.ts';
import { isJsonObject, type JsonObject, jsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { History, HistoryProblem } from '../history.ts';
import { createImportedBytes, decodeDataUrl, type ImportedBytes } from '../web/importedBytes.ts';
import type { Slice } from '../web/readJson.ts';
import { createRecords, type Records } from '../web/records.ts';
import { asString, idText, jsonTextOf, objectItems, timeOf, withoutFields } from '../web/values.ts';
import { type BlockResult, hasBlocks, partsOf, replyFromBlocks, resultsIn, type UnknownParts } from './blocks.ts';
import { mergeItems } from './items.ts';

const program = 'messages';

export interface MessagesSource {
  file: string;
  line: number | null;
  /** Data besides the messages, such as the tools of a fine-tuning line. */
  beside?: JsonObject | undefined;
}

export async function messagesToHistory(
  messages: readonly unknown[],
  { file, line, beside }: MessagesSource,
  slice: Slice,
): Promise<History> {
  const session = await sessionOf(messages, beside, slice);
  const records = createRecords(program, session);
  const bytes = createImportedBytes();
  const problems: HistoryProblem[] = [];
  const unknown: UnknownParts = new Map();
  let headId: string | null = null;
  let before: unknown[] = beside ? [{ beside }] : [];
  let model = idText(beside?.model);
  const open = new Map<string, string>();
  for (const [at, message] of mergeItems(messages).entries()) {
    const lastId: string | null = isJsonObject(message)
      ? addMessage(message, { records, bytes, at, headId, before, open, unknown })
      : null;
    if (lastId === null) {
      if (!isJsonObject(message) || !isInstruction(message)) {
        problems.push({ file, line, message: say`Message ${at + 1} of the conversation cannot be read.` });
      }
      before.push(message);
    } else {
      before = [];
      headId = lastId;
      if (isJsonObject(message)) model = modelOf(message) ?? model;
    }
    const turn = slice();
    if (turn) await turn;
  }
  if (headId !== null) for (const message of before) records.addAfter(headId, message);
  if (unknown.size > 0) {
    const types = [...unknown].map(([type, count]) => `${type} (${count})`).join(', ');
    problems.push({ file, line, message: say`Parts of unknown types are shown by name only: ${types}.` });
  }
  return {
    program,
    session,
    title: '',
    folder: null,
    model,
    messages: records.messages,
    headId,
    agents: [],
    attachments: bytes.all,
    problems,
  };
}

interface MessagePosition {
  records: Records;
  bytes: ImportedBytes;
  at: number;
  headId: string | null;
  before: unknown[];
  /** Tools of calls without a result, by id. */
  open: Map<string, string>;
  unknown: UnknownParts;
}

function modelOf({ model, modelInfo }: JsonObject): string | null {
  return idText(model) ?? idText(jsonObject(modelInfo).id);
}

function isInstruction({ role }: JsonObject): boolean {
  return role === 'system' || role === 'developer';
}

/** Returns the id of the last message created; null if it cannot be represented. */
function addMessage(message: JsonObject, context: MessagePosition): string | null {
  const { records, bytes, at, headId, before, open, unknown } = context;
  const time = timeOf(message.ts ?? message.timestamp ?? message.created_at ?? message.createdAt);
  const add = (fields: Parameters<Records['add']>[0], keptFields: JsonObject | undefined): string =>
    records.add(fields, headId, time, { name: `message ${at}`, ids: [], kept: keptFields, before });
  if (hasBlocks(message)) return addBlocks(message, context, time);
  switch (message.role) {
    case 'user': {
      const content = userContent(message.content, bytes, unknown);
      const raw = isPlain(message.content, content) ? ['content'] : [];
      return add({ role: 'user', content }, withoutFields(message, ['role', ...raw]));
    }
    case 'assistant':
      return add(...assistantFields(message, at, open));
    case 'tool':
    case 'function': {
      const name = idText(message.name);
      const id = idText(message.tool_call_id) ?? firstOf(open, name) ?? `call_${at}`;
      const toolName = open.get(id) ?? name ?? '';
      open.delete(id);
      const content = textOfContent(message.content);
      const raw = content === message.content ? ['content'] : [];
      const wasTool = message.role === 'tool' ? ['role'] : [];
      return add(
        { role: 'tool', tool_call_id: id, toolName, content, outcome: 'ok' },
        withoutFields(message, [...wasTool, 'tool_call_id', ...raw]),
      );
    }
    default:
      return null;
  }
}

function firstOf(open: ReadonlyMap<string, string>, tool: string | null): string | undefined {
  for (const [id, name] of open) if (name === tool) return id;
  return undefined;
}

/** Keeps extra block data on the first message: it must not be exported as a Chat Completions field. */
function addBlocks(message: JsonObject, context: MessagePosition, time: string | null): string | null {
  const { records, bytes, at, headId, before, open, unknown } = context;
  const blocks = objectItems(message.content);
  const fields = withoutFields(message, ['role', 'content']);
  let parent = headId;
  let isFirst = true;
  const add = (record: Parameters<Records['add']>[0], name: string, keptBlocks: JsonObject[] = []): void => {
    const more = { ...(fields ? { fields } : {}), ...(keptBlocks.length > 0 ? { blocks: keptBlocks } : {}) };
    const lines = isFirst ? [...before, ...(Object.keys(more).length > 0 ? [more] : [])] : [];
    parent = records.add(record, parent, time, { name, ids: [], before: lines });
    isFirst = false;
  };
  const addResult = ({ callId, attachments, ...result }: BlockResult, nth: number): void => {
    const id = callId ?? open.keys().next().value ?? `call_${at}_${nth}`;
    const toolName = open.get(id) ?? '';
    open.delete(id);
    const images = attachments.length > 0 ? { attachments } : {};
    add({ role: 'tool', tool_call_id: id, toolName, ...result, ...images }, `message ${at} result ${nth}`);
  };
  if (message.role === 'assistant') {
    const { content, reasoning, calls, results, kept } = replyFromBlocks(blocks, `call_${at}`, bytes, unknown);
    open.clear();
    for (const call of calls) open.set(call.id, call.function.name);
    const model = modelOf(message);
    const reply = {
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
      ...(reasoning === '' ? {} : { reasoning }),
      ...(model === null ? {} : { model }),
    };
    add({ role: 'assistant', content, ...reply }, `message ${at}`, kept);
    for (const [nth, result] of results.entries()) addResult(result, nth);
  } else if (message.role === 'user') {
    for (const [nth, result] of resultsIn(blocks, bytes).entries()) addResult(result, nth);
    const parts = partsOf(blocks, bytes, unknown);
    if (parts.length > 0) add({ role: 'user', content: parts }, `message ${at}`);
  }
  return isFirst ? null : parent;
}

type AddArguments = [Parameters<Records['add']>[0], JsonObject | undefined];

function assistantFields(message: JsonObject, at: number, open: Map<string, string>): AddArguments {
  open.clear();
  const toolCalls = objectItems(message.tool_calls).map((call, index) => {
    const fn = jsonObject(call.function);
    return {
      id: idText(call.id) ?? `call_${at}_${index}`,
      type: 'function' as const,
      function: { name: asString(fn.name), arguments: jsonTextOf(fn.arguments ?? '') },
    };
  });
  const old = isJsonObject(message.function_call) ? message.function_call : null;
  if (old) {
    const fn = { name: asString(old.name), arguments: jsonTextOf(old.arguments ?? '') };
    toolCalls.push({ id: `call_${at}`, type: 'function', function: fn });
  }
  for (const call of toolCalls) open.set(call.id, call.function.name);
  const content = message.content === null || message.content === undefined ? null : textOfContent(message.content);
  const reasoning = idText(message.reasoning_content) ?? idText(message.reasoning);
  const model = idText(message.model);
  const calls = toolCalls.length === 0 ? {} : { tool_calls: toolCalls };
  const sameCalls =
    JSON.stringify(message.tool_calls) === JSON.stringify(toolCalls) || message.tool_calls === undefined;
  const takenFields = [
    'role',
    ...(sameCalls ? ['tool_calls'] : []),
    ...(content === message.content ? ['content'] : []),
  ];
  return [
    {
      role: 'assistant',
      content,
      ...calls,
      ...(reasoning === null ? {} : { reasoning }),
      ...(model === null ? {} : { model }),
    },
    withoutFields(message, takenFields),
  ];
}

function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content))
    return objectItems(content)
      .map((part) => asString(part.text) || asString(part.refusal))
      .join('');
  return content === undefined || content === null ? '' : jsonTextOf(content);
}

function userContent(content: unknown, bytes: ImportedBytes, unknown: UnknownParts): string | ContentPart[] {
  if (!Array.isArray(content)) return textOfContent(content);
  return objectItems(content).map((part): ContentPart => {
    if (typeof part.text === 'string') return { type: 'text', text: part.text };
    const address = jsonObject(part.image_url).url ?? part.image_url;
    const data = decodeDataUrl(address);
    const image = data && bytes.image(data);
    if (image) return image;
    if (asString(address).startsWith('http')) return { type: 'text', text: `[${asString(address)}]` };
    const type = idText(part.type) ?? 'part';
    unknown.set(type, (unknown.get(type) ?? 0) + 1);
    return { type: 'text', text: `[${type}]` };
  });
}

/** Whether our message is equivalent: plain text, or text parts only. */
function isPlain(original: unknown, ours: string | ContentPart[]): boolean {
  return original === ours || (Array.isArray(ours) && JSON.stringify(original) === JSON.stringify(ours));
}

async function sessionOf(messages: readonly unknown[], extra: JsonObject | undefined, slice: Slice): Promise<string> {
  const mark = createHash('sha256').update(JSON.stringify(extra ?? null));
  for (const message of messages) {
    mark.update(JSON.stringify(message) ?? '');
    const turn = slice();
    if (turn) await turn;
  }
  return mark.digest('hex').slice(0, 40);
}
