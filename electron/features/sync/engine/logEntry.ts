// The entries of a device's log. Each lists what the device added, changed and removed since the one before; a checkpoint lists
// everything, so that a reader that was away can start there. Entries are numbered and chained by hash.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { presenceFields } from './presence.ts';

const count = z.number().int().nonnegative();

const segmentSchema = z.looseObject({
  n: count,
  /** SHA-256 of its body. */
  hash: z.string(),
  bytes: count,
  records: count,
  /** Segments of this device whose records it repeats: a reader that has them need not fetch it. */
  from: z.array(count).default([]),
});

/** Field, counter, device, value. The higher counter wins, then the higher device. */
const registerSchema = z.tuple([z.string(), count, z.string(), z.unknown()]);
export type RegisterChange = z.infer<typeof registerSchema>;

const conversationSchema = z.looseObject({
  id: z.string(),
  segments: z.array(segmentSchema).default([]),
  /** Segments of this device that are no longer stored. */
  drop: z.array(count).default([]),
  /** IDs of messages that were removed for good. */
  removed: z.array(z.string()).default([]),
  deleted: z.boolean().default(false),
  registers: z.array(registerSchema).default([]),
  /** When its last message was written, by the clock of the device; orders the first download only. */
  updatedAt: z.string().default(''),
  /** For lists, until the messages arrive: its first words, when it began, whose agent works in it, and which message the words are of. */
  outline: z
    .object({ title: z.string(), createdAt: z.string(), parent: z.string(), source: z.string() })
    .optional()
    .catch(undefined),
});
export type ConversationChange = z.infer<typeof conversationSchema>;

const fileSchema = z.looseObject({ hash: z.string(), bytes: count, parts: count });

/** An object that a reader did not find, for the device that stored it. */
const missingSchema = z.looseObject({
  device: z.string(),
  conversation: z.string().default(''),
  n: count.default(0),
  file: z.string().default(''),
});
export type MissingObject = z.infer<typeof missingSchema>;

/** Which file a message's full result is. */
const resultSchema = z.tuple([z.string(), z.string(), z.string()]);

const entrySchema = z.looseObject({
  v: z.literal(1),
  seq: z.number().int().positive(),
  /** SHA-256 of the entry before; empty for the first. */
  previous: z.string(),
  counter: count,
  /** Number of the last checkpoint, this entry included; 0: none yet. */
  checkpoint: count,
  conversations: z.array(conversationSchema).default([]),
  /** Settings and texts that the user chose to sync. */
  documents: z.array(registerSchema).default([]),
  files: z.array(fileSchema).default([]),
  /** Conversation, message, hash. */
  results: z.array(resultSchema).default([]),
  dropFiles: z.array(z.string()).default([]),
  missing: z.array(missingSchema).default([]),
  ...presenceFields,
});
export type LogEntry = z.infer<typeof entrySchema>;

export function encodeEntry(entry: LogEntry): Buffer {
  return Buffer.from(JSON.stringify(entry), 'utf8');
}

/** Null if it is none of this version. */
export function decodeEntry(body: Uint8Array): LogEntry | null {
  try {
    return entrySchema.safeParse(JSON.parse(Buffer.from(body).toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

export function hashOfBody(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
