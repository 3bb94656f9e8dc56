// Form field with a drop-down list.

import { classes } from '../../ui/classes.ts';
import { Field, inputClasses } from '../../ui/Field.tsx';

interface ChoiceFieldProps<T extends string> {
  label: string;
  hint?: string | undefined;
  value: T;
  choices: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

export function ChoiceField<T extends string>({ label, hint, value, choices, onChange }: ChoiceFieldProps<T>) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <select
          {...ids}
          className={classes(inputClasses, 'h-8')}
          value={value}
          onChange={(event) => onChange(event.target.value as T)}
        >
          {choices.map(([own, name]) => (
            <option key={own} value={own}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
