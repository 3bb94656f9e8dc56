// The transport's frames: JSON text, one frame per message.

import { z } from 'zod';
import type { ContractEvent } from '../contract.ts';
import type { AppError } from '../core/errors.ts';

export const requestFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id: z.number().int(), method: z.string().max(100), params: z.unknown() }),
  z.object({ kind: z.literal('cancel'), id: z.number().int() }),
]);

export type ClientFrame = z.infer<typeof requestFrame>;

export type ServerFrame =
  | { kind: 'response'; id: number; ok: true; result: unknown }
  | { kind: 'response'; id: number; ok: false; error: AppError }
  | { kind: 'event'; event: ContractEvent };
