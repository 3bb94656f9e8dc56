// A setting that is one of a few short words, side by side; on a narrow page they wrap.

import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import type { Settings } from '../../shared/settings.ts';
import { useApp } from '../state/context.tsx';
import { useSetting } from './useSetting.ts';

type SegmentName = keyof Settings & ('theme' | 'contrast' | 'motion' | 'language');

interface SegmentSettingProps<Name extends SegmentName> {
  name: Name;
  label: string;
  hint?: string;
  choices: readonly { value: Settings[Name]; label: string; lang?: string }[];
}

export function SegmentSetting<Name extends SegmentName>({ name, label, hint, choices }: SegmentSettingProps<Name>) {
  const id = useId();
  const value = useApp((snapshot) => snapshot.settings[name]);
  const { error, change } = useSetting();
  return (
    <div className="text-ui">
      <p id={id} className="mb-1 font-strong">
        {label}
      </p>
      <RadioGroup.Root
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        value={value}
        onValueChange={(next) => void change({ [name]: next })}
        className="inline-flex max-w-full flex-wrap gap-0.5 rounded-l border border-line bg-soft p-0.5"
      >
        {choices.map((choice) => (
          <RadioGroup.Item
            key={choice.value}
            value={choice.value}
            lang={choice.lang}
            className="h-7 rounded-m px-3 text-ink-2 hover:text-ink data-[state=checked]:bg-over data-[state=checked]:text-ink data-[state=checked]:shadow-[0_0_0_1px_var(--line-strong)]"
          >
            {choice.label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
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
