// Interface between the message field and its completion lists.

import type { KeyboardEvent, RefObject } from 'react';
import type { CompletionQuery } from './completionQuery.ts';

export interface CompletionKeys {
  /** The list matches the current input. */
  ready: boolean;
  /** Returns true if it handled the key. */
  onKey(key: string): boolean;
}

export interface Completing {
  /** Null: nothing to complete. */
  typed: CompletionQuery | null;
  /** Something completable was typed, so the list is needed from now on. */
  needsList: boolean;
  /** The list's key handlers, once it has loaded. */
  keys: RefObject<CompletionKeys | null>;
  /** Rereads the text and caret. */
  update(): void;
  /** Closes the list until another completion begins. */
  dismiss(): void;
  /** As if `/` had been typed before the message, or `@` at the caret. */
  start(mark: '/' | '@'): void;
  /** Enter's action if there is nothing to accept. */
  enter(): void;
  /** Replays keys pressed before the list was ready. */
  release(): void;
  onKeyDown(event: KeyboardEvent): boolean;
  onCompositionStart(): void;
  onCompositionEnd(): void;
}
