// One form field by type, with label, description and error.

import { useId } from 'react';
import { TextArea, TextInput } from '../../../ui/Field.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { type DrawnField, FieldLabel, FieldNotes, type QuestionFieldProps } from './FieldParts.tsx';
import { initialDraft } from './questionValues.ts';

export function QuestionFieldInput({ draft, ...props }: QuestionFieldProps) {
  const id = useId();
  const { field, error } = props;
  const describedBy = [field.description ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const drawn: DrawnField = {
    ...props,
    draft: draft ?? initialDraft(field),
    id,
    describedBy: describedBy || undefined,
  };
  if (field.type === 'boolean') return <CheckField {...drawn} />;
  if (field.type === 'choice' || field.type === 'choices') return <ChoiceField {...drawn} />;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="wrap-anywhere mb-1 block font-strong text-ui">
        <FieldLabel field={field} />
      </label>
      <TextField {...drawn} />
      <FieldNotes {...drawn} />
    </div>
  );
}

const inputTypes = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const;

function TextField({ field, draft, error, id, describedBy, onChange }: DrawnField) {
  const common = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': Boolean(error),
    'aria-required': field.required,
    value: draft.text,
  };
  const change = (text: string): void => onChange({ ...draft, text });
  if (field.type === 'long_text') {
    return <TextArea {...common} rows={4} onChange={(event) => change(event.target.value)} />;
  }
  const isNumber = field.type === 'number' || field.type === 'integer';
  return (
    <TextInput
      {...common}
      type={field.format ? inputTypes[field.format] : 'text'}
      inputMode={isNumber ? (field.type === 'integer' ? 'numeric' : 'decimal') : undefined}
      autoComplete="off"
      className={isNumber ? 'tabular max-w-40' : field.format?.startsWith('date') ? 'max-w-60' : ''}
      onChange={(event) => change(event.target.value)}
    />
  );
}

function CheckField({ field, draft, error, id, describedBy, onChange }: DrawnField) {
  return (
    <div>
      <label htmlFor={id} className="flex items-start gap-2.5 text-ui">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={draft.checked}
          aria-describedby={describedBy}
          aria-invalid={Boolean(error)}
          onChange={(event) => onChange({ ...draft, checked: event.target.checked })}
        />
        <span className="wrap-anywhere min-w-0 font-strong">
          <VisibleText text={field.label || field.name} />
        </span>
      </label>
      <div className="pl-6.5">
        <FieldNotes field={field} error={error} id={id} />
      </div>
    </div>
  );
}
