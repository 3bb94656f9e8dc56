// The shared browser: its programs and its switch.

import { z } from 'zod';
import { defineMethod, type Nothing, nothing } from '../../protocol/method.ts';
import { maxProgramPath, type SharedBrowserSetting } from './sharedBrowser.ts';

export interface BrowserProgram {
  /** Product name. */
  name: string;
  path: string;
}

export interface SharedBrowserInfo {
  /** Installed browsers, the default first. */
  programs: BrowserProgram[];
  isOpen: boolean;
  /** Folder of its profile. */
  profile: string;
}

export const sharedBrowserMethods = {
  'sharedBrowser.info': defineMethod<SharedBrowserInfo>()('none', nothing),
  /**
   * Switches it on or off and chooses its program (empty: the first that is installed, whose path is then the setting). Needs confirmation outside the
   * window when a program would start that could not before. NOT_SUPPORTED: there is no such program.
   */
  'sharedBrowser.set': defineMethod<SharedBrowserSetting>()(
    'app',
    z.object({ on: z.boolean(), program: z.string().max(maxProgramPath), headless: z.boolean() }),
  ),
  /** Closes it, if it is open. */
  'sharedBrowser.close': defineMethod<Nothing>()('none', nothing),
} as const;
