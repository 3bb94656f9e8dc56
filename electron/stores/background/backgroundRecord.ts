// The JSON file of a background command: its command line, who started it, and how it ended.

import { z } from 'zod';
import type { BackgroundRecord } from '../../ports/background.ts';

const pathSchema = z.object({ type: z.enum(['write', 'read', 'unchecked']), path: z.string() });
const sandboxSchema = z.object({
  kind: z.enum(['bubblewrap', 'seatbelt']),
  network: z.array(z.string()),
  violations: z.array(
    z.union([
      pathSchema,
      z.object({ type: z.literal('host'), host: z.string(), port: z.number().nullable() }),
      z.object({ type: z.literal('made'), path: z.string(), movedTo: z.string() }),
    ]),
  ),
});

const recordSchema = z.object({
  v: z.literal(1),
  id: z.string(),
  messageId: z.string(),
  command: z.string(),
  cwd: z.string(),
  startedAt: z.string(),
  ended: z
    .object({
      at: z.string(),
      exitCode: z.number().nullable(),
      signal: z.string().nullable(),
      endedBy: z.enum(['request', 'timeout', 'app']).exactOptional(),
      sandbox: sandboxSchema.exactOptional(),
    })
    .nullable(),
});

export function serializeRecord(record: BackgroundRecord): string {
  return `${JSON.stringify({ v: 1, ...record })}\n`;
}

/** Returns null for an invalid record, such as one torn by a crash. */
export function parseRecord(bytes: Buffer): BackgroundRecord | null {
  try {
    const { v: _v, ...record } = recordSchema.parse(JSON.parse(bytes.toString('utf8')));
    return record;
  } catch {
    return null;
  }
}
