// A setting that is typed as a whole number: it is saved when the field is left or on Enter, and a bad one is refused beside
// the field while the old one counts on.

import { type ComponentProps, useEffect, useState } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import type { TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { useSetting } from './useSetting.ts';

export interface NumberFieldOptions {
  /** As shown. */
  saved: number;
  from: number;
  to: number;
  /** Said when it is no whole number between the bounds. */
  bad: string;
  toPatch: (shown: number) => Partial<Settings>;
}

export interface NumberField {
  error: string | null;
  input: ComponentProps<typeof TextInput>;
}

export function useNumberField({ saved, from, to, bad, toPatch }: NumberFieldOptions): NumberField {
  const { error, change, refuse } = useSetting();
  const [text, setText] = useState(String(saved));
  useEffect(() => setText(String(saved)), [saved]);
  const save = (): void => {
    const value = Number(text);
    if (value === saved && error === null) return;
    if (!/^\d+$/.test(text.trim()) || value < from || value > to) refuse(bad);
    else void change(toPatch(value));
  };
  return {
    error,
    input: {
      inputMode: 'numeric',
      value: text,
      onChange: (event) => setText(event.target.value),
      onBlur: save,
      onKeyDown: (event) => event.key === 'Enter' && !isComposing(event) && save(),
    },
  };
}
