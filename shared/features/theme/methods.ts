// The person's theme file: values for the colours and corners of the window.

import type { UserTextData } from '../../core/sentence.ts';
import { method, nothing } from '../../protocol/method.ts';

/** Why a line of it was not taken. */
export type ThemeProblemKind =
  /** No declaration; a block that is not `:root`; a brace that is missing. */
  | 'syntax'
  | 'block'
  | 'unclosed'
  /** Not one of the names that there are. */
  | 'name'
  | 'colour'
  | 'length'
  /** The whole file: longer than a theme is. */
  | 'long';

export interface ThemeProblem {
  line: number;
  why: ThemeProblemKind;
  /** What stands there, shortened. */
  text: string;
}

export interface ThemeFile {
  /** Where it is or would be. */
  place: string;
  exists: boolean;
  /** By name, as `--accent`: colours and lengths that were checked, and nothing else. */
  values: Record<string, string>;
  problems: ThemeProblem[];
  /** Why it could not be read, where it is there and cannot. */
  unread?: UserTextData;
}

export type ThemeEvent = { type: 'theme.changed'; theme: ThemeFile };

export const themeMethods = {
  /** As it is now; from then on `theme.changed` follows. */
  'theme.read': method<ThemeFile>()('none', nothing),
  /** Writes one with every name in it, as a comment; one that is there stays. */
  'theme.create': method<ThemeFile>()('app', nothing),
  /** Keeps the file under another name, so that the window looks as if there was none. `kept`: its name now; null: none was there. */
  'theme.reset': method<{ kept: string | null; theme: ThemeFile }>()('app', nothing),
  /** Shows it in the system's file manager. False: this host has none. */
  'theme.show': method<{ shown: boolean }>()('none', nothing),
} as const;
