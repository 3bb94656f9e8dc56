// A setting that is a whole number between two bounds.

import { useEffect, useState } from 'react';
import type { Settings } from '../../shared/settings.ts';
import { useApp } from '../state/context.tsx';
import { Field, TextInput } from '../ui/Field.tsx';
import { useSetting } from './useSetting.ts';

interface NumberSettingProps {
  name: keyof Settings & ('maxTurns' | 'idleTimeoutSeconds' | 'resultCapMegabytes');
  label: string;
  hint: string;
  bad: string;
  from: number;
  to: number;
}

export function NumberSetting({ name, label, hint, bad, from, to }: NumberSettingProps) {
  const saved = useApp((snapshot) => snapshot.settings[name]);
  const { error, change, refuse } = useSetting();
  const [text, setText] = useState(String(saved));
  useEffect(() => setText(String(saved)), [saved]);
  const save = (): void => {
    const value = Number(text);
    if (value === saved && error === null) return;
    if (!/^\d+$/.test(text.trim()) || value < from || value > to) refuse(bad);
    else void change({ [name]: value });
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          inputMode="numeric"
          className="tabular max-w-28"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
      )}
    </Field>
  );
}
