// The shared browser: its programs, its switch, and pointing at elements in its window.

import { z } from 'zod';
import { conversationId, defineMethod, type Nothing, nothing } from '../../protocol/method.ts';
import { maxProgramPath, type PageElement, type SharedBrowserSetting } from './sharedBrowser.ts';

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

/** An element that the user pointed at in the browser's window. */
export interface PointedElement {
  url: string;
  element: PageElement;
  /** A picture of it, stored as an attachment of the conversation; null: none could be taken. */
  picture: { hash: string; mediaType: string } | null;
}

export const sharedBrowserMethods = {
  'sharedBrowser.info': defineMethod<SharedBrowserInfo>()('none', nothing),
  /**
   * Switches it on or off and chooses its program (empty: the first that is installed). Needs confirmation outside the
   * window when a program would start that could not before. NOT_SUPPORTED: there is no such program.
   */
  'sharedBrowser.set': defineMethod<SharedBrowserSetting>()(
    'app',
    z.object({ on: z.boolean(), program: z.string().max(maxProgramPath), headless: z.boolean() }),
  ),
  /** Closes it, if it is open. */
  'sharedBrowser.close': defineMethod<Nothing>()('none', nothing),
  /**
   * Lets the user point at an element of the conversation's page in the browser's window. Null: they canceled, or did
   * not point within two minutes. NOT_SUPPORTED: the conversation has no page, or the browser has no window.
   */
  'sharedBrowser.point': defineMethod<{ pointed: PointedElement | null }>()('none', z.object({ conversationId })),
} as const;
