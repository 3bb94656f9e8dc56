// What reads the events of one reply, whatever the wire; and what all of these share: values that may be anything, and a bound.

import type { ModelReply } from '../ports/provider.ts';

export interface ReplyReader {
  add(event: unknown): void;
  /** The reply is whole, though its usage may still follow. */
  finished(): boolean;
  /** True once an event came that can be part of a reply. */
  started(): boolean;
  /** What there is too much of, so that no more is taken; null while it may go on. */
  endless(): 'characters' | 'events' | null;
  /** An error that came as an event; null when there was none. */
  problem(): unknown;
  /** The reply's own id; null while none came. */
  id(): string | null;
  partial(): { text: string; reasoning: string };
  reply(): ModelReply;
}

/**
 * Characters of text, thinking and arguments together: some eight times what a model can write in one reply. And events in
 * a row that say nothing.
 */
export const mostCharacters = 4_000_000;
export const mostSilentEvents = 100_000;

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
      const taken = piece.slice(0, Math.max(0, mostCharacters + 1 - characters));
      characters += taken.length;
      return taken;
    },
    all: () => characters,
    noted(before) {
      silent = characters > before ? 0 : silent + 1;
    },
    endless(isFinished) {
      if (characters > mostCharacters) return 'characters';
      return !isFinished && silent > mostSilentEvents ? 'events' : null;
    },
  };
}
