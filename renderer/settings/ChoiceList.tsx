// One of a few, each with a sentence that says what it means.

import type { LucideIcon } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import { classes } from '../ui/classes.ts';

export interface ChoiceListProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; label: string; hint?: string; warning?: LucideIcon }[];
  onChange: (value: T) => void;
}

export function ChoiceList<T extends string>({ label, value, choices, onChange }: ChoiceListProps<T>) {
  const id = useId();
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className="divide-y divide-line rounded-l border border-line"
    >
      {choices.map(({ value: own, label: name, hint, warning: Warning }) => (
        <label key={own} htmlFor={`${id}-${own}`} className="flex items-start gap-3 px-3 py-2.5 text-ui hover:bg-hover">
          <RadioGroup.Item
            id={`${id}-${own}`}
            value={own}
            className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong data-[state=checked]:border-accent data-[state=checked]:bg-accent"
          >
            <RadioGroup.Indicator className="size-1.5 rounded-full bg-accent-ink" />
          </RadioGroup.Item>
          <span className="min-w-0 flex-1">
            <span className={classes('block', Warning && 'text-wait')}>{name}</span>
            {hint && <span className="block text-ink-3">{hint}</span>}
          </span>
          {Warning && <Warning className="mt-0.5 size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />}
        </label>
      ))}
    </RadioGroup.Root>
  );
}
