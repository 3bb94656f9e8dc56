// The user's theme file: colors and corner radii of the window.

import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, nothing } from '../../protocol/method.ts';

/** Why a line was rejected. */
export type ThemeProblemKind =
  /** Not a declaration; a block other than `:root`; a missing brace. */
  | 'syntax'
  | 'block'
  | 'unclosed'
  /** An unknown name. */
  | 'name'
  | 'colour'
  | 'length'
  /** The whole file exceeds the maximum size. */
  | 'long';

export interface ThemeProblem {
  line: number;
  why: ThemeProblemKind;
  /** The offending text, shortened. */
  text: string;
}

export interface ThemeFile {
  /** Where it is or would be. */
  place: string;
  exists: boolean;
  /** Validated values by name, such as `--accent`: only colors and lengths. */
  values: Record<string, string>;
  problems: ThemeProblem[];
  /** Why an existing file could not be read. */
  unread?: UserTextData;
}

export type ThemeEvent = { type: 'theme.changed'; theme: ThemeFile };

export const themeMethods = {
  /** Returns the theme; `theme.changed` events follow. */
  'theme.read': defineMethod<ThemeFile>()('none', nothing),
  /** Creates a theme file with every name commented out; keeps an existing one. */
  'theme.create': defineMethod<ThemeFile>()('app', nothing),
  /** Renames the file, which resets the window's appearance. `kept`: its new name; null: there was none. */
  'theme.reset': defineMethod<{ kept: string | null; theme: ThemeFile }>()('app', nothing),
  /** Shows it in the system's file manager. False: the host has none. */
  'theme.show': defineMethod<{ shown: boolean }>()('none', nothing),
} as const;
