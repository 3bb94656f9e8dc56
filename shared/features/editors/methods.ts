// Opening files of a conversation's folder in the user's editor.

import { z } from 'zod';
import { conversationId, defineMethod, nothing } from '../../protocol/method.ts';
import { type EditorName, editorNames, maxEditorCommand } from './editors.ts';

export interface EditorChoice {
  name: Exclude<EditorName, 'custom'>;
  /** The product, such as WebStorm. */
  label: string;
}

const position = z.number().int().min(1).max(9_999_999).optional();

export const editorMethods = {
  /** Returns the installed editors, and the user's choice. */
  'editor.list': defineMethod<{ installed: EditorChoice[]; preferred: EditorName | null; command: string }>()(
    'none',
    nothing,
  ),
  /**
   * Opens a file of the conversation's folder. `editor` becomes the preferred one; without it, uses that or the first
   * installed one. NOT_SUPPORTED: there is none. In a browser, a new choice needs confirmation outside the page.
   */
  'editor.open': defineMethod<{ name: string }>()(
    'app',
    z.object({
      conversationId,
      path: z.string().min(1).max(4096),
      line: position,
      column: position,
      editor: z.enum(editorNames).optional(),
    }),
  ),
  /**
   * Sets the preferred editor (null: the first that is installed), and whether the window asks each time. NOT_SUPPORTED: it is
   * not installed. In a browser, a new choice needs confirmation outside the page.
   */
  'editor.choose': defineMethod<{ editor: EditorName | null }>()(
    'app',
    z.object({ editor: z.enum(editorNames).nullable(), asks: z.boolean() }),
  ),
  /** Sets a command of the user's own as the preferred editor; always needs confirmation outside the window. */
  'editor.setCommand': defineMethod<{ command: string }>()(
    'app',
    z.object({ command: z.string().trim().min(1).max(maxEditorCommand) }),
  ),
} as const;
