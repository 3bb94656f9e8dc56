// The keyboard of a terminal chat: one line reader for the whole chat, with history, completion and multi-line
// messages. Output goes above the line being typed. Reads plain lines if standard input is not a terminal.

import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import { createInterface, type Interface } from 'node:readline/promises';
import type { Streams } from '../input.ts';
import { decodeInput } from '../input.ts';

export interface LineInputOptions extends Streams {
  /** Returns completions for the end of the line, and that end. */
  complete(line: string): Promise<[string[], string]>;
  /** Ctrl-C. `draft`: the discarded line. */
  onInterrupt(draft: string): void;
  /** A prompt is about to appear: clear its line. */
  onPrompt(): void;
  /** Piped input is not text: the input ends there. */
  onNotText(): void;
  /** The terminal has no control sequences. */
  isDumb: boolean;
}

export interface LineInput {
  /** Returns the next message; null at the end of the input. */
  next(): Promise<string | null>;
  /**
   * Sends messages to `to` as they arrive until the returned function is called. Shows no prompt until the user types.
   */
  divert(to: (text: string) => void): () => void;
  /** Prints above the line being typed. */
  print(text: string, to: 'stdout' | 'stderr'): void;
  /** Whether the cursor is at the start of a line and nobody is typing. */
  isAtStart(): boolean;
  /** Lends the keyboard to another reader until `work` is done. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /** Inserts text into the line for the user to edit or send. */
  offer(text: string): void;
  close(): void;
}

const historySize = 200;
const first = '› ';
const further = '… ';

export function createLineInput(options: LineInputOptions): LineInput {
  const { stdin, stdout, stderr, complete, onInterrupt, onPrompt, isDumb } = options;
  const isTerminal = stdin.isTTY === true;
  const source = isTerminal ? stdin : decodeInput(stdin, options.onNotText);
  let lines: Interface | null = null;
  let history: string[] = [];
  /** Lines of an unfinished multi-line message. */
  let parts: string[] = [];
  let pasting = false;
  let hasPrompt = false;
  /** Output without a line break, held back while the user types. */
  let heldBack = '';
  let atStart = true;
  let hasEnded = false;
  let lent = false;
  const waiting: string[] = [];
  let wake: (() => void) | null = null;
  let diverted: ((text: string) => void) | null = null;

  function open(): void {
    if (!isTerminal) {
      lines = createInterface({ input: source, terminal: false });
    } else {
      lines = createInterface({
        input: stdin,
        output: stderr,
        terminal: true,
        history,
        historySize,
        completer: complete,
      });
      lines.on('history', (now) => {
        history = [...now];
      });
      if (!isDumb) stderr.write('\x1b[?2004h');
      // Before readline draws the key.
      stdin.prependListener('keypress', onKey);
    }
    const reader = lines;
    reader.on('line', onLine);
    reader.on('SIGINT', () => {
      const draft = [...parts, reader.line].join('\n');
      parts = [];
      hasPrompt = false;
      // Readline would redraw its line together with the key and erase other output.
      if (reader.line !== '') reader.write(null, { ctrl: true, name: 'u' });
      stderr.write('\n');
      atStart = true;
      flushHeldBack();
      onInterrupt(draft);
    });
    reader.once('close', () => {
      if (lines !== reader) return;
      lines = null;
      if (lent) return;
      hasEnded = true;
      if (parts.length > 0) submit(parts.join('\n'));
      wake?.();
    });
  }

  function release(): void {
    const reader = lines;
    lines = null;
    if (!reader) return;
    stdin.removeListener('keypress', onKey);
    reader.close();
    if (isTerminal && !isDumb) stderr.write('\x1b[?2004l');
  }

  function onKey(text: string | undefined, key: { name?: string; ctrl?: boolean } | undefined): void {
    if (key?.name === 'paste-start') pasting = true;
    if (key?.name === 'paste-end') pasting = false;
    const begins = diverted !== null && !hasPrompt && text !== undefined && !key?.ctrl && /^\P{Cc}/u.test(text);
    if (begins) prompt();
  }

  function onLine(line: string): void {
    if (pasting) return void parts.push(line);
    if (line.endsWith('\\')) {
      parts.push(line.slice(0, -1));
      if (isTerminal) prompt();
      return;
    }
    const text = [...parts, line].join('\n');
    parts = [];
    submit(text);
  }

  function submit(text: string): void {
    hasPrompt = false;
    atStart = true;
    flushHeldBack();
    if (text.trim() === '') {
      if (!diverted) prompt();
      return;
    }
    if (diverted) {
      diverted(text);
      return;
    }
    waiting.push(text);
    wake?.();
  }

  function prompt(): void {
    if (!lines || !isTerminal) return;
    onPrompt();
    if (!atStart && !hasPrompt) stderr.write('\n');
    atStart = true;
    hasPrompt = true;
    lines.setPrompt(parts.length > 0 ? further : first);
    lines.prompt(true);
  }

  /** The user stopped typing: prints held-back output. */
  function flushHeldBack(): void {
    const text = heldBack;
    heldBack = '';
    if (text !== '') print(text, 'stdout');
  }

  function print(text: string, to: 'stdout' | 'stderr'): void {
    if (text === '') return;
    const stream = to === 'stdout' ? stdout : stderr;
    if (!hasPrompt || !lines || stream.isTTY !== true) {
      stream.write(text);
      // On a terminal, both streams share one cursor.
      if (to === 'stdout' || stream.isTTY === true) atStart = text.endsWith('\n');
      return;
    }
    heldBack += text;
    const end = heldBack.lastIndexOf('\n') + 1;
    if (end === 0) return;
    const completeLines = heldBack.slice(0, end);
    heldBack = heldBack.slice(end);
    const { rows } = lines.getCursorPos();
    moveCursor(stderr, 0, -rows);
    cursorTo(stderr, 0);
    clearScreenDown(stderr);
    stream.write(completeLines);
    lines.prompt(true);
  }

  open();
  return {
    async next() {
      if (waiting.length === 0 && !hasEnded) {
        if (isTerminal && lines) prompt();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = null;
      }
      return waiting.shift() ?? null;
    },
    divert(to) {
      // Piped lines wait for their turn.
      if (isTerminal) diverted = to;
      return () => {
        diverted = null;
      };
    },
    print,
    isAtStart: () => atStart && !hasPrompt,
    async lend(work) {
      if (hasEnded) return work();
      const draft = lines?.line ?? '';
      lent = true;
      if (hasPrompt) stderr.write('\n');
      hasPrompt = false;
      flushHeldBack();
      release();
      try {
        return await work();
      } finally {
        lent = false;
        atStart = true;
        if (!hasEnded) {
          open();
          if (draft !== '') {
            prompt();
            lines?.write(draft);
          }
        }
      }
    },
    offer(text) {
      if (!isTerminal || hasEnded) return;
      prompt();
      lines?.write(text);
    },
    close() {
      hasEnded = true;
      release();
      wake?.();
    },
  };
}
