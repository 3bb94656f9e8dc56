// Inline rename field: Enter or blur saves, Escape cancels. Also saves if it is unmounted with its row while editing.

import { useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { TextInput } from './Field.tsx';
import { isComposing, ownEscapeMark } from './isComposing.ts';

export function RenameField({
  label,
  value,
  maxLength = 300,
  className,
  onSave,
  onCancel,
}: {
  label: string;
  value: string;
  maxLength?: number;
  className?: string;
  /** `byKey`: finished by keyboard, so the focus should return to the title. */
  onSave: (next: string, byKey: boolean) => void;
  onCancel: (byKey: boolean) => void;
}) {
  const [text, setText] = useState(value);
  const ended = useRef(false);
  const end = (save: boolean, byKey = false): void => {
    if (ended.current) return;
    ended.current = true;
    const next = text.trim();
    if (save && next !== '' && next !== value) onSave(next, byKey);
    else onCancel(byKey);
  };
  const latest = useRef(end);
  latest.current = end;
  useEffect(() => () => latest.current(true), []);
  return (
    <TextInput
      autoFocus
      {...{ [ownEscapeMark]: '' }}
      aria-label={label}
      dir="auto"
      maxLength={maxLength}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === 'Enter') end(true, true);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        end(false, true);
      }}
      className={classes('h-7', className)}
    />
  );
}
