// Parses shortcuts such as `Mod+Shift+F`, `Alt+Up`, `F2`, `?`, and names key presses on any keyboard layout. Pure.

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
 * Possible shortcuts of a key press, likeliest first: by the character, then by physical position, which matters on
 * non-Latin layouts and those that type digits with Shift. Empty for modifiers alone.
 */
export function possibleShortcuts(event: KeyPress, mac: boolean): Keys[] {
  if (modifiers.has(event.key) || event.key === 'Dead' || event.key === 'Process' || event.key === 'Unidentified') {
    return byPlace(event, mac);
  }
  const parsedKeys: Keys[] = [];
  const named = names[event.key] ?? event.key;
  if (named.length > 1) parsedKeys.push(withModifiers(event, named, mac, event.shiftKey));
  else if (/[a-z]/i.test(named)) parsedKeys.push(withModifiers(event, named.toUpperCase(), mac, event.shiftKey));
  else if (/[!-~]/.test(named))
    parsedKeys.push(withModifiers(event, named, mac, /[0-9]/.test(named) && event.shiftKey));
  for (const other of byPlace(event, mac)) if (!parsedKeys.includes(other)) parsedKeys.push(other);
  return parsedKeys;
}

/** The letter or digit at this position on a US keyboard; none if the key already types a Latin letter. */
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
  /** Control on macOS, and the Windows/Super key elsewhere. */
  other: boolean;
  key: string;
}

function partsOf(keys: Keys): KeyParts {
  // The key itself may be a plus.
  const [, before = '', key = ''] = /^(.*\+)?(.+)$/s.exec(keys) ?? [];
  const modifierNames = before.split('+');
  return {
    mod: modifierNames.includes('Mod'),
    alt: modifierNames.includes('Alt'),
    shift: modifierNames.includes('Shift'),
    other: modifierNames.includes('Ctrl') || modifierNames.includes('Meta'),
    key,
  };
}

/** Keys that type or move the cursor on their own, and so need a modifier. */
export function needsModifier(keys: Keys): boolean {
  const { mod, alt, other, key } = partsOf(keys);
  return !mod && !alt && !other && !functionKey.test(key);
}

const functionKey = /^F([1-9]|1[0-9]|2[0-4])$/;

/** Browsers and systems use them, too. */
export function isFunctionKey(keys: Keys): boolean {
  return functionKey.test(keys);
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

/** Standard text field shortcuts on any system. */
export function isEditingShortcut(keys: Keys): boolean {
  return editing.has(keys);
}

const browsers = new Set(['Mod+N', 'Mod+T', 'Mod+W', 'Mod+Shift+N', 'Mod+Shift+T', 'Mod+Shift+W', 'Mod+Shift+P']);

/** Reserved by browsers and never delivered to pages. Chromium and Firefox call them `reserved`. */
export function isBrowserReserved(keys: Keys): boolean {
  return browsers.has(keys) || /^Mod\+(Shift\+)?(Tab|PageUp|PageDown)$/.test(keys);
}

/** Moves the cursor or deletes text in a non-empty field on some system; on macOS also by paragraph. */
function movesInText(keys: Keys, mac: boolean): boolean {
  const { key, alt } = partsOf(keys);
  if (mac && alt && (key === 'Up' || key === 'Down')) return true;
  return ['Left', 'Right', 'Backspace', 'Delete', 'Home', 'End'].includes(key);
}

/** The focused field: with text, or empty. */
export type FieldState = 'filled' | 'empty';

/** Whether the focused field handles the press itself. */
export function isHandledByField(keys: Keys, field: FieldState, mac: boolean): boolean {
  if (needsModifier(keys)) return true;
  return field === 'filled' && movesInText(keys, mac);
}

/** In the format of `aria-keyshortcuts` (https://www.w3.org/TR/wai-aria-1.2/#aria-keyshortcuts). */
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
