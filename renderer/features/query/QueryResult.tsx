// The rows of an answer: a table that can be sorted, copied and exported, or a chart.

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { csvLine } from '../../../shared/features/query/csv.ts';
import type { Cell, QueryAnswer } from '../../../shared/features/query/methods.ts';
import { useActions } from '../../core/state/context.tsx';
import { copyText } from '../../core/state/copyText.ts';
import { locale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { Select } from '../../ui/select/Select.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { QueryChart } from './QueryChart.tsx';
import { labelColumn, numberColumns, type Sorting, sortedRows } from './resultRows.ts';
import { queryWords as words } from './words.ts';

type Form = 'table' | 'bars' | 'line';

const pageRows = 500;

export function QueryResult({ columns, rows: given, more, ms }: QueryAnswer) {
  const actions = useActions();
  const [form, setForm] = useState<Form>('table');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const rows = useMemo(() => sortedRows(given, sorting), [given, sorting]);
  const numbers = useMemo(() => numberColumns(columns, given), [columns, given]);
  const value = numbers.find((at) => String(at) === picked) ?? numbers[0];
  const label = labelColumn(columns, given);
  const text = (): string => [columns, ...rows].map((cells) => cells.map(cellText).join('\t')).join('\n');
  const csv = (): string => [columns, ...rows].map(csvLine).join('');
  return (
    <div className="flex min-h-0 flex-1 flex-col border-line border-t">
      <div className="flex flex-wrap items-center gap-2 px-5 py-2">
        <p role="status" className="tabular min-w-0 flex-1 text-ink-3 text-small">
          {more ? words.moreRows(rows.length) : words.rows(rows.length)} · {ms.toLocaleString(locale)} ms
        </p>
        {form !== 'table' && numbers.length > 1 && (
          <div className="w-40">
            <Select
              aria-label={words.value}
              value={String(value)}
              options={numbers.map((at) => ({ value: String(at), label: columns[at] ?? '' }))}
              onChange={setPicked}
            />
          </div>
        )}
        <div className="w-28">
          <Select
            aria-label={words.show}
            value={form}
            options={(['table', 'bars', 'line'] as const).map((each) => ({ value: each, label: words[each] }))}
            onChange={setForm}
          />
        </div>
        <Button size="small" onClick={() => void copyText(text(), actions, words.copied)}>
          {words.copy}
        </Button>
        <Button size="small" onClick={() => saveFile(words.fileName, [csv()])}>
          {words.export}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="min-h-0 flex-1 overflow-auto" tabIndex={0} aria-label={words.result}>
        {rows.length === 0 ? (
          <p className="px-5 py-3 text-ink-3 text-ui">{words.none}</p>
        ) : form === 'table' ? (
          <Table columns={columns} rows={rows} numbers={numbers} sorting={sorting} onSort={setSorting} />
        ) : value === undefined ? (
          <p className="px-5 py-3 text-ink-3 text-ui">{words.noChart}</p>
        ) : (
          <QueryChart
            kind={form}
            name={words.chartOf(columns[value] ?? '', columns[label] ?? '')}
            points={rows.flatMap((row) => {
              const number = row[value];
              return typeof number === 'number' ? [{ label: row[label] ?? null, value: number }] : [];
            })}
          />
        )}
      </section>
    </div>
  );
}

interface TableProps {
  columns: readonly string[];
  rows: readonly Cell[][];
  numbers: readonly number[];
  sorting: Sorting | null;
  onSort: (sorting: Sorting) => void;
}

function Table({ columns, rows, numbers, sorting, onSort }: TableProps) {
  const [count, setCount] = useState(pageRows);
  const left = rows.length - count;
  return (
    <>
      <table className="w-full border-collapse text-ui">
        <thead>
          <tr>
            {columns.map((name, at) => {
              const isSorted = sorting?.column === at;
              const Arrow = isSorted && sorting.isDescending ? ArrowDown : ArrowUp;
              return (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
                  key={at}
                  scope="col"
                  aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
                  className="sticky top-0 border-line border-b bg-over p-0 text-left font-strong first:pl-3 last:pr-3"
                >
                  <button
                    type="button"
                    title={words.sortBy(visibleText(name))}
                    className={classes(
                      'flex h-8 w-full items-center gap-1 whitespace-nowrap px-2 hover:bg-hover',
                      numbers.includes(at) && 'flex-row-reverse',
                    )}
                    onClick={() =>
                      onSort({ column: at, isDescending: isSorted ? !sorting.isDescending : numbers.includes(at) })
                    }
                  >
                    {visibleText(name)}
                    <Arrow aria-hidden className={classes('size-3.5', !isSorted && 'invisible')} strokeWidth={1.75} />
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, count).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other identity
            <tr key={at} className="hover:bg-hover">
              {row.map((cell, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
                  key={column}
                  className={classes(
                    'max-w-96 truncate border-line border-b px-2 py-1 align-top first:pl-5 last:pr-5',
                    typeof cell === 'number' && 'tabular text-right',
                  )}
                  title={typeof cell === 'string' && cell.length > 40 ? visibleText(cell.slice(0, 2_000)) : undefined}
                >
                  {typeof cell === 'number'
                    ? cell.toLocaleString(locale, { maximumFractionDigits: 20 })
                    : visibleText(cellText(cell))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <div className="p-3 text-center">
          <Button size="small" onClick={() => setCount(count + pageRows)}>
            {words.next(Math.min(pageRows, left))}
          </Button>
        </div>
      )}
    </>
  );
}

function cellText(cell: Cell): string {
  return cell === null ? '' : String(cell);
}
