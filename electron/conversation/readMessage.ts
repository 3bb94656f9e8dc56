// Reads a stored record as a message. Unknown fields survive: the schemas are loose. Separate from the types so that
// the window does not load it.

import { z } from 'zod';
import { type Message, messageVersion, outcomes } from '../../shared/conversation/message.ts';
import { issueSentence } from '../../shared/core/issueSentence.ts';
import { say, type UserText } from '../../shared/core/sentence.ts';
import { normalizeRecord } from './lenientRecord.ts';

const base = {
  v: z.number().default(messageVersion),
  id: z.string().min(1).max(200),
  parentId: z.string().nullable().optional(),
  createdAt: z.string().default('1970-01-01T00:00:00.000Z'),
  partType: z.string().optional(),
  includeInContext: z.boolean().optional(),
};

const toolCallSchema = z.looseObject({
  id: z.string(),
  type: z.literal('function').default('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

const messageSchema = z.discriminatedUnion('role', [
  z.looseObject({
    ...base,
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
  }),
  z.looseObject({
    ...base,
    role: z.literal('assistant'),
    content: z.string().nullable().default(null),
    tool_calls: z.array(toolCallSchema).optional(),
  }),
  z.looseObject({
    ...base,
    role: z.literal('tool'),
    tool_call_id: z.string().default(''),
    toolName: z.string().default(''),
    content: z.string(),
    outcome: z.enum(outcomes).default('ok'),
  }),
  z.looseObject({ ...base, role: z.literal('system'), content: z.string() }),
]);

/**
 * Validates a record from disk: fills in defaults, keeps unknown fields, and accepts other apps' formats as far as
 * their content is clear.
 */
export function parseMessage(value: unknown): { ok: true; message: Message } | { ok: false; reason: UserText } {
  if (isCanonicalMessage(value)) return { ok: true, message: value };
  const parsed = messageSchema.safeParse(value);
  if (parsed.success) return { ok: true, message: parsed.data as unknown as Message };
  const mended = messageSchema.safeParse(normalizeRecord(value, outcomes));
  if (mended.success) return { ok: true, message: mended.data as unknown as Message };
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? issue.path.join('.') : 'record';
  return { ok: false, reason: say`${where}: ${issue ? issueSentence(issue) : say`not a message`}` };
}

/**
 * True for a record in canonical form, which the schema would return unchanged. Nearly all are, and opening a
 * conversation checks hundreds; the schema validates the others. @internal
 */
export function isCanonicalMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Record<string, unknown>;
  const { v, id, parentId, createdAt, partType, includeInContext } = record;
  if (typeof v !== 'number' || typeof id !== 'string' || id === '' || id.length > 200) return false;
  if (typeof createdAt !== 'string' || (parentId !== null && typeof parentId !== 'string')) return false;
  if (partType !== undefined && typeof partType !== 'string') return false;
  if (includeInContext !== undefined && typeof includeInContext !== 'boolean') return false;
  switch (record.role) {
    case 'user':
    case 'system':
      return typeof record.content === 'string';
    case 'assistant':
      return (record.content === null || typeof record.content === 'string') && hasCompleteCalls(record);
    case 'tool':
      return (
        typeof record.content === 'string' &&
        typeof record.tool_call_id === 'string' &&
        typeof record.toolName === 'string' &&
        (outcomes as readonly unknown[]).includes(record.outcome)
      );
    default:
      return false;
  }
}

function hasCompleteCalls({ tool_calls: calls }: Record<string, unknown>): boolean {
  if (calls === undefined) return true;
  if (!Array.isArray(calls)) return false;
  return calls.every((call: unknown) => {
    const { id, type, function: callFunction } = (call ?? {}) as Record<string, unknown>;
    const { name, arguments: text } = (callFunction ?? {}) as Record<string, unknown>;
    return typeof id === 'string' && type === 'function' && typeof name === 'string' && typeof text === 'string';
  });
}
