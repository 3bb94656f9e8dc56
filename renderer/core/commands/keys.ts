// Shortcuts as text: `Mod+Shift+F`, `Alt+Up`, `F2`, `?`. What a key press is called, on any layout of the keyboard. Pure.

import type { Keys } from '../state/session.ts';

export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const names: Record<string, string> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
  ' ': 'Space',
};
const modifiers = new Set(['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock', 'Fn', 'Hyper', 'Super', 'OS']);

/**
 * What the press may be meant as, the likeliest first: by what the key writes, and by where it lies, which is what counts on
 * layouts that write other letters, or digits only with Shift. None for a modifier alone.
 */
export function keysOf(event: KeyPress, mac: boolean): Keys[] {
  if (modifiers.has(event.key) || event.key === 'Dead' || event.key === 'Process' || event.key === 'Unidentified') {
    return byPlace(event, mac);
  }
  const found: Keys[] = [];
  const named = names[event.key] ?? event.key;
  if (named.length > 1) found.push(withModifiers(event, named, mac, event.shiftKey));
  else if (/[a-z]/i.test(named)) found.push(withModifiers(event, named.toUpperCase(), mac, event.shiftKey));
  else if (/[!-~]/.test(named)) found.push(withModifiers(event, named, mac, /[0-9]/.test(named) && event.shiftKey));
  for (const other of byPlace(event, mac)) if (!found.includes(other)) found.push(other);
  return found;
}

/** The letter or digit that the key has on a common keyboard; not when the key writes a Latin letter of its own. */
function byPlace(event: KeyPress, mac: boolean): Keys[] {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(event.code) ?? [];
  const name = letter ?? digit;
  if (name === undefined || (letter !== undefined && /^[a-z]$/i.test(event.key))) return [];
  return [withModifiers(event, name, mac, event.shiftKey)];
}

function withModifiers(event: KeyPress, name: string, mac: boolean, shift: boolean): Keys {
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  return [mod && 'Mod', other && (mac ? 'Ctrl' : 'Meta'), event.altKey && 'Alt', shift && 'Shift', name]
    .filter(Boolean)
    .join('+');
}

interface KeyParts {
  mod: boolean;
  alt: boolean;
  shift: boolean;
  /** Control on a Mac, and the system's key elsewhere. */
  other: boolean;
  key: string;
}

function partsOf(keys: Keys): KeyParts {
  // The key itself may be a plus.
  const [, before = '', key = ''] = /^(.*\+)?(.+)$/s.exec(keys) ?? [];
  const held = before.split('+');
  return {
    mod: held.includes('Mod'),
    alt: held.includes('Alt'),
    shift: held.includes('Shift'),
    other: held.includes('Ctrl') || held.includes('Meta'),
    key,
  };
}

/** Keys that mean something by themselves where one writes or moves, so that a shortcut is more than one of them. */
export function isBare(keys: Keys): boolean {
  const { mod, alt, other, key } = partsOf(keys);
  return !mod && !alt && !other && !/^F([1-9]|1[0-9]|2[0-4])$/.test(key);
}

const editing = new Set(
  [
    'A',
    'C',
    'V',
    'X',
    'Z',
    'Shift+Z',
    'Y',
    'Shift+V',
    'Left',
    'Right',
    'Up',
    'Down',
    'Backspace',
    'Delete',
    'Enter',
  ].map((key) => `Mod+${key}`),
);

/** What text fields do with it, on every system. */
export function isEditing(keys: Keys): boolean {
  return editing.has(keys);
}

const browsers = new Set(['Mod+N', 'Mod+T', 'Mod+W', 'Mod+Shift+N', 'Mod+Shift+T', 'Mod+Shift+W', 'Mod+Shift+P']);

/** What browsers keep for themselves: a page is not asked. Chromium and Firefox name them `reserved`. */
export function isBrowsers(keys: Keys): boolean {
  return browsers.has(keys) || /^Mod\+(Shift\+)?(Tab|PageUp|PageDown)$/.test(keys);
}

/** In a field with text these move the cursor or take text away, on one system or another; on a Mac also by paragraphs. */
function movesInText(keys: Keys, mac: boolean): boolean {
  const { key, alt } = partsOf(keys);
  if (mac && alt && (key === 'Up' || key === 'Down')) return true;
  return ['Left', 'Right', 'Backspace', 'Delete', 'Home', 'End'].includes(key);
}

/** What one writes or chooses in: a text, none yet, or a list that opens. */
export type FieldState = 'filled' | 'empty' | 'select';

/** What the field that has the focus does with the press itself. */
export function isOfField(keys: Keys, field: FieldState, mac: boolean): boolean {
  if (isBare(keys)) return true;
  if (field === 'empty') return false;
  // Up and down with Alt open the list and close it.
  const { alt, key } = partsOf(keys);
  if (field === 'select' && alt && (key === 'Up' || key === 'Down')) return true;
  return movesInText(keys, mac);
}

/** As `aria-keyshortcuts` has it (https://www.w3.org/TR/wai-aria-1.2/#aria-keyshortcuts). */
export function ariaKeys(keys: Keys, mac: boolean): string {
  const named: Record<string, string> = {
    Mod: mac ? 'Meta' : 'Control',
    Ctrl: 'Control',
    Up: 'ArrowUp',
    Down: 'ArrowDown',
    Left: 'ArrowLeft',
    Right: 'ArrowRight',
    Esc: 'Escape',
  };
  const { key } = partsOf(keys);
  const before = keys
    .slice(0, keys.length - key.length)
    .split('+')
    .filter(Boolean);
  return [...before, key === '+' ? 'Plus' : key].map((part) => named[part] ?? part).join('+');
}
