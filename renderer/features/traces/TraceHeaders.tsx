// Headers for every request to the trace store. Values are masked while typing and never shown again.

import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { TracesInfo } from '../../../shared/features/traces/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { HeaderInputs } from '../../ui/HeaderInputs.tsx';

const words = lateStrings.settings.traces.headers;

interface Row {
  /** A stable row id. */
  id: number;
  name: string;
  value: string;
  /** The name under which a value is stored. */
  saved: string | null;
}

export function TraceHeaders({ info, onInfo }: { info: TracesInfo; onInfo: (info: TracesInfo) => void }) {
  const { call } = useActions();
  const rowsOf = ({ headers, headersLost }: TracesInfo): Row[] =>
    headers.map((name, id) => ({ id, name, value: '', saved: headersLost ? null : name }));
  const [rows, setRows] = useState(() => rowsOf(info));
  const [isChanged, setChanged] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const put = (next: Row[]): void => {
    setRows(next);
    setChanged(true);
  };
  const save = async (): Promise<void> => {
    const headers = rows.map(({ name, value }) => ({ name, value }));
    const answer = await call('traces.setHeaders', { headers });
    setError(answer.ok ? null : answer.error.message);
    if (!answer.ok) return;
    setRows(rowsOf(answer.value));
    setChanged(false);
    onInfo(answer.value);
  };
  const next = rows.reduce((most, { id }) => Math.max(most, id), -1) + 1;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1 font-strong text-ui">{words.title}</legend>
        <div className="grid gap-1.5">
          {rows.map((row) => (
            <HeaderRow
              key={row.id}
              row={row}
              onChange={(changed) => put(rows.map((each) => (each.id === row.id ? changed : each)))}
              onRemove={() => put(rows.filter(({ id }) => id !== row.id))}
            />
          ))}
        </div>
        <p className={info.headersLost ? 'mt-1 text-fail text-small' : 'mt-1 text-ink-3 text-small'}>
          {info.headersLost ? words.lost : words.hint}
        </p>
        {error !== null && (
          <p className="mt-1 text-fail text-small" role="alert">
            {error}
          </p>
        )}
        <div className="mt-1 flex flex-wrap gap-2">
          <Button
            size="small"
            tone="ghost"
            className="-ml-2"
            onClick={() => setRows([...rows, { id: next, name: '', value: '', saved: null }])}
          >
            <Plus className="size-3.5" strokeWidth={1.75} aria-hidden />
            {words.add}
          </Button>
          {isChanged && (
            <Button size="small" type="submit">
              {words.save}
            </Button>
          )}
        </div>
      </fieldset>
    </form>
  );
}

interface HeaderRowProps {
  row: Row;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

function HeaderRow({ row, onChange, onRemove }: HeaderRowProps) {
  const keeps = row.saved !== null && row.saved.toLowerCase() === row.name.trim().toLowerCase();
  return (
    <HeaderInputs
      name={row.name}
      value={row.value}
      labels={{ name: words.name, value: words.value, remove: words.remove(row.name) }}
      placeholder={keeps ? words.kept : words.value}
      onChange={(change) => onChange({ ...row, ...change })}
      onRemove={onRemove}
    />
  );
}
