// Progress of a running call: a thin bar if the total is known, and text. Announced at each quarter only.

import type { CallProgress } from '../../../shared/conversation/event.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { percentOf, progressText, quarterOf } from './progressText.ts';

const words = lateStrings.processing.progress;

export function ProgressBar({ progress }: { progress: CallProgress }) {
  const percent = percentOf(progress);
  const text = progressText(progress);
  const quarter = quarterOf(progress);
  return (
    <div className="pr-2 pb-2 pl-8" data-progress={percent ?? ''}>
      {text !== '' && (
        <p className="tabular flex gap-3 text-ink-3 text-small">
          <span className="min-w-0 flex-1 truncate" title={text}>
            {text}
          </span>
        </p>
      )}
      {percent !== null && (
        <div
          role="progressbar"
          aria-label={words.label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={text === '' ? words.percent(percent) : `${words.percent(percent)}, ${text}`}
          className="mt-1 h-1 overflow-hidden rounded-full bg-soft"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width] duration-120"
            style={{ width: `${percent}%` }}
          />
        </div>
      )}
      {quarter !== null && quarter > 0 && (
        <span className="sr-only" role="status">
          {words.percent(quarter)}
        </span>
      )}
    </div>
  );
}

/** In the row of a closed box. */
export function ProgressPercent({ progress }: { progress: CallProgress }) {
  const percent = percentOf(progress);
  if (percent === null) return null;
  return <span className="tabular text-ink-2 text-small">{words.percent(percent)}</span>;
}
