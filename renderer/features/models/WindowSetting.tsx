// Overrides the context window of the default model when the user knows better than its name or server.

import { useEffect, useState } from 'react';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { useSetting } from '../settings/useSetting.ts';

const words = lateStrings.settings.model;
/** In tokens; the same bounds as in the settings. */
const [least, most] = [1_000, 100_000_000];

export function WindowSetting({ model }: { model: ModelRef }) {
  const windows = useApp((snapshot) => snapshot.settings.contextWindows);
  const { error, change, refuse } = useSetting();
  const name = `${model.provider}/${model.model}`;
  const saved = Object.hasOwn(windows, name) ? String(windows[name]) : '';
  const [text, setText] = useState(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets per model, even if neither has a value
  useEffect(() => setText(saved), [saved, name]);
  const save = (): void => {
    const typed = text.replace(/[\s,.'_]/g, '');
    if (typed === saved && error === null) return;
    const { [name]: _before, ...others } = windows;
    const tokens = Number(typed);
    if (typed === '') void change({ contextWindows: others });
    else if (!/^\d+$/.test(typed) || tokens < least || tokens > most) refuse(words.windowBad);
    else void change({ contextWindows: { ...others, [name]: tokens } });
  };
  return (
    <Field label={words.window} hint={words.windowHint} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          inputMode="numeric"
          className="tabular max-w-36"
          placeholder={words.windowKnown}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && save()}
        />
      )}
    </Field>
  );
}
