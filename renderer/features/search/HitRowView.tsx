// One place where the words stand: what it is, the line around it, when.

import type { SearchHit } from '../../../shared/contract/search.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { hitKind } from './hitKind.ts';
import { HitSnippet } from './Snippet.tsx';

export function HitRowView({ hit, now }: { hit: SearchHit; now: number }) {
  const { icon: Icon, label } = hitKind(hit);
  const isCode = hit.part === 'arguments' || hit.part === 'result';
  return (
    <span className="flex items-start gap-2.5 py-1.5">
      <Icon
        className={classes('mt-0.5 size-4 shrink-0', hit.part === 'error' ? 'text-fail' : 'text-ink-3')}
        strokeWidth={1.75}
        aria-hidden
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2 text-ink-3 text-small">
          <span className="min-w-0 truncate">{label}</span>
          <time className="ml-auto shrink-0" dateTime={hit.createdAt} title={formatFullTime(hit.createdAt, timeLocale)}>
            {formatTime(hit.createdAt, now, timeLocale, strings.ui.time)}
          </time>
        </span>
        <span className={classes('wrap-anywhere line-clamp-2 text-ink', isCode ? 'font-mono text-code' : 'text-ui')}>
          <HitSnippet hit={hit} />
        </span>
      </span>
    </span>
  );
}
