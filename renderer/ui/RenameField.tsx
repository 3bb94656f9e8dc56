// A field that stands in the place of a title while it is renamed: Enter or leaving it saves, Escape does not.

import { useRef, useState } from 'react';
import { classes } from './classes.ts';
import { TextInput } from './Field.tsx';

export function RenameField({
  label,
  value,
  className,
  onSave,
  onCancel,
}: {
  label: string;
  value: string;
  className?: string;
  onSave: (next: string) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState(value);
  const ended = useRef(false);
  const end = (save: boolean): void => {
    if (ended.current) return;
    ended.current = true;
    const next = text.trim();
    if (save && next !== '' && next !== value) onSave(next);
    else onCancel();
  };
  return (
    <TextInput
      autoFocus
      aria-label={label}
      maxLength={300}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end(true);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        end(false);
      }}
      className={classes('h-7', className)}
    />
  );
}
