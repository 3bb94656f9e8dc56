// The fields of a form, each with its label, hint and error. `onChange` receives the new value.

import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react';
import { Field, TextArea, TextInput } from './Field.tsx';
import { isComposing } from './isComposing.ts';
import { ComboInput } from './select/ComboInput.tsx';
import { Select } from './select/Select.tsx';

interface FieldLabels {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
}

type Controlled<Props, Value extends string = string> = FieldLabels &
  Omit<Props, 'value' | 'onChange' | 'list'> & { value: Value; onChange: (value: Value) => void };

interface TextFieldProps extends Controlled<ComponentProps<typeof TextInput>> {
  /** Values offered in a list, each with an optional description. */
  suggestions?: readonly (readonly [value: string, label?: string])[] | undefined;
  /** Receives a value chosen from the list, after `onChange`. */
  onPick?: (value: string) => void;
}

export function TextField({ label, hint, error, suggestions, onPick, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) =>
        suggestions ? (
          <ComboInput
            {...ids}
            {...rest}
            options={suggestions.map(([value, about]) => ({ value, label: value, hint: about }))}
            onChange={onChange}
            onPick={onPick}
          />
        ) : (
          <TextInput {...ids} onChange={(event) => onChange(event.target.value)} {...rest} />
        )
      }
    </Field>
  );
}

interface CommitOnBlurFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** The text in effect. */
  saved: string;
  /** Restores the saved text if it was emptied. */
  isRequired?: boolean;
  /** Receives the trimmed text. */
  onApply: (text: string) => void;
}

/** A text field that takes effect on blur and on Enter. */
export function CommitOnBlurField({ saved, isRequired = false, onApply, ...rest }: CommitOnBlurFieldProps) {
  const [text, setText] = useState(saved);
  useEffect(() => setText(saved), [saved]);
  const apply = (typed = text.trim()): void => {
    if (isRequired && typed === '') setText(saved);
    else if (typed !== saved || rest.error) onApply(typed);
  };
  return (
    <TextField
      {...rest}
      value={text}
      onChange={setText}
      onPick={apply}
      onBlur={() => apply()}
      onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && apply()}
    />
  );
}

export function TextAreaField({ label, hint, error, onChange, ...rest }: Controlled<ComponentProps<typeof TextArea>>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <TextArea {...ids} onChange={(event) => onChange(event.target.value)} {...rest} />}
    </Field>
  );
}

interface SelectFieldProps<T extends string> extends FieldLabels {
  value: T;
  choices: readonly (readonly [value: T, label: string])[];
  className?: string;
  onChange: (value: T) => void;
}

export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, hint, error, value, choices, className, onChange } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <Select
          {...ids}
          className={className}
          value={value}
          options={choices.map(([own, name]) => ({ value: own, label: name }))}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

interface CheckboxFieldProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function CheckboxField({ label, hint, checked, onChange }: CheckboxFieldProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-start gap-3 text-ui">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span className="block">{label}</span>
        {hint !== undefined && <span className="block text-ink-3 text-small">{hint}</span>}
      </span>
    </label>
  );
}
