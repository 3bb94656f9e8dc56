// A field of several rows, each with a remove button, and a button that adds one.

import { Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { ErrorLine } from './ListPage.tsx';

interface RowsFieldProps<Row extends { id: number }> {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  render: (row: Row, put: (change: Partial<Row>) => void, remove: () => void) => ReactNode;
  add: string;
  /** An empty row. */
  blank: Omit<Row, 'id'>;
  /** Follows the button that adds a row. */
  children?: ReactNode;
}

export function RowsField<Row extends { id: number }>(props: RowsFieldProps<Row>) {
  const { label, hint, error, rows, onChange, render, add, blank, children } = props;
  const errorId = useId();
  const next = Math.max(-1, ...rows.map(({ id }) => id)) + 1;
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className="mb-1 font-strong text-ui">{label}</legend>
      <div className="grid grid-cols-1 gap-1.5">
        {rows.map((row) => (
          <div key={row.id}>
            {render(
              row,
              (change) => onChange(rows.map((each) => (each.id === row.id ? { ...each, ...change } : each))),
              () => onChange(rows.filter((each) => each.id !== row.id)),
            )}
          </div>
        ))}
      </div>
      <ErrorLine error={error} id={errorId} small className="mt-1" />
      {hint && <p className="mt-1 text-ink-3 text-small">{hint}</p>}
      <div className="-ml-2 flex flex-wrap items-center gap-2">
        <Button size="small" tone="ghost" onClick={() => onChange([...rows, { ...blank, id: next } as Row])}>
          <Plus className="size-3.5" strokeWidth={1.75} aria-hidden />
          {add}
        </Button>
        {children}
      </div>
    </fieldset>
  );
}
