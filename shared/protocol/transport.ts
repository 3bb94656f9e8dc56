// What a host must provide to speak the contract (send text, receive text, close), and the frames it carries.

import { z } from 'zod';
import type { ContractEvent } from '../contract.ts';
import type { AppError } from '../core/errors.ts';

export interface Transport {
  /** Sends one frame. No-op after `close`. */
  send(text: string): void;
  onMessage(listener: (text: string) => void): void;
  /** Called once, whichever side closed it. */
  onClose(listener: () => void): void;
  close(): void;
  /** On the host's side: whether the other one may see the screen and the clipboard now. Missing: never. */
  mayCapture?(): boolean;
  /** On the host's side: whether the other one was thrown out, so that none of its calls may begin. Missing: never. */
  isThrownOut?(): boolean;
}

/** The transport's frames: JSON text, one frame per message. */
export const requestFrame = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), id: z.number().int(), method: z.string().max(100), params: z.unknown() }),
  z.object({ kind: z.literal('cancel'), id: z.number().int() }),
]);

export type ClientFrame = z.infer<typeof requestFrame>;

export type ServerFrame =
  | { kind: 'response'; id: number; ok: true; result: unknown }
  | { kind: 'response'; id: number; ok: false; error: AppError }
  | { kind: 'event'; event: ContractEvent };
