// Rows of name and value for variables or headers. A secret's value is masked and stored in the keychain.

import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { PairRow } from './entryFields.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.form;

export interface PairRowsProps {
  label: string;
  add: string;
  rows: readonly PairRow[];
  error?: string | undefined;
  onChange: (rows: PairRow[]) => void;
}

export function PairRows({ label, add, rows, error, onChange }: PairRowsProps) {
  const id = useId();
  const put = (row: PairRow): void => onChange(rows.map((known) => (known.id === row.id ? row : known)));
  const next = rows.reduce((most, row) => Math.max(most, row.id), -1) + 1;
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="mb-1 font-strong text-ui">{label}</legend>
      <div className="grid grid-cols-1 gap-1.5">
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            bad={Boolean(error) && row.name.trim() === ''}
            onChange={put}
            onRemove={() => onChange(rows.filter((known) => known.id !== row.id))}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-fail text-small" role="alert">
          {error}
        </p>
      )}
      {rows.some(({ secret }) => secret) && <p className="mt-1 text-ink-3 text-small">{words.secretHint}</p>}
      <Button
        size="small"
        tone="ghost"
        className="-ml-2"
        onClick={() => onChange([...rows, { id: next, name: '', value: '', secret: false }])}
      >
        <Plus className="size-3.5" strokeWidth={1.75} aria-hidden />
        {add}
      </Button>
    </fieldset>
  );
}

interface RowProps {
  row: PairRow;
  bad: boolean;
  onChange: (row: PairRow) => void;
  onRemove: () => void;
}

function Row({ row, bad, onChange, onRemove }: RowProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-1.5 narrow:flex-nowrap">
      <TextInput
        aria-label={words.rowName}
        placeholder={words.rowName}
        aria-invalid={bad}
        className="min-w-32 font-mono narrow:w-2/5"
        maxLength={200}
        value={row.name}
        onChange={(event) => onChange({ ...row, name: event.target.value })}
      />
      <TextInput
        aria-label={words.rowValue}
        placeholder={row.secret && row.kept !== undefined ? words.secretKept : words.rowValue}
        type={row.secret ? 'password' : 'text'}
        autoComplete="off"
        className="min-w-32 flex-1 font-mono"
        maxLength={20_000}
        value={row.value}
        onChange={(event) => onChange({ ...row, value: event.target.value })}
      />
      <label htmlFor={id} className="flex h-8 shrink-0 items-center gap-1.5 px-1 text-ui">
        <input
          id={id}
          type="checkbox"
          className="size-4 accent-accent"
          checked={row.secret}
          onChange={(event) => onChange({ ...row, secret: event.target.checked })}
        />
        {words.secret}
      </label>
      <IconButton icon={X} label={words.removeRow(row.name)} size="small" onClick={onRemove} />
    </div>
  );
}
