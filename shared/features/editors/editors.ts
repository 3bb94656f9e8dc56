// The editors that files open in, and the user's choice.

import { z } from 'zod';

export const editorNames = ['vscode', 'cursor', 'zed', 'jetbrains', 'sublime', 'emacs', 'vim', 'custom'] as const;

export type EditorName = (typeof editorNames)[number];

/** Product names, the same in every language. */
export const editorLabels: Record<Exclude<EditorName, 'custom'>, string> = {
  vscode: 'VS Code',
  cursor: 'Cursor',
  zed: 'Zed',
  jetbrains: 'JetBrains IDE',
  sublime: 'Sublime Text',
  emacs: 'Emacs',
  vim: 'Vim',
};

export const maxEditorCommand = 1000;

export const editorSetting = z.looseObject({
  /** Null: the first that is installed. Changed with editor.choose, editor.open and editor.setCommand only, as it may need confirmation. */
  preferred: z.enum(editorNames).nullable().default(null),
  /** A program and its arguments with `{file}`, `{line}` and `{column}`. */
  command: z.string().max(maxEditorCommand).default(''),
  /** The window asks which editor to use each time; the preferred one is then the last one used. */
  asks: z.boolean().default(false),
});
