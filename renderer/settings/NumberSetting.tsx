// A setting that is a whole number between two bounds. A bad one is refused beside the field, and the old one counts on.

import { useEffect, useState } from 'react';
import { useApp } from '../state/context.tsx';
import { Field, TextInput } from '../ui/Field.tsx';
import { isComposing } from '../ui/isComposing.ts';
import { type NumberName, numberSettings } from './numberSettings.ts';
import { useSetting } from './useSetting.ts';

export function NumberSetting({ name }: { name: NumberName }) {
  const { label, hint, bad, from, to, per = 1 } = numberSettings[name];
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
          onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && save()}
        />
      )}
    </Field>
  );
}
