// A checkbox with an explanation.

import { useId } from 'react';

interface SettingCheckProps {
  label: string;
  hint: string;
  checked: boolean;
  disabled?: boolean;
  error?: string | null;
  onChange: (checked: boolean) => void;
}

export function SettingCheck({ label, hint, checked, disabled = false, error, onChange }: SettingCheckProps) {
  const id = useId();
  return (
    <div className="text-ui" data-field={label}>
      <label htmlFor={id} className="flex items-start gap-3 rounded-l border border-line px-3 py-2.5 hover:bg-hover">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={checked}
          disabled={disabled}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="min-w-0 flex-1">
          <span className="block">{label}</span>
          <span id={`${id}-hint`} className="wrap-anywhere block text-ink-3">
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
