// A setting with a few short choices, side by side; they wrap on a narrow page.

import { useId } from 'react';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { useApp } from '../../core/state/context.tsx';
import { useSetting } from './useSetting.ts';

type SegmentName = keyof Settings & ('theme' | 'accent' | 'contrast' | 'motion' | 'density' | 'language' | 'titles');

interface SegmentSettingProps<Name extends SegmentName> {
  name: Name;
  label: string;
  hint?: string;
  /** `swatch`: an accent color shown next to the label. */
  choices: readonly { value: Settings[Name]; label: string; lang?: string; swatch?: string }[];
}

export function SegmentSetting<Name extends SegmentName>({ name, label, hint, choices }: SegmentSettingProps<Name>) {
  const id = useId();
  const value = useApp((snapshot) => snapshot.settings[name]);
  const { error, change } = useSetting();
  return (
    <div className="text-ui" data-field={label}>
      <p id={id} className="mb-1 font-strong">
        {label}
      </p>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="inline-flex max-w-full flex-wrap gap-0.5 rounded-l border border-line bg-soft p-0.5"
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            lang={choice.lang}
            className="relative flex h-7 items-center rounded-m px-3 text-ink-2 hover:text-ink has-checked:bg-over has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--line-strong)] has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={id}
              checked={choice.value === value}
              onChange={() => void change({ [name]: choice.value })}
              className="absolute inset-0 appearance-none rounded-m outline-none"
            />
            {choice.swatch && (
              <span
                data-accent={choice.swatch}
                data-colours
                className="mr-1.5 size-3 shrink-0 rounded-full bg-accent"
                aria-hidden
              />
            )}
            {choice.label}
          </label>
        ))}
      </div>
      {error && (
        <p className="mt-1 text-fail text-small" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-3 text-small">
          {hint}
        </p>
      )}
    </div>
  );
}
