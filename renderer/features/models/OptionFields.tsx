// Option fields: a number with a provider default, and a switch.

import { type ReactNode, useEffect, useId, useState } from 'react';
import { strings } from '../../core/strings.ts';
import { Field, TextInput } from '../../ui/Field.tsx';
import { isComposing } from '../../ui/isComposing.ts';

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

/** Applies on Enter and on blur; empty means the provider's default. */
export function OptionNumber({ label, hint, wrong, value, isValid, onChange }: OptionNumberProps) {
  const stored = value === undefined ? '' : String(value);
  const [text, setText] = useState(stored);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => setText(stored), [stored]);
  const take = (): void => {
    const typed = text.trim().replaceAll(/[,_\s]/g, '');
    const next = typed === '' ? undefined : Number(typed);
    const good = next === undefined || isValid(next);
    setWrong(!good);
    if (!good) return;
    setText(next === undefined ? '' : String(next));
    if (next !== value) onChange(next);
  };
  return (
    <Field label={label} hint={hint} error={isWrong ? wrong : null}>
      {(ids) => (
        <TextInput
          {...ids}
          inputMode="decimal"
          autoComplete="off"
          placeholder={strings.modelOptions.default}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) take();
          }}
        />
      )}
    </Field>
  );
}

interface OptionCheckProps {
  label: string;
  hint: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function OptionCheck({ label, hint, checked, onChange }: OptionCheckProps) {
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
