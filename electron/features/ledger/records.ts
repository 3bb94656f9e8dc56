// Turns the stored records of a conversation into rows of the ledger, in the order of the log. Pure; what it remembers between two
// records, the calls without a result, is handed in and out.

import { createHash } from 'node:crypto';
import { approvalOf } from '../../../shared/conversation/approvalOf.ts';
import {
  type AllowedBy,
  callsOf,
  type Message,
  type ToolMessage,
  textOf,
} from '../../../shared/conversation/message.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import type { LedgerRow } from './tables.ts';

export interface OpenCall {
  /** The model's id for the call; models repeat them. */
  callId: string;
  message: string;
  position: number;
  tool: string;
  arguments: string;
  at: string;
}

export interface ConversationFacts {
  conversation: string;
  project: string | null;
  folder: string | null;
  host: string;
  /** Include what tools returned. */
  results: boolean;
  /** How calls were allowed, by `message/position`, for results of older versions. */
  allowed: ReadonlyMap<string, AllowedBy>;
  /** Permanently removed messages, which may still be in the log. */
  removed: ReadonlySet<string>;
  mask(text: string): string;
}

/** Longer texts are cut: the conversation has the rest. */
const maxTextLength = 200_000;

/** Returns the record's rows, and keeps `open` current. */
export function rowsOf(message: Message, facts: ConversationFacts, open: OpenCall[]): LedgerRow[] {
  const at = momentOf(message.createdAt);
  const { conversation } = facts;
  if (message.removed || facts.removed.has(message.id)) {
    const removal: LedgerRow = {
      table: 'removals',
      id: `removal:${conversation}:${message.id}`,
      at: momentOf(message.removed?.at ?? message.createdAt),
      fields: { conversation, message: message.id },
    };
    // The row of the message itself, so that its number is known; it is empty.
    return [messageRow(message, facts, at, null), ...endOfCall(message, facts, open, at, true), removal];
  }
  const text = message.role === 'tool' ? null : content(facts, textOf(message));
  for (const [position, { id, function: called }] of callsOf(message).entries()) {
    open.push({ callId: id, message: message.id, position, tool: called.name, arguments: called.arguments, at });
  }
  return [messageRow(message, facts, at, text), ...endOfCall(message, facts, open, at, false)];
}

/** A call that never got a result: the app was killed, or the user has not decided. */
export function openRow(call: OpenCall, facts: ConversationFacts): LedgerRow {
  const { message, position, tool } = call;
  return {
    table: 'open_calls',
    id: `${message}/${position}`,
    at: call.at,
    fields: { ...called(facts, call), message, position, tool, ...argumentsOf(facts, call) },
  };
}

export function conversationRow(
  facts: ConversationFacts,
  about: { at: string; title: string; model: string | null; mode: string | null; agentOf: string | null },
): LedgerRow {
  const { conversation } = facts;
  const { model, mode, agentOf } = about;
  const title = content(facts, about.title);
  // A removal empties the titles before it.
  const described = [title, facts.project, facts.folder, model, mode, agentOf, facts.removed.size];
  const version = sha256(JSON.stringify(described)).slice(0, 16);
  return {
    table: 'conversations',
    id: `${conversation}:${version}`,
    at: momentOf(about.at),
    fields: { conversation, title, ...placeOf(facts), model, mode, agent_of: agentOf },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function messageRow(message: Message, facts: ConversationFacts, at: string, body: string | null): LedgerRow {
  const assistant = message.role === 'assistant' ? message : null;
  return {
    table: 'messages',
    id: message.id,
    at,
    fields: {
      conversation: facts.conversation,
      parent: message.parentId,
      role: message.role,
      kind: message.partType ?? null,
      model: assistant?.model ?? null,
      body,
      branch: assistant?.run?.branch ?? null,
      revision: assistant?.run?.commit ?? null,
    },
  };
}

function endOfCall(
  message: Message,
  facts: ConversationFacts,
  open: OpenCall[],
  at: string,
  isRemoved: boolean,
): LedgerRow[] {
  if (message.role !== 'tool') return [];
  const call = takeCall(message, open, at);
  const { details } = message;
  const common = { ...called(facts, call), message: call.message, position: call.position, tool: call.tool };
  const id = `${call.message}/${call.position}`;
  const stated = isRemoved ? { arguments: null, command: null } : argumentsOf(facts, call);
  const rows: LedgerRow[] = [
    {
      table: 'calls',
      id,
      at: call.at,
      fields: {
        ...common,
        ...stated,
        result: isRemoved || !facts.results ? null : content(facts, String(message.content)),
        outcome: message.outcome,
        error: textOrNull(details?.errorCode),
        exit_code: countOrNull(details?.exitCode),
        ms: countOrNull(message.duration),
        waited_ms: countOrNull(message.waitedMs),
        result_message: message.id,
        files: isRemoved ? null : changedFiles(details?.changes),
      },
    },
  ];
  const decided = decisionOf(message, facts.allowed.get(id));
  if (decided) {
    const { rule, reason, ...rest } = decided;
    const { command } = stated;
    rows.push({
      table: 'approvals',
      id,
      at: call.at,
      fields: {
        ...common,
        command,
        ...rest,
        rule: rule === null || isRemoved ? null : content(facts, rule),
        reason: reason === null || isRemoved ? null : content(facts, reason),
        waited_ms: countOrNull(message.waitedMs),
      },
    });
  }
  const changes: unknown = isRemoved ? null : details?.changes;
  const files: unknown = isJsonObject(changes) ? changes.files : [];
  for (const [index, file] of (Array.isArray(files) ? files : []).entries()) {
    if (!isJsonObject(file) || typeof file.path !== 'string') continue;
    const { project, folder, host, conversation } = common;
    rows.push({
      table: 'file_changes',
      id: `${id}/${index}`,
      at: call.at,
      fields: {
        ...{ conversation, message: call.message, position: call.position, project, folder, host },
        path: content(facts, file.path),
        moved_from: typeof file.from === 'string' ? content(facts, file.from) : null,
        kind: textOrNull(file.kind),
        added: countOrNull(file.added),
        removed: countOrNull(file.removed),
      },
    });
  }
  return rows;
}

/** Null: nobody decided, because the call ended before, or it is unknown. */
function decisionOf(message: ToolMessage, known: AllowedBy | undefined) {
  const approval = approvalOf(message, known);
  // Unknown, in older records.
  if (approval === null || approval.by === 'unasked') return null;
  const { decision, by, mode, rules, reason } = approval;
  return { decision, decided_by: by, mode, rule: rules.length > 0 ? rules.join('; ') : null, reason };
}

/** Listed or not. Null: none, or unknown. */
function changedFiles(changes: unknown): number | null {
  if (!isJsonObject(changes) || !Array.isArray(changes.files)) return null;
  return changes.files.length + (countOrNull(changes.more) ?? 0);
}

/** The newest open call with the result's id: earlier ones with the same id never got one. */
function takeCall(message: ToolMessage, open: OpenCall[], at: string): OpenCall {
  const place = message.details?.call;
  const index = open.findLastIndex((call) =>
    place ? call.message === place.messageId && call.position === place.index : call.callId === message.tool_call_id,
  );
  const [found] = index < 0 ? [] : open.splice(index, 1);
  const { id, toolName: tool, tool_call_id: callId } = message;
  // The user ran the tool by hand.
  return found ?? { callId, message: id, position: 0, tool, arguments: message.arguments ?? '', at };
}

function called(facts: ConversationFacts, _call: OpenCall) {
  return { conversation: facts.conversation, ...placeOf(facts) };
}

function placeOf({ project, folder, host, mask }: ConversationFacts) {
  return { project: project && mask(project), folder: folder && mask(folder), host };
}

function argumentsOf(facts: ConversationFacts, call: OpenCall) {
  return { arguments: content(facts, call.arguments), command: commandOf(facts, call) };
}

function commandOf(facts: ConversationFacts, { tool, arguments: text }: OpenCall): string | null {
  if (tool !== 'run_command') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && typeof value.command === 'string' ? content(facts, value.command) : null;
  } catch {
    return null;
  }
}

function content({ mask }: ConversationFacts, text: string): string {
  const masked = mask(text);
  return masked.length > maxTextLength ? masked.slice(0, maxTextLength) : masked;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Postgres refuses what is not a whole number. */
function countOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : null;
}

/** Dates are texts that anyone may have written. */
export function momentOf(text: string): string {
  const time = Date.parse(text);
  return time >= 0 && time < 253_402_300_800_000 ? new Date(time).toISOString() : '1970-01-01T00:00:00.000Z';
}
