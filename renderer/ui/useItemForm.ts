// State of a form for one item: its values, the errors by field, and saving. A refused save focuses the first invalid field.

import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { AppError, Result } from '../../shared/core/errors.ts';
import { focusAfter } from './focus.ts';

/** `other`: what no field shows. */
export type ItemErrors = Readonly<Partial<Record<string, string>>>;

interface ItemFormOptions<V, R> {
  values: V | (() => V);
  /** Errors detectable without the host; empty: none. */
  check?: (values: V) => ItemErrors;
  save: (values: V) => Promise<Result<R>>;
  /** Assigns the host's error to fields; default: `other`. */
  errorsOf?: (error: AppError) => ItemErrors;
  onSaved: (result: R) => unknown;
}

export interface ItemFormState<V> {
  element: RefObject<HTMLFormElement | null>;
  values: V;
  errors: ItemErrors;
  busy: boolean;
  /** Also clears the errors of the changed values. */
  change(part: Partial<V>): void;
  setErrors(errors: ItemErrors): void;
  submit(event: FormEvent): void;
}

const ofOther = ({ message }: AppError): ItemErrors => ({ other: message });

export function useItemForm<V extends object, R>(options: ItemFormOptions<V, R>): ItemFormState<V> {
  const { check, save, errorsOf = ofOther, onSaved } = options;
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(options.values);
  const [errors, setErrors] = useState<ItemErrors>({});
  const [busy, setBusy] = useState(false);

  const refuse = (next: ItemErrors): void =>
    focusAfter(
      () => {
        setErrors(next);
        setBusy(false);
      },
      () => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]'),
    );

  async function saveNow(): Promise<void> {
    const newErrors = check?.(values) ?? {};
    if (Object.keys(newErrors).length > 0) return refuse(newErrors);
    setErrors({});
    setBusy(true);
    const answer = await save(values);
    if (!answer.ok) return refuse(answer.error.code === 'CANCELLED' ? {} : errorsOf(answer.error));
    setBusy(false);
    await onSaved(answer.value);
  }

  return {
    element,
    values,
    errors,
    busy,
    setErrors,
    change(part) {
      setValues((now) => ({ ...now, ...part }));
      const cleared = ['other', ...Object.keys(part)];
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !cleared.includes(field))));
    },
    submit(event) {
      event.preventDefault();
      if (!busy) void saveNow();
    },
  };
}
