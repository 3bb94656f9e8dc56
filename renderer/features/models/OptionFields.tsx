// Option fields: a number with a provider default, and a switch.

import { type ReactNode, useId, useState } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { CommitOnBlurField } from '../../ui/FormFields.tsx';

interface OptionNumberProps {
  label: string;
  hint: string;
  /** Error for invalid input. */
  wrong: string;
  /** Undefined: the provider's default. */
  value: number | undefined;
  isValid: (value: number) => boolean;
  onChange: (value: number | undefined) => void;
}

/** Empty means the provider's default. */
export function OptionNumber({ label, hint, wrong, value, isValid, onChange }: OptionNumberProps) {
  const [isWrong, setWrong] = useState(false);
  const take = (text: string): void => {
    const typed = text.replaceAll(/[,_\s]/g, '');
    const next = typed === '' ? undefined : Number(typed);
    const good = next === undefined || isValid(next);
    setWrong(!good);
    if (good && next !== value) onChange(next);
  };
  return (
    <CommitOnBlurField
      label={label}
      hint={hint}
      error={isWrong ? wrong : null}
      inputMode="decimal"
      autoComplete="off"
      placeholder={lateStrings.modelMenu.default}
      saved={value === undefined ? '' : String(value)}
      onApply={take}
    />
  );
}

interface OptionCheckboxProps {
  label: string;
  hint: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function OptionCheckbox({ label, hint, checked, onChange }: OptionCheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5 text-ui">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-strong">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-ink-3 text-small">
          {hint}
        </p>
      </div>
    </div>
  );
}
