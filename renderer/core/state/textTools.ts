// Lazily loaded text rendering: syntax highlighting and formulas. Implemented in `features/markdown`.

import type { Options } from 'react-markdown';

export interface Token {
  text: string;
  /** A CSS color; undefined: inherit. */
  color: string | undefined;
}

/** Incremental highlighting of one code block. */
export interface Coloring {
  /** Tokens of the next complete lines; null: unavailable from here on. Never rejects. */
  next(text: string): Promise<Token[][] | null>;
}

export interface Highlighter {
  /** Null for an unknown language. */
  start(language: string): Coloring | null;
  /** Cached highlighting by name. */
  cached(name: string): Token[][] | undefined;
  remember(name: string, lines: Token[][]): void;
}

type Plugins = NonNullable<Options['remarkPlugins']>;

export interface MathPlugins {
  remark: Plugins;
  rehype: Plugins;
}

export interface MathLoader {
  loaded(): MathPlugins | null;
  /** Never rejects; a failed load is retried by the next caller. */
  load(): Promise<void>;
  onLoaded(listener: () => void): () => void;
}
