// The spending limit in US dollars after which a run asks; empty: no limit.

import { useEffect, useState } from 'react';
import type { LimitKind } from '../../../shared/features/costs/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { useSetting } from '../settings/useSetting.ts';
import { readAmount } from './readAmount.ts';

const words = lateStrings.settings.costs;
/** In US dollars; the same bounds as in the settings. */
const [least, most] = [0.01, 1_000_000];

export function LimitSetting({ name, label, hint }: { name: LimitKind; label: string; hint: string }) {
  const limits = useApp((snapshot) => snapshot.settings.spendLimit);
  const { error, change, refuse } = useSetting();
  const saved = limits[name] === null ? '' : String(limits[name]);
  const [text, setText] = useState(saved);
  useEffect(() => setText(saved), [saved]);
  const save = (): void => {
    const typed = text.trim();
    if (typed === saved && error === null) return;
    const usd = typed === '' ? null : readAmount(typed);
    if (usd === undefined || (usd !== null && (usd < least || usd > most))) refuse(words.bad);
    else void change({ spendLimit: { ...limits, [name]: usd } });
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          inputMode="decimal"
          className="tabular max-w-28"
          placeholder={words.none}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && save()}
        />
      )}
    </Field>
  );
}
