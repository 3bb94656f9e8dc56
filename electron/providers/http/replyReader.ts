// What reads the events of one reply, whatever the wire; and what all of these share: values that may be anything, and a bound.

import type { ErrorCode } from '../../../shared/core/errors.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';
import type { ModelReply } from '../../ports/provider.ts';

/** Why a reply that ended is none. */
export interface ReplyFault {
  code: ErrorCode;
  message: Sentence;
  /** It may be asked for again. */
  retryable: boolean;
}

export interface ReplyReader {
  /** Before `add`: looks for the reply's id, so that it is known before any of its text is told. */
  named(event: unknown): void;
  add(event: unknown): void;
  /** The reply is whole, though its usage may still follow, and from some servers the end of its text. */
  finished(): boolean;
  /** Nothing that counts can follow: no more is read. Absent: it reads on, for the usage. */
  ended?(): boolean;
  /** A provider may pause a reply: the body that has it go on, made of the one that was sent; null when it is over. */
  continuation?(body: unknown): unknown;
  /** Of all that it said, thought and asked for so far. */
  characters(): number;
  /** True once an event came that can be part of a reply. */
  started(): boolean;
  /** What there is too much of, so that no more is taken; null while it may go on. */
  endless(): 'characters' | 'events' | null;
  /** An error that came as an event; null when there was none. */
  problem(): unknown;
  /** Of a reply that ended, in this wire's words: why it is none. Absent or null: what all wires share decides. */
  fault?(host: string): ReplyFault | null;
  /** The reply's own id; null while none came. */
  id(): string | null;
  partial(): { text: string; reasoning: string };
  reply(): ModelReply;
}

/**
 * Characters of text, thinking and arguments together: some eight times what a model can write in one reply. And events in
 * a row that say nothing.
 */
export const maxCharacters = 4_000_000;
export const maxSilentEvents = 100_000;

export function row(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export interface Size {
  /** As much of it as there is room for: one more than is taken, so that too much can be told from just enough. */
  take(piece: string): string;
  all(): number;
  /** After each event; `before`: what `all` was before it. */
  noted(before: number): void;
  endless(isFinished: boolean): 'characters' | 'events' | null;
}

export function createSize(): Size {
  let characters = 0;
  let silent = 0;
  return {
    take(piece) {
      const taken = piece.slice(0, Math.max(0, maxCharacters + 1 - characters));
      characters += taken.length;
      return taken;
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

/** How deep a value may be nested that is kept: beyond a few thousand levels it could not be written as JSON again. */
const deepest = 64;

/** Whether a value is nested deeper than what is kept. */
export function isTooDeep(value: unknown, levels = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/** A number that counts; undefined for anything else. */
export function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

const maxRawLength = 8_000;

/** A provider's own words about what a reply took, to keep; nothing where they are none, or far too many. */
export function rawUsage(value: unknown): { raw?: Record<string, unknown> } {
  const given = row(value);
  return given && !isTooDeep(given) && JSON.stringify(given).length <= maxRawLength ? { raw: given } : {};
}
