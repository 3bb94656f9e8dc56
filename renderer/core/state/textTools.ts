// What a text is drawn with and the window loads late: colours for code, and formulas. `features/markdown` makes them.

import type { Options } from 'react-markdown';

export interface Token {
  text: string;
  /** A value for `color`; undefined: as the text around it. */
  color: string | undefined;
}

/** One block of code, coloured from its beginning. */
export interface Colouring {
  /** Lines of the next whole lines; null: there are none, and there will be none. Never rejects. */
  next(text: string): Promise<Token[][] | null>;
}

export interface Highlighter {
  /** Null when the language is not known. */
  begin(language: string): Colouring | null;
  /** Colours of a piece of code, remembered under a name. */
  known(name: string): Token[][] | undefined;
  remember(name: string, lines: Token[][]): void;
}

type Plugins = NonNullable<Options['remarkPlugins']>;

export interface MathsPlugins {
  remark: Plugins;
  rehype: Plugins;
}

export interface MathsLoader {
  loaded(): MathsPlugins | null;
  /** Never rejects; when it fails it is tried again by the next that asks. */
  load(): Promise<void>;
  onLoaded(listener: () => void): () => void;
}
