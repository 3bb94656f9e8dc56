// A setting that is on or off, with a sentence that says what it means.

import { useId } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { useApp } from '../../core/state/context.tsx';
import { useSetting } from './useSetting.ts';

interface CheckSettingProps {
  name: keyof Settings & ('maskTokens' | 'notifications');
  label: string;
  hint: string;
}

export function CheckSetting({ name, label, hint }: CheckSettingProps) {
  const id = useId();
  const on = useApp((snapshot) => snapshot.settings[name]);
  const { error, change } = useSetting();
  return (
    <div className="text-ui">
      <label htmlFor={id} className="flex items-start gap-3 rounded-l border border-line px-3 py-2.5 hover:bg-hover">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={on}
          aria-describedby={`${id}-hint`}
          onChange={(event) => void change({ [name]: event.target.checked })}
        />
        <span className="min-w-0 flex-1">
          <span className="block">{label}</span>
          <span id={`${id}-hint`} className="block text-ink-3">
            {hint}
          </span>
        </span>
      </label>
      {error && (
        <p className="mt-1 text-fail text-small" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
