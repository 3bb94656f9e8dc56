// Radio list with a description per choice.

import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classes } from './classes.ts';

export interface ChoiceListProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; label: string; hint?: string; icon?: LucideIcon; tone?: string }[];
  onChange: (value: T) => void;
}

export function ChoiceList<T extends string>({ label, value, choices, onChange }: ChoiceListProps<T>) {
  const id = useId();
  return (
    <div role="radiogroup" aria-label={label} className="divide-y divide-line rounded-l border border-line">
      {choices.map(({ value: own, label: name, hint, icon: Icon, tone }) => (
        <label key={own} htmlFor={`${id}-${own}`} className="flex items-start gap-3 px-3 py-2.5 text-ui hover:bg-hover">
          <input
            type="radio"
            id={`${id}-${own}`}
            name={id}
            checked={own === value}
            onChange={() => onChange(own)}
            className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-line-strong checked:border-[5px] checked:border-accent checked:bg-accent-ink"
          />
          {Icon && <Icon className={classes('mt-0.5 size-4 shrink-0', tone)} strokeWidth={1.75} aria-hidden />}
          <span className="min-w-0 flex-1">
            <span className="block">{name}</span>
            {hint && <span className="block text-ink-3">{hint}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
