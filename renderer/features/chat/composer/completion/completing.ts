// Interface between the message field and its completion lists.

import type { KeyboardEvent, RefObject } from 'react';
import type { Typed } from './typed.ts';

export interface CompletionKeys {
  /** What it shows is the answer to what is typed. */
  ready: boolean;
  /** True when the key was meant for it. */
  onKey(key: string): boolean;
}

export interface Completing {
  /** Null: nothing that can be completed. */
  typed: Typed | null;
  /** Something was typed that can be: the list is wanted from now on. */
  wanted: boolean;
  /** Of the list, once it is there. */
  keys: RefObject<CompletionKeys | null>;
  /** Looks at the text and the caret anew. */
  look(): void;
  /** Until another one is begun. */
  dismiss(): void;
  /** As if `/` had been typed before the message. */
  begin(): void;
  /** What Enter does where there is nothing to take. */
  enter(): void;
  /** Does what was pressed before the list was ready. */
  release(): void;
  onKeyDown(event: KeyboardEvent): boolean;
  onCompositionStart(): void;
  onCompositionEnd(): void;
}
