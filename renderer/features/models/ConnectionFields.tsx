// Collapsible connection settings of a provider: extra headers, proxy, certificate, timeouts. The value of a saved
// header is never shown; an empty field keeps it.

import { useEffect, useId, useRef } from 'react';
import { TextField } from '../../ui/FormFields.tsx';
import { HeaderInputs } from '../../ui/HeaderInputs.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { RowsField } from '../../ui/RowsField.tsx';
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
  const sent = draft.headers.filter((row) => !isBlank(row));
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
        <RowsField
          label={words.headers}
          hint={words.headersHint}
          rows={draft.headers}
          onChange={(headers) => onChange({ ...draft, headers })}
          add={words.addHeader}
          blank={{ name: '', value: '', saved: null }}
          render={(row, put, remove) => (
            <HeaderFields row={row} error={errors[`headers.${sent.indexOf(row)}`]} onChange={put} onRemove={remove} />
          )}
        />
        <TextField
          label={words.proxy}
          hint={words.proxyHint}
          error={errors.proxy}
          inputMode="url"
          autoComplete="off"
          placeholder="http://proxy.example.com:3128"
          maxLength={400}
          value={draft.proxy}
          onChange={(proxy) => onChange({ ...draft, proxy })}
        />
        <TextField
          label={words.certificate}
          hint={words.certificateHint}
          error={errors.certificate}
          placeholder="/etc/ssl/company.pem"
          maxLength={4096}
          value={draft.certificate}
          onChange={(certificate) => onChange({ ...draft, certificate })}
        />
        <div className="grid gap-3 narrow:grid-cols-2">
          {timeFields.map((field) => (
            <TextField
              key={field}
              label={words.times[field].label}
              hint={words.times[field].hint}
              error={errors[field]}
              inputMode="numeric"
              className="tabular max-w-28"
              value={draft[field]}
              onChange={(seconds) => onChange({ ...draft, [field]: seconds })}
            />
          ))}
        </div>
      </div>
    </details>
  );
}

interface HeaderFieldsProps {
  row: HeaderRow;
  error: string | undefined;
  onChange: (change: Partial<HeaderRow>) => void;
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
        onChange={onChange}
        onRemove={onRemove}
      />
      <ErrorLine error={error} id={id} small className="mt-1" />
    </div>
  );
}
