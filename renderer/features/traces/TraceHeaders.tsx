// Headers for every request to the trace store. Values are masked while typing and never shown again.

import { useState } from 'react';
import type { TracesInfo } from '../../../shared/features/traces/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { HeaderInputs } from '../../ui/HeaderInputs.tsx';
import { RowsField } from '../../ui/RowsField.tsx';

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
  const save = async (): Promise<void> => {
    const headers = rows.map(({ name, value }) => ({ name, value }));
    const answer = await call('traces.setHeaders', { headers });
    setError(answer.ok ? null : answer.error.message);
    if (!answer.ok) return;
    setRows(rowsOf(answer.value));
    setChanged(false);
    onInfo(answer.value);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <RowsField
        label={words.title}
        hint={<span className={info.headersLost ? 'text-fail' : ''}>{info.headersLost ? words.lost : words.hint}</span>}
        error={error}
        rows={rows}
        onChange={(next) => {
          setRows(next);
          // An empty row alone is nothing to save.
          setChanged(isChanged || next.length <= rows.length);
        }}
        add={words.add}
        blank={{ name: '', value: '', saved: null }}
        render={(row, put, remove) => (
          <HeaderInputs
            name={row.name}
            value={row.value}
            labels={{ name: words.name, value: words.value, remove: words.remove(row.name) }}
            placeholder={keepsValue(row) ? words.kept : words.value}
            onChange={put}
            onRemove={remove}
          />
        )}
      >
        {isChanged && (
          <Button size="small" type="submit">
            {words.save}
          </Button>
        )}
      </RowsField>
    </form>
  );
}

const keepsValue = ({ name, saved }: Row): boolean => saved?.toLowerCase() === name.trim().toLowerCase();
