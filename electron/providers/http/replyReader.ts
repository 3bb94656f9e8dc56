// Interface for parsing one reply's events, and helpers shared by all provider APIs: untrusted values and size limits.

import type { ErrorCode } from '../../../shared/core/errors.ts';
import { isJsonObject } from '../../../shared/core/json.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';
import type { ModelReply } from '../../ports/provider.ts';

/** Why a finished reply is invalid. */
export interface ReplyFault {
  code: ErrorCode;
  message: Sentence;
  /** The request may be retried. */
  retryable: boolean;
}

export interface ReplyReader {
  /** Called before `add`: reads the reply's id, so that observers have it before any text. */
  namedEvent(event: unknown): void;
  add(event: unknown): void;
  /** The reply is complete; usage and, on some servers, trailing text may still follow. */
  finished(): boolean;
  /** Nothing relevant can follow; stop reading. Absent: read on for the usage. */
  ended?(): boolean;
  /** Body that continues a paused reply, based on the one sent; null if the reply is over. */
  continuation?(body: unknown): unknown;
  /** Total length of text, thinking and arguments so far. */
  characters(): number;
  /** True once a valid reply event arrived. */
  started(): boolean;
  /** Which limit was exceeded; null: none. */
  endless(): 'characters' | 'events' | null;
  /** An error event; null if none. */
  problem(): unknown;
  /** API-specific reason why a finished reply is invalid. Absent or null: the shared checks decide. */
  fault?(host: string): ReplyFault | null;
  /** Null until it arrives. */
  id(): string | null;
  partial(): { text: string; reasoning: string };
  reply(): ModelReply;
}

/**
 * Limit for text, thinking and arguments together: about eight times what a model can write in one reply. Also limits
 * consecutive empty events.
 */
export const maxCharacters = 4_000_000;
export const maxSilentEvents = 100_000;

export function objectOrNull(value: unknown): Record<string, unknown> | null {
  return isJsonObject(value) ? (value as Record<string, unknown>) : null;
}

export function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export interface Size {
  /** Truncates to one more than the limit, to detect overflow. */
  take(piece: string): string;
  all(): number;
  /** Call after each event; `before`: the previous value of `all`. */
  noted(before: number): void;
  endless(isFinished: boolean): 'characters' | 'events' | null;
}

export function createSizeLimiter(): Size {
  let characters = 0;
  let silent = 0;
  return {
    take(piece) {
      const accepted = piece.slice(0, Math.max(0, maxCharacters + 1 - characters));
      characters += accepted.length;
      return accepted;
    },
    all: () => characters,
    noted(before) {
      silent = characters > before ? 0 : silent + 1;
    },
    endless(isFinished) {
      if (characters > maxCharacters) return 'characters';
      return !isFinished && silent > maxSilentEvents ? 'events' : null;
    },
  };
}

/** Maximum nesting of stored values: JSON.stringify fails beyond a few thousand levels. */
const deepest = 64;

/** Whether a value is nested too deep to store. */
export function isTooDeep(value: unknown, levels = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/** Returns a valid count, else undefined. */
export function validCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

const maxRawLength = 8_000;

/** Keeps the provider's raw usage unless it is invalid or too large. */
export function rawUsage(value: unknown): { raw?: Record<string, unknown> } {
  const usage = objectOrNull(value);
  return usage && !isTooDeep(usage) && JSON.stringify(usage).length <= maxRawLength ? { raw: usage } : {};
}
