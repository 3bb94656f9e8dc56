// Collapsible connection settings of a provider: extra headers, proxy, certificate, timeouts. The value of a saved
// header is never shown; an empty field keeps it.

import { Plus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { HeaderInputs } from '../../ui/HeaderInputs.tsx';
import { type ConnectionDraft, type HeaderRow, isBlank, keepsValue, timeFields } from './connectionDraft.ts';
import { connectionSummary } from './connectionSummary.ts';
import type { FormErrors } from './formErrors.ts';
import { modelWords } from './words.ts';

const words = modelWords.form.connection;

interface ConnectionFieldsProps {
  draft: ConnectionDraft;
  errors: FormErrors;
  /** Expands because one of the fields is invalid. */
  isWrong: boolean;
  onChange: (draft: ConnectionDraft) => void;
}

export function ConnectionFields({ draft, errors, isWrong, onChange }: ConnectionFieldsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWrong && details.current) details.current.open = true;
  }, [isWrong]);
  return (
    <details ref={details} data-connection className="group rounded-l border border-line text-ui">
      <summary className="rounded-l px-3 py-2 hover:bg-hover">
        <span className="font-strong">{words.title}</span>
        <span className="ml-2 text-ink-3">{connectionSummary(draft) || words.about}</span>
      </summary>
      <div className="grid gap-4 border-line border-t px-3 py-3">
        <Headers rows={draft.headers} errors={errors} onChange={(headers) => onChange({ ...draft, headers })} />
        <Field label={words.proxy} hint={words.proxyHint} error={errors.proxy}>
          {(ids) => (
            <TextInput
              {...ids}
              inputMode="url"
              autoComplete="off"
              placeholder="http://proxy.example.com:3128"
              maxLength={400}
              value={draft.proxy}
              onChange={(event) => onChange({ ...draft, proxy: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.certificate} hint={words.certificateHint} error={errors.certificate}>
          {(ids) => (
            <TextInput
              {...ids}
              placeholder="/etc/ssl/company.pem"
              maxLength={4096}
              value={draft.certificate}
              onChange={(event) => onChange({ ...draft, certificate: event.target.value })}
            />
          )}
        </Field>
        <div className="grid gap-3 narrow:grid-cols-2">
          {timeFields.map((field) => (
            <Field key={field} label={words.times[field].label} hint={words.times[field].hint} error={errors[field]}>
              {(ids) => (
                <TextInput
                  {...ids}
                  inputMode="numeric"
                  className="tabular max-w-28"
                  value={draft[field]}
                  onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      </div>
    </details>
  );
}

interface HeadersProps {
  rows: readonly HeaderRow[];
  errors: FormErrors;
  onChange: (rows: HeaderRow[]) => void;
}

function Headers({ rows, errors, onChange }: HeadersProps) {
  const sent = rows.filter((row) => !isBlank(row));
  const next = rows.reduce((most, { id }) => Math.max(most, id), -1) + 1;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-strong">{words.headers}</legend>
      <div className="grid gap-1.5">
        {rows.map((row) => (
          <HeaderFields
            key={row.id}
            row={row}
            error={errors[`headers.${sent.indexOf(row)}`]}
            onChange={(changed) => onChange(rows.map((each) => (each.id === row.id ? changed : each)))}
            onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
          />
        ))}
      </div>
      <p className="mt-1 text-ink-3 text-small">{words.headersHint}</p>
      <Button
        size="small"
        tone="ghost"
        className="-ml-2"
        onClick={() => onChange([...rows, { id: next, name: '', value: '', saved: null }])}
      >
        <Plus className="size-3.5" strokeWidth={1.75} aria-hidden />
        {words.addHeader}
      </Button>
    </fieldset>
  );
}

interface HeaderFieldsProps {
  row: HeaderRow;
  error: string | undefined;
  onChange: (row: HeaderRow) => void;
  onRemove: () => void;
}

function HeaderFields({ row, error, onChange, onRemove }: HeaderFieldsProps) {
  const id = useId();
  return (
    <div>
      <HeaderInputs
        name={row.name}
        value={row.value}
        labels={{ name: words.headerName, value: words.headerValue, remove: words.removeHeader(row.name) }}
        placeholder={keepsValue(row) ? words.valueSaved : words.headerValue}
        errorId={error === undefined ? undefined : id}
        onChange={(change) => onChange({ ...row, ...change })}
        onRemove={onRemove}
      />
      {error !== undefined && (
        <p id={id} className="mt-1 text-fail text-small" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
