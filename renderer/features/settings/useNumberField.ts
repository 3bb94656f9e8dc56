// State of a number field: saves on blur or Enter. An invalid number shows an error next to the field, and the old value stays
// in effect.

import { type ComponentProps, useEffect, useState } from 'react';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import type { TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { useSetting } from './useSetting.ts';

export interface NumberFieldOptions {
  /** In displayed units. */
  saved: number;
  from: number;
  to: number;
  /** Allows halves. */
  halves?: boolean;
  /** Error for an invalid or out-of-range number. */
  bad: string;
  toPatch: (value: number) => Partial<Settings>;
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
