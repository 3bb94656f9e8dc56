// The rows of query.db for a message, its calls, and the files they changed. Texts are cut. Pure.

import { approvalOf } from '../../../shared/conversation/approvalOf.ts';
import { callsOf, type Message, type ToolMessage, textOf } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import { parseArguments, serverToolName } from '../../../shared/features/tools/toolInfo.ts';
import { firstCharacters } from '../../lib/text.ts';

type Cell = string | number | null;
export type Row = Record<string, Cell>;

export interface MessageRows {
  /** Null for a permanently removed one. */
  message: Row | null;
  /** New calls. */
  calls: Row[];
  /** The result of an earlier call, by the call's ID; `message` is the result's. */
  answer: { id: string; row: Row } | null;
  files: Row[];
}

/** UTF-16 units that are stored of a text, of arguments, and of a result. */
const cutAt = { text: 2_000, arguments: 4_000, result: 1_000, name: 400 };

const nothingStored: MessageRows = { message: null, calls: [], answer: null, files: [] };

export function rowsOf(message: Message): MessageRows {
  if (isRemoved(message)) return nothingStored;
  const manual = message.role === 'tool' && message.partType === 'tool_run';
  return {
    message: messageRow(message),
    calls: manual
      ? [manualCall(message as ToolMessage)]
      : callsOf(message).map((call, at) => askedCall(message, call, at)),
    answer: message.role === 'tool' && !manual ? { id: message.tool_call_id, row: resultPart(message) } : null,
    files: message.role === 'tool' ? changedFiles(message) : [],
  };
}

function messageRow(message: Message): Row {
  const text = textOf(message);
  const reply = message.role === 'assistant' ? message : null;
  const usage = reply?.usage;
  return {
    id: message.id,
    parent: message.parentId ?? null,
    role: message.role,
    kind: message.partType ?? null,
    at: message.createdAt,
    text: firstCharacters(text, cutAt.text),
    characters: text.length,
    model: cut(reply?.model),
    input_tokens: count(usage?.inputTokens),
    output_tokens: count(usage?.outputTokens),
    cached_tokens: count(usage?.cachedInputTokens),
    reasoning_tokens: count(usage?.reasoningTokens),
    finish_reason: cut(reply?.finishReason),
    error: cut(reply?.error?.cause ?? reply?.error?.code),
  };
}

function askedCall(message: Message, call: ReturnType<typeof callsOf>[number], position: number): Row {
  return {
    ...callRow(message, call.id, call.function.name, call.function.arguments),
    position,
    outcome: 'open',
    manual: 0,
  };
}

function manualCall(message: ToolMessage): Row {
  const row = callRow(message, message.tool_call_id, message.toolName, message.arguments ?? '');
  return { ...row, ...resultPart(message), position: 0, manual: 1, decided_by: 'user', mode: null, rule: null };
}

function callRow({ id: message, createdAt }: Message, id: string, tool: string, text: string): Row {
  const values = parseArguments(text);
  return {
    message,
    id,
    tool,
    server: serverToolName(tool)?.server ?? null,
    at: createdAt,
    arguments: firstCharacters(text, cutAt.arguments),
    command: typeof values.command === 'string' ? firstCharacters(values.command, cutAt.text) : null,
    path: typeof values.path === 'string' ? firstCharacters(values.path, cutAt.text) : null,
  };
}

function resultPart(message: ToolMessage): Row {
  const { details, outcome, content } = message;
  return {
    answer: message.id,
    started_at: typeof message.startedAt === 'string' ? message.startedAt : null,
    ms: count(message.duration),
    waited_ms: count(message.waitedMs),
    outcome,
    result: firstCharacters(content, cutAt.result),
    result_bytes: count(details?.bytes) ?? Buffer.byteLength(content),
    exit_code: integer(details?.exitCode),
    error: cut(details?.errorCode),
    ...approvalPart(message),
    files: countOfFiles(details?.changes),
    agent: cut(details?.agent?.conversationId),
  };
}

/** Who let the call run, or denied it. */
function approvalPart(message: ToolMessage): Row {
  const approval = approvalOf(message);
  const rules = approval?.rules.join('; ') ?? '';
  return {
    decided_by: cut(approval?.by),
    mode: cut(approval?.mode),
    rule: rules === '' ? null : firstCharacters(rules, cutAt.text),
  };
}

/** Those that are not listed, too. */
function countOfFiles(changes: unknown): number | null {
  if (!isJsonObject(changes) || !Array.isArray(changes.files)) return null;
  return changes.files.length + (count(changes.more) ?? 0);
}

function changedFiles(message: ToolMessage): Row[] {
  const changes: unknown = message.details?.changes;
  const files: unknown = isJsonObject(changes) ? changes.files : null;
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: unknown) => {
    if (!isJsonObject(file) || typeof file.path !== 'string') return [];
    return {
      message: message.id,
      tool: message.toolName,
      path: firstCharacters(file.path, cutAt.text),
      kind: cut(file.kind) ?? 'modified',
      at: message.createdAt,
      added: count(file.added),
      removed: count(file.removed),
    };
  });
}

function cut(value: unknown): string | null {
  return typeof value === 'string' ? firstCharacters(value, cutAt.name) : null;
}

function integer(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : null;
}

function count(value: unknown): number | null {
  const whole = integer(value);
  return whole === null || whole < 0 ? null : whole;
}
