// A setting that is a whole number between two bounds.

import { useEffect, useState } from 'react';
import type { Settings } from '../../shared/settings.ts';
import { useApp } from '../state/context.tsx';
import { Field, TextInput } from '../ui/Field.tsx';
import { useSetting } from './useSetting.ts';

interface NumberSettingProps {
  name: keyof Settings &
    ('maxTurns' | 'idleTimeoutSeconds' | 'resultCapMegabytes' | 'undoMegabytes' | 'compactAt' | 'deferToolsAbove');
  label: string;
  hint: string;
  bad: string;
  from: number;
  to: number;
  /** The setting is what is shown divided by this; 1 unless given. */
  per?: number;
}

export function NumberSetting({ name, label, hint, bad, from, to, per = 1 }: NumberSettingProps) {
  const saved = useApp((snapshot) => Math.round(snapshot.settings[name] * per));
  const { error, change, refuse } = useSetting();
  const [text, setText] = useState(String(saved));
  useEffect(() => setText(String(saved)), [saved]);
  const save = (): void => {
    const value = Number(text);
    if (value === saved && error === null) return;
    if (!/^\d+$/.test(text.trim()) || value < from || value > to) refuse(bad);
    else void change({ [name]: value / per });
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
