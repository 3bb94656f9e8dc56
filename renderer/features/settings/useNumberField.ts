// A setting that is typed as a number: it is saved when the field is left or on Enter, and a bad one is refused beside
// the field while the old one counts on.

import { type ComponentProps, useEffect, useState } from 'react';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { useSetting } from './useSetting.ts';

export interface NumberFieldOptions {
  /** As shown. */
  saved: number;
  from: number;
  to: number;
  /** Halves count, too. */
  halves?: boolean;
  /** Said when it is no such number between the bounds. */
  bad: string;
  toPatch: (shown: number) => Partial<Settings>;
}

export interface NumberField {
  error: string | null;
  input: ComponentProps<typeof TextInput>;
}

export function useNumberField({ saved, from, to, halves = false, bad, toPatch }: NumberFieldOptions): NumberField {
  const { error, change, refuse } = useSetting();
  const [text, setText] = useState(String(saved));
  useEffect(() => setText(String(saved)), [saved]);
  const save = (): void => {
    const typed = text.trim().replace(',', '.');
    const value = Number(typed);
    if (value === saved && error === null) return;
    if (!(halves ? /^\d+(?:\.[05])?$/ : /^\d+$/).test(typed) || value < from || value > to) refuse(bad);
    else void change(toPatch(value));
  };
  return {
    error,
    input: {
      inputMode: halves ? 'decimal' : 'numeric',
      value: text,
      onChange: (event) => setText(event.target.value),
      onBlur: save,
      onKeyDown: (event) => event.key === 'Enter' && !isComposing(event) && save(),
    },
  };
}
