// The emulator of one terminal: keys, colors, size, and the output that the host holds. What programs print is
// untrusted: the emulator has no clipboard, title, window or link actions for them.

import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import type { TerminalInfo } from '../../../shared/features/terminal/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { createOutputReader } from './outputReader.ts';
import { onLookChange, readLook } from './theme.ts';

export interface ScreenOptions {
  connection: Connection;
  terminal: TerminalInfo;
  /** It was opened here just now, so programs still wait for answers to what they printed. */
  isNew: boolean;
  screenReader: boolean;
  label: string;
  onSelection(hasSelection: boolean): void;
  copy(text: string): void;
  leave(): void;
}

export interface Screen {
  focus(): void;
  selection(): string;
  clear(): void;
  setScreenReader(on: boolean): void;
  /** Follows the output again, after a restart. */
  follow(): void;
  /** Reports the size to a new shell. */
  refit(): void;
  dispose(): void;
}

const scrollbackLines = 5000;
const minSize = { cols: 2, rows: 1 };

export function createScreen(place: HTMLElement, options: ScreenOptions): Screen {
  const { connection, terminal } = options;
  const terminalId = terminal.id;
  const emulator = new Terminal({
    ...readLook(place),
    scrollback: scrollbackLines,
    minimumContrastRatio: 4.5,
    screenReaderMode: options.screenReader,
    lineHeight: 1.25,
    // An address from a program is never opened, so links look and act like text.
    linkHandler: { activate() {} },
    macOptionIsMeta: true,
  });
  const fit = new FitAddon();
  emulator.loadAddon(fit);
  emulator.open(place);
  emulator.textarea?.setAttribute('aria-label', options.label);
  const over = new AbortController();
  const reader = createOutputReader({
    async read(offset) {
      const answer = await connection.call('terminal.read', { terminalId, offset }, over.signal);
      return over.signal.aborted ? null : answer;
    },
    write: (text) => new Promise((resolve) => emulator.write(text, resolve)),
    reset: () => emulator.reset(),
    isNew: options.isNew,
  });

  emulator.attachCustomKeyEventHandler((event) => handleKey(event, emulator, options));
  const user = followUser(place, over.signal);
  emulator.onData((text) => {
    if (reader.isReplaying()) return;
    void connection.call('terminal.write', { terminalId, text, isAnswer: !user.isActing() });
  });
  emulator.onSelectionChange(() => options.onSelection(emulator.hasSelection()));
  emulator.onResize(() => refit());

  function resize(): void {
    const size = fit.proposeDimensions();
    if (!size || !(size.cols >= minSize.cols && size.rows >= minSize.rows)) return;
    emulator.resize(size.cols, size.rows);
  }

  const stopLook = onLookChange(() => {
    Object.assign(emulator.options, readLook(place));
    resize();
  });
  const stopOpen = connection.onOpen(() => {
    // To the host, this is a new view.
    refit(document.hasFocus() && place.contains(document.activeElement));
    void reader.follow(true);
  });
  const observer = new ResizeObserver(() => requestAnimationFrame(() => !over.signal.aborted && resize()));
  observer.observe(place);
  resize();
  function refit(takes = false): void {
    void connection.call('terminal.resize', { terminalId, cols: emulator.cols, rows: emulator.rows, takes });
  }
  refit();
  // Before the emulator reports the focus to a program that wants to know, and the text that an input method composes.
  for (const name of ['focus', 'compositionstart'] as const)
    place.addEventListener(name, () => refit(true), { capture: true, signal: over.signal });
  void reader.follow();

  return {
    focus: () => emulator.focus(),
    selection: () => emulator.getSelection(),
    clear: () => emulator.clear(),
    setScreenReader(on) {
      emulator.options.screenReaderMode = on;
    },
    follow: () => void reader.follow(),
    refit: () => refit(),
    dispose() {
      over.abort();
      observer.disconnect();
      stopLook();
      stopOpen();
      emulator.dispose();
    },
  };
}

/** The emulator sends what was typed within the event, or right after it. */
const actMs = 50;

/** Distinguishes what the user types and clicks from the emulator's own answers. */
function followUser(place: HTMLElement, signal: AbortSignal): { isActing(): boolean } {
  let actedAt = Number.NEGATIVE_INFINITY;
  const act = (): void => {
    actedAt = performance.now();
  };
  const names = ['keydown', 'input', 'paste', 'compositionend', 'pointerdown'] as const;
  for (const name of names) place.addEventListener(name, act, { capture: true, passive: true, signal });
  return { isActing: () => performance.now() - actedAt < actMs };
}

/** False: the emulator ignores the key, and the window or the browser handles it. */
function handleKey(event: KeyboardEvent, emulator: Terminal, { copy, leave }: ScreenOptions): boolean {
  if (event.type !== 'keydown') return true;
  const { key, ctrlKey, shiftKey, altKey, metaKey } = event;
  if (key === 'F6' && !ctrlKey && !altKey && !metaKey) {
    event.preventDefault();
    leave();
    return false;
  }
  // The window's own shortcut for this panel.
  if (ctrlKey && key === '`') return false;
  if (!ctrlKey || altKey || metaKey) return true;
  const letter = key.toLowerCase();
  if (letter === 'c' && (shiftKey || emulator.hasSelection())) {
    event.preventDefault();
    if (emulator.hasSelection()) copy(emulator.getSelection());
    emulator.clearSelection();
    return false;
  }
  // The browser pastes into the emulator's field, which brackets the text for the shell.
  return letter !== 'v';
}
