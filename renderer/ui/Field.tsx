// A labeled field with its error below.

import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { classes } from './classes.ts';

export const inputClasses = classes(
  'w-full rounded-m border border-line-strong bg-over px-2.5 text-ink text-ui placeholder:text-ink-3',
  'focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-1',
  'aria-invalid:border-fail disabled:opacity-60',
);

/** The id of a field's label, which also names the field's list. */
export function labelIdOf(fieldId: string): string {
  return `${fieldId}-label`;
}

interface FieldProps {
  label: string;
  /** Help text below the label. */
  hint?: ReactNode;
  error?: string | null | undefined;
  children: (ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className="min-w-0" data-field={label}>
      <label id={labelIdOf(id)} htmlFor={id} className="mb-1 block font-strong text-ui">
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': Boolean(error) })}
      {error && (
        <p id={errorId} className="mt-1 text-fail text-small" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1 text-ink-3 text-small">
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextInput({
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> | undefined }) {
  return <input type="text" spellCheck={false} className={classes(inputClasses, 'h-8', className)} {...rest} />;
}

export function TextArea({
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> | undefined }) {
  return <textarea className={classes(inputClasses, 'py-1.5', className)} {...rest} />;
}
