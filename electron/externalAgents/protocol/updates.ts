// An agent's `session/update`, checked field by field: what is malformed is skipped and reported, and never takes anything
// else with it.

import { z } from 'zod';
import { isJsonObject } from '../../../shared/core/json.ts';
import { agentCallKinds } from '../../../shared/features/externalAgents/externalAgent.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { AgentCall, AgentUpdate, AgentUsage } from '../../ports/externalAgents.ts';
import { readBlock, readCallContent } from './content.ts';

export type ReadUpdate =
  | { kind: 'updates'; updates: AgentUpdate[] /** Names a part that was skipped. */; skipped?: string }
  /** A mode that is to be looked up in the session's options. */
  | { kind: 'mode'; modeId: string }
  | { kind: 'options'; raw: Readonly<Record<string, unknown>> }
  /** Malformed. */
  | { kind: 'invalid'; what: string }
  /** A kind that the protocol may add. */
  | { kind: 'unknown' };

const id = z.string().min(1).max(500);
const chunk = z.object({ content: z.unknown(), messageId: id.nullish().catch(null) });
const messageTypes = {
  user_message_chunk: 'user',
  agent_message_chunk: 'text',
  agent_thought_chunk: 'thought',
} as const;

const call = z.object({
  toolCallId: id,
  title: z.string().nullish().catch(null),
  name: z.string().max(200).nullish().catch(null),
  kind: z.string().nullish().catch(null),
  status: z.enum(['pending', 'in_progress', 'completed', 'failed']).nullish().catch(null),
  content: z.array(z.unknown()).nullish().catch(null),
  locations: z.array(z.unknown()).nullish().catch(null),
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  _meta: z.unknown().optional(),
});
const location = z.object({
  path: z.string().min(1).max(4096),
  line: z.number().int().nonnegative().nullish().catch(null),
});
const planEntry = z.object({
  content: z.string().transform((text) => boundedText(text, 4000)),
  priority: z.string().max(50).catch('medium'),
  status: z.enum(['pending', 'in_progress', 'completed']).catch('pending'),
});
const command = z.object({
  name: z.string().min(1).max(200).regex(/^\S+$/),
  description: z
    .string()
    .catch('')
    .transform((text) => boundedText(text, 2000)),
  input: z
    .object({ hint: z.string().transform((text) => boundedText(text, 500)) })
    .nullish()
    .catch(null),
});
const count = z.number().int().nonnegative();
const usage = z.object({
  used: count,
  size: count,
  cost: z
    .object({ amount: z.number().nonnegative(), currency: z.string().max(10) })
    .nullish()
    .catch(null),
});
const notice = z.object({
  title: z.string().min(1),
  description: z.string().nullish().catch(null),
  severity: z.string().catch('info'),
});
const compaction = z.object({
  compactionId: z.string().catch(''),
  status: z.string(),
  summary: z.array(z.unknown()).nullish().catch(null),
});

const maxEntries = 500;
const maxLocations = 1000;
const maxTitle = 4000;

/** `update`: the field of that name. */
export function readUpdate(update: unknown): ReadUpdate {
  if (!isJsonObject(update) || typeof update.sessionUpdate !== 'string') return { kind: 'invalid', what: 'update' };
  const what = update.sessionUpdate;
  const read = reader(what, update);
  return read === null ? { kind: 'invalid', what } : read;
}

function reader(what: string, update: Record<string, unknown>): ReadUpdate | null {
  switch (what) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return readChunk(messageTypes[what], update);
    case 'tool_call':
    case 'tool_call_update':
      return readCallUpdate(what, update);
    case 'plan':
      return readPlan(update.entries);
    case 'available_commands_update':
      return readCommands(update.availableCommands);
    case 'current_mode_update':
      return typeof update.currentModeId === 'string' ? { kind: 'mode', modeId: update.currentModeId } : null;
    case 'config_option_update':
      return Array.isArray(update.configOptions) ? { kind: 'options', raw: update } : null;
    case 'session_info_update': {
      const title = typeof update.title === 'string' ? boundedText(update.title, 500).trim() : '';
      return updates(title === '' ? [] : [{ type: 'title', title }]);
    }
    case 'usage_update': {
      const read = usage.safeParse(update);
      if (!read.success) return null;
      const { used, size, cost } = read.data;
      return updates([{ type: 'usage', usage: { contextUsed: used, contextSize: size, ...(cost ? { cost } : {}) } }]);
    }
    case 'notice': {
      const read = notice.safeParse(update);
      if (!read.success) return null;
      const { title, description, severity } = read.data;
      const level = severity === 'warning' || severity === 'error' ? severity : 'info';
      return updates([
        { type: 'notice', level, text: boundedText(description ? `${title}\n${description}` : title, 4000) },
      ]);
    }
    case 'compaction_update':
      return readCompaction(update);
    default:
      return { kind: 'unknown' };
  }
}

function updates(list: AgentUpdate[], skipped?: string): ReadUpdate {
  return { kind: 'updates', updates: list, ...(skipped === undefined ? {} : { skipped }) };
}

function readChunk(type: 'user' | 'text' | 'thought', update: unknown): ReadUpdate | null {
  const read = chunk.safeParse(update);
  const block = read.success ? readBlock(read.data.content) : null;
  if (!read.success || block === null) return null;
  const { messageId } = read.data;
  if (block.type === 'text') return updates([{ type, text: block.text, ...(messageId ? { messageId } : {}) }]);
  return updates([{ type: 'block', of: type === 'user' ? 'user' : 'agent', block }]);
}

function readCallUpdate(what: 'tool_call' | 'tool_call_update', update: unknown): ReadUpdate | null {
  const read = readCall(update);
  if (read === null) return null;
  const { call: fields, skipped } = read;
  if (what === 'tool_call_update') return updates([{ type: 'call_update', call: fields }], skipped);
  const whole: AgentCall = { title: '', kind: 'other', status: 'pending', content: [], locations: [], ...fields };
  return updates([{ type: 'call', call: whole }], skipped);
}

/** The fields that are present. Also used for the call in a permission prompt. */
export function readCall(raw: unknown): { call: Partial<AgentCall> & Pick<AgentCall, 'id'>; skipped?: string } | null {
  const read = call.safeParse(raw);
  if (!read.success) return null;
  const { toolCallId, title, kind, status, content, locations, rawInput, rawOutput } = read.data;
  const blocks = content?.map(readCallContent);
  const isBlockSkipped = blocks?.includes(null) === true;
  const toolName = read.data.name ?? metaText(read.data._meta, 'toolName');
  const parentId = metaText(read.data._meta, 'parentToolUseId');
  return {
    call: {
      id: toolCallId,
      ...(title === null || title === undefined ? {} : { title: boundedText(title, maxTitle) }),
      ...(kind ? { kind: agentCallKinds.find((known) => known === kind) ?? 'other' } : {}),
      ...(status ? { status } : {}),
      ...(blocks ? { content: blocks.filter((block) => block !== null) } : {}),
      ...(locations ? { locations: locations.slice(0, maxLocations).flatMap(readLocation) } : {}),
      ...(rawInput === undefined || rawInput === null ? {} : { rawInput }),
      ...(rawOutput === undefined || rawOutput === null ? {} : { rawOutput }),
      ...(toolName ? { toolName } : {}),
      ...(parentId ? { parentId } : {}),
    },
    ...(isBlockSkipped ? { skipped: 'content' } : {}),
  };
}

function readLocation(raw: unknown): AgentCall['locations'] {
  const read = location.safeParse(raw);
  if (!read.success) return [];
  const { path, line } = read.data;
  return [{ path, ...(typeof line === 'number' ? { line } : {}) }];
}

/** Claude's and Codex's adapters put the tool and the parent call into a vendor's object of `_meta`. */
function metaText(meta: unknown, name: string): string | null {
  if (!isJsonObject(meta)) return null;
  for (const value of [meta, ...Object.values(meta)]) {
    const text = isJsonObject(value) ? value[name] : undefined;
    if (typeof text === 'string' && text !== '' && text.length <= 200) return text;
  }
  return null;
}

function readPlan(raw: unknown): ReadUpdate | null {
  if (!Array.isArray(raw)) return null;
  const read = raw.slice(0, maxEntries).map((each) => planEntry.safeParse(each));
  const entries = read.flatMap(({ data }) => data ?? []);
  return updates([{ type: 'plan', entries }], entries.length < read.length ? 'entry' : undefined);
}

function readCommands(raw: unknown): ReadUpdate | null {
  if (!Array.isArray(raw)) return null;
  const commands = raw.slice(0, maxEntries).flatMap((each) => {
    const read = command.safeParse(each);
    if (!read.success) return [];
    const { name, description, input } = read.data;
    return [{ name: name.replace(/^\/+/, '') || name, description, ...(input ? { hint: input.hint } : {}) }];
  });
  return updates([{ type: 'commands', commands }]);
}

function readCompaction(update: unknown): ReadUpdate | null {
  const read = compaction.safeParse(update);
  if (!read.success) return null;
  const { status, summary } = read.data;
  const states = { in_progress: 'started', completed: 'ended', failed: 'failed', cancelled: 'failed' } as const;
  const state = Object.hasOwn(states, status) ? states[status as keyof typeof states] : null;
  if (state === null) return { kind: 'unknown' };
  const blocks = summary?.map(readBlock) ?? [];
  const text = blocks.map((block) => (block?.type === 'text' ? block.text : '')).join('');
  return updates([{ type: 'compaction', state, ...(text === '' ? {} : { summary: text }) }]);
}

const turnUsage = z.object({
  inputTokens: count.exactOptional().catch(0),
  outputTokens: count.exactOptional().catch(0),
  thoughtTokens: count.nullish().catch(null),
  cachedReadTokens: count.nullish().catch(null),
  cachedWriteTokens: count.nullish().catch(null),
});

/** `usage` of a response to a prompt, which is not part of the stable protocol yet. */
export function readTurnUsage(raw: unknown): AgentUsage | undefined {
  const read = turnUsage.safeParse(raw);
  if (!read.success || !isJsonObject(raw)) return undefined;
  const { inputTokens, outputTokens, thoughtTokens, cachedReadTokens, cachedWriteTokens } = read.data;
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(typeof thoughtTokens === 'number' ? { reasoningTokens: thoughtTokens } : {}),
    ...(typeof cachedReadTokens === 'number' ? { cachedInputTokens: cachedReadTokens } : {}),
    ...(typeof cachedWriteTokens === 'number' ? { cacheWriteTokens: cachedWriteTokens } : {}),
  };
}
