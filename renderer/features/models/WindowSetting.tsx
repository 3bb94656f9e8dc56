// Overrides the context window of the default model when the user knows better than its name or server.

import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp } from '../../core/state/context.tsx';
import { CommitOnBlurField } from '../../ui/FormFields.tsx';
import { useSetting } from '../settings/useSetting.ts';

const words = lateStrings.settings.model;
/** In tokens; the same bounds as in the settings. */
const [min, max] = [1_000, 100_000_000];

export function WindowSetting({ model }: { model: ModelRef }) {
  const windows = useApp((snapshot) => snapshot.settings.contextWindows);
  const { error, change, refuse } = useSetting();
  const name = `${model.provider}/${model.model}`;
  const saved = Object.hasOwn(windows, name) ? String(windows[name]) : '';
  const save = (text: string): void => {
    const typed = text.replace(/[\s,.'_]/g, '');
    const { [name]: _before, ...others } = windows;
    const tokens = Number(typed);
    if (typed === '') void change({ contextWindows: others });
    else if (!/^\d+$/.test(typed) || tokens < min || tokens > max) refuse(words.windowBad);
    else void change({ contextWindows: { ...others, [name]: tokens } });
  };
  return (
    <CommitOnBlurField
      label={words.window}
      hint={words.windowHint}
      error={error}
      inputMode="numeric"
      className="tabular max-w-36"
      placeholder={words.windowKnown}
      saved={saved}
      onApply={save}
    />
  );
}
