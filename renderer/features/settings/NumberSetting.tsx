// A whole-number setting with bounds.

import { useApp } from '../../core/state/context.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { type NumberName, numberSettings } from './numberSettings.ts';
import { useNumberField } from './useNumberField.ts';

export function NumberSetting({ name }: { name: NumberName }) {
  const { label, hint, per = 1, ...bounds } = numberSettings[name];
  const saved = useApp((snapshot) => Math.round(snapshot.settings[name] * per));
  const { error, input } = useNumberField({ saved, ...bounds, toPatch: (shown) => ({ [name]: shown / per }) });
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <TextInput {...ids} {...input} className="tabular max-w-28" />}
    </Field>
  );
}
