// Rows of name and value for variables or headers. A secret's value is masked and stored in the keychain.

import { X } from 'lucide-react';
import { TextInput } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { RowsField } from '../../ui/RowsField.tsx';
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

export function PairRows(props: PairRowsProps) {
  const { rows, error } = props;
  return (
    <RowsField
      {...props}
      hint={rows.some(({ secret }) => secret) && words.secretHint}
      blank={{ name: '', value: '', secret: false }}
      render={(row, put, remove) => (
        <div className="flex flex-wrap items-center gap-1.5 narrow:flex-nowrap">
          <TextInput
            aria-label={words.rowName}
            placeholder={words.rowName}
            aria-invalid={Boolean(error) && row.name.trim() === ''}
            className="min-w-32 font-mono narrow:w-2/5"
            maxLength={200}
            value={row.name}
            onChange={(event) => put({ name: event.target.value })}
          />
          <TextInput
            aria-label={words.rowValue}
            placeholder={row.secret && row.kept !== undefined ? words.secretKept : words.rowValue}
            type={row.secret ? 'password' : 'text'}
            autoComplete="off"
            className="min-w-32 flex-1 font-mono"
            maxLength={20_000}
            value={row.value}
            onChange={(event) => put({ value: event.target.value })}
          />
          <label className="flex h-8 shrink-0 items-center gap-1.5 px-1 text-ui">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={row.secret}
              onChange={(event) => put({ secret: event.target.checked })}
            />
            {words.secret}
          </label>
          <IconButton icon={X} label={words.removeRow(row.name)} size="small" onClick={remove} />
        </div>
      )}
    />
  );
}
