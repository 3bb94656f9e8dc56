// Terminals: shells that the user types into, in the folder of a conversation or project.

import { z } from 'zod';
import { conversationId, defineMethod, id, type Nothing, nothing } from '../../protocol/method.ts';

export interface TerminalInfo {
  id: string;
  /** Null: it belongs to the whole project. */
  conversationId: string | null;
  projectId: string;
  /** Chosen by the user; empty: none. */
  name: string;
  /** The shell's file name, such as `bash`. */
  shell: string;
  cwd: string;
  state: 'running' | 'ended';
  exitCode: number | null;
  /** It runs in the sandbox. */
  sandboxed: boolean;
}

export type TerminalEvent = { type: 'terminals.changed'; terminals: TerminalInfo[] };

/** A piece of output. Offsets count UTF-16 units since the first start. */
export interface TerminalOutput {
  text: string;
  nextOffset: number;
  /** Offset after everything printed so far. */
  end: number;
  /**
   * Why the text does not continue at the requested offset: it begins with all that a new shell printed, or output
   * before it is gone. Null: it continues there.
   */
  reset: 'beginning' | 'dropped' | null;
  /** Nothing follows: the shell has ended. */
  ended: boolean;
}

const terminalId = id;
const size = { cols: z.number().int().min(2).max(1000), rows: z.number().int().min(1).max(1000) };

export const terminalMethods = {
  'terminal.list': defineMethod<{ terminals: TerminalInfo[] }>()('none', nothing),
  /**
   * Starts a shell in the conversation's folder, or for a new chat in the project's. Needs a trusted folder. Outside the
   * sandbox the user confirms it outside the window, once for each folder.
   */
  'terminal.open': defineMethod<{ terminal: TerminalInfo }>()(
    'none',
    z.object({ conversationId: conversationId.nullable(), projectId: id.nullable(), ...size }),
  ),
  /** Returns output from `offset`, waiting until there is some. The shell waits for a reader that does not keep up. */
  'terminal.read': defineMethod<TerminalOutput>()(
    'none',
    z.object({ terminalId, offset: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  ),
  /**
   * Types into it. Calls keep their order. `isAnswer`: the emulator's, to a program's request; ignored from any view but the
   * current one, so that programs get each answer once. Anything else makes the view the current one, and the terminal gets
   * its size before the text.
   */
  'terminal.write': defineMethod<Nothing>()(
    'none',
    z.object({ terminalId, text: z.string().max(1_000_000), isAnswer: z.boolean().optional() }),
  ),
  /** The size of a view. It becomes the terminal's in the current view, or with `takes`: the user has gone to this view. */
  'terminal.resize': defineMethod<Nothing>()('none', z.object({ terminalId, ...size, takes: z.boolean().optional() })),
  'terminal.rename': defineMethod<Nothing>()('none', z.object({ terminalId, name: z.string().trim().max(100) })),
  /** Ends its shell, if that still runs, and starts another one under the same conditions as `terminal.open`. */
  'terminal.restart': defineMethod<{ terminal: TerminalInfo }>()('none', z.object({ terminalId, ...size })),
  /** Ends it with everything that it started, and removes it. */
  'terminal.close': defineMethod<Nothing>()('none', z.object({ terminalId })),
} as const;
