// A field that records a shortcut from the keys that the user presses.

import { type KeyboardEvent, useState } from 'react';
import { possibleShortcuts } from '../../core/commands/keys.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import type { Keys } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { isMac, keysText } from '../../ui/Kbd.tsx';

const words = strings.commands;
const { shortcuts } = lateStrings;

interface KeyFieldProps {
  title: string;
  keys: Keys;
  fixed: boolean;
  invalid: boolean;
  /** Empty: no shortcut. */
  onKeys: (keys: Keys) => void;
  onLeave: () => void;
}

/**
 * Field that records a shortcut. Enter or a click starts recording; the next key press becomes the shortcut, Escape cancels,
 * Backspace clears. While it records, keys have no other effect.
 */
export function KeyField({ title, keys, fixed, invalid, onKeys, onLeave }: KeyFieldProps) {
  const [listens, setListens] = useState(false);
  const keysLabel = keys === '' ? words.none : keysText(keys, isMac());
  if (fixed) {
    return (
      <span className="px-2 text-ink-3 text-small" title={shortcuts.list.fixed}>
        {keysLabel}
      </span>
    );
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!listens || event.key === 'Tab') return;
    const [pressed] = possibleShortcuts(event.nativeEvent, isMac());
    event.preventDefault();
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    if (pressed === undefined) return;
    setListens(false);
    if (pressed === 'Esc') onLeave();
    else onKeys(pressed === 'Backspace' || pressed === 'Delete' ? '' : pressed);
  };
  return (
    <button
      type="button"
      data-listens={listens}
      aria-label={`${shortcuts.keyboard.change(title)}: ${listens ? shortcuts.keyboard.press : keysLabel}`}
      aria-description={shortcuts.keyboard.pressHint}
      title={shortcuts.keyboard.pressHint}
      onClick={() => setListens(true)}
      onBlur={() => {
        setListens(false);
        onLeave();
      }}
      onKeyDown={onKeyDown}
      className={classes(
        'h-7 min-w-32 rounded-m border px-2 text-small',
        listens ? 'border-accent text-ink' : invalid ? 'border-fail text-ink-2' : 'border-line-strong hover:bg-hover',
        keys === '' && !listens ? 'text-ink-3' : 'text-ink-2',
      )}
    >
      {listens ? shortcuts.keyboard.press : keysLabel}
    </button>
  );
}
