// Classifies rollout rows of every version.

import type { JsonObject } from '../../../shared/core/json.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty } from '../looseJson.ts';

/** Reply items other than messages and thinking. Provider-side calls have no output. */
const callTypes = new Set(['function_call', 'custom_tool_call', 'local_shell_call']);
const replyTypes = new Set([
  ...callTypes,
  'reasoning',
  'web_search_call',
  'image_generation_call',
  'code_interpreter_call',
]);
const outputTypes = new Set(['function_call_output', 'custom_tool_call_output']);
const itemTypes = new Set([...replyTypes, ...outputTypes, 'message']);

/** In 2025, items were bare, and the first line was an untyped session. */
export function normalizeRow(original: JsonObject, time: string | null): JsonObject {
  if ('payload' in original || 'record_type' in original) return original;
  const timestamp = time ?? undefined;
  if (itemTypes.has(textOrEmpty(original.type))) return { timestamp, type: 'response_item', payload: original };
  const isSession =
    original.type === undefined && typeof original.id === 'string' && typeof original.timestamp === 'string';
  return isSession ? { timestamp: original.timestamp, type: 'session_meta', payload: original } : original;
}

export type ItemKind = 'reply' | 'output' | 'user' | 'words' | 'other';

export function itemKindOf(item: JsonObject): ItemKind {
  const type = textOrEmpty(item.type);
  if (replyTypes.has(type)) return 'reply';
  if (outputTypes.has(type)) return 'output';
  if (type !== 'message') return 'other';
  switch (item.role) {
    case 'assistant':
      return 'reply';
    case 'user':
      return isFromCodex(item) ? 'words' : 'user';
    case 'developer':
    case 'system':
      return 'words';
    default:
      return 'other';
  }
}

export function isCall(item: JsonObject): boolean {
  return callTypes.has(textOrEmpty(item.type)) && textOrEmpty(item.call_id ?? item.id) !== '';
}

export function callIdOf(item: JsonObject): string {
  return textOrEmpty(item.call_id) || textOrEmpty(item.id);
}

const ownWords =
  /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|permissions instructions|skills_instructions|INSTRUCTIONS|user_shell_command|subagent_notification|hook_prompt|skill|recommended_plugins|model_switch|collaboration_mode|personality_spec)\b|# AGENTS\.md instructions)/;

/** Whether Codex inserted it as a user message; new versions mark each part. */
function isFromCodex(item: JsonObject): boolean {
  const kinds = jsonObjectOrNull(item.internal_chat_message_metadata_passthrough)?.content_item_kinds;
  if (
    Array.isArray(kinds) &&
    kinds.length > 0 &&
    kinds.every((kind) => typeof kind === 'string' && kind !== 'unknown')
  ) {
    return !kinds.some((kind: string) => kind.startsWith('user.'));
  }
  const first = typeof item.content === 'string' ? item.content : objectsOf(item.content)[0]?.text;
  return typeof first === 'string' && ownWords.test(first);
}

/** Number of turns that a row undoes; 0 for other rows. */
export function undoneTurnCount(rawRow: unknown): number {
  const fields = jsonObjectOrNull(rawRow);
  const event = fields?.type === 'event_msg' ? jsonObjectOrNull(fields.payload) : null;
  if (event?.type !== 'thread_rolled_back') return 0;
  const turns = event.num_turns;
  return typeof turns === 'number' && Number.isInteger(turns) && turns > 0 ? turns : 0;
}
