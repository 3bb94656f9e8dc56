// A column of numbers as bars or as a line. The bars are a list with their numbers as text; the line is described, and the
// table has its numbers.

import { Fragment } from 'react';
import type { Cell } from '../../../shared/features/query/methods.ts';
import { locale } from '../../core/strings.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { queryWords as words } from './words.ts';

export interface ChartProps {
  kind: 'bars' | 'line';
  name: string;
  points: readonly { label: Cell; value: number }[];
}

const maxPoints = { bars: 60, line: 2_000 };
const size = { width: 800, height: 260, pad: 8 };

export function QueryChart({ kind, name, points }: ChartProps) {
  const drawn = points.slice(0, maxPoints[kind]);
  const top = Math.max(...drawn.map(({ value }) => value), 0);
  const bottom = Math.min(...drawn.map(({ value }) => value), 0);
  return (
    <figure aria-label={name} className="min-w-0 p-5">
      {kind === 'bars' ? (
        <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-x-3 gap-y-1.5 text-ui">
          {drawn.map(({ label, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other identity
            <Fragment key={at}>
              <dt className="min-w-0 truncate text-ink-2" title={labelText(label)}>
                {labelText(label)}
              </dt>
              <span aria-hidden className="h-3 rounded-s bg-hover">
                <span className="block h-3 rounded-s bg-accent" style={{ width: `${share(value, top, bottom)}%` }} />
              </span>
              <dd className="tabular text-right">{value.toLocaleString(locale)}</dd>
            </Fragment>
          ))}
        </dl>
      ) : (
        <Line name={name} points={drawn} top={top} bottom={bottom} />
      )}
      {drawn.length < points.length && (
        <figcaption className="mt-3 text-ink-3 text-small">{words.firstBars(drawn.length)}</figcaption>
      )}
    </figure>
  );
}

function Line({ name, points, top, bottom }: Pick<ChartProps, 'name' | 'points'> & { top: number; bottom: number }) {
  const { width, height, pad } = size;
  const span = top - bottom || 1;
  const x = (at: number): number => pad + ((width - 2 * pad) * at) / Math.max(1, points.length - 1);
  const y = (value: number): number => height - pad - ((height - 2 * pad) * (value - bottom)) / span;
  const first = points[0];
  const last = points.at(-1);
  return (
    <div>
      <p className="tabular text-ink-3 text-small">{top.toLocaleString(locale)}</p>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name} className="w-full text-accent">
        <line x1={pad} x2={width - pad} y1={y(0)} y2={y(0)} className="stroke-line" />
        <polyline
          points={points.map(({ value }, at) => `${x(at)},${y(value)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          strokeLinejoin="round"
        />
        {points.length <= 60 &&
          points.map(({ label, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other identity
            <circle key={at} cx={x(at)} cy={y(value)} r={3.5} fill="currentColor">
              <title>{`${labelText(label)}: ${value.toLocaleString(locale)}`}</title>
            </circle>
          ))}
      </svg>
      <p className="flex justify-between gap-3 text-ink-3 text-small">
        <span className="min-w-0 truncate">{labelText(first?.label ?? null)}</span>
        <span className="min-w-0 truncate">{labelText(last?.label ?? null)}</span>
      </p>
    </div>
  );
}

/** Percent of the longest bar; negative numbers have none. */
function share(value: number, top: number, bottom: number): number {
  const longest = Math.max(top, -bottom);
  return longest === 0 ? 0 : (Math.abs(value) / longest) * 100;
}

function labelText(label: Cell): string {
  return label === null ? '–' : visibleText(String(label));
}
