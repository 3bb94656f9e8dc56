// The search status: hint, searching, no results, query too short, or error; and how much is indexed so far.

import { useStore } from 'zustand/react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { hasFilters } from './Filters.tsx';
import { type Hits, isIndexBehind } from './hitSearch.ts';
import { noFilters } from './searchStore.ts';

const words = lateStrings.search;

export function SearchState({ results, text }: { results: Hits; text: string }) {
  const { search } = useSession();
  const filters = useStore(search.store, (now) => now.filters);
  const { phase, hits, status, error, cursor } = results;
  const busy = phase === 'waiting' || phase === 'searching';
  const statusText =
    phase === 'tooShort'
      ? words.tooShort
      : phase === 'done' && hits.length > 0
        ? words.found(hits.length, cursor !== null)
        : busy && text !== ''
          ? words.searching
          : '';
  return (
    <>
      <p
        role="status"
        className="tabular min-h-8 px-2.5 pt-3 text-ink-3 text-small"
        data-search-state={phase}
        data-more-comes={busy || isIndexBehind(results)}
      >
        {statusText}
        {status && !status.complete && status.total > 0 && (
          <span className="ml-3">{words.indexing(status.done, status.total)}</span>
        )}
      </p>
      {phase === 'idle' && text === '' && (
        <Note title={words.startTitle} body={words.startBody}>
          <p className="mt-1 text-ink-3">{words.startExample}</p>
        </Note>
      )}
      {phase === 'done' && hits.length === 0 && (
        <Note title={words.noneTitle(visibleText(text))} body={words.noneBody}>
          {hasFilters(filters) && (
            <div className="mt-3">
              <p className="mb-2 text-ink-2">{words.noneFiltered}</p>
              <Button onClick={() => search.filter(noFilters)}>{strings.ui.filter.clear}</Button>
            </div>
          )}
        </Note>
      )}
      {phase === 'failed' && (
        <div role="alert">
          <Note title={words.failedTitle} body={error?.message ?? ''}>
            <Button className="mt-3" onClick={() => search.hits.again()}>
              {strings.ui.tryAgain}
            </Button>
          </Note>
        </div>
      )}
    </>
  );
}

function Note({ title, body, children }: { title: string; body: string; children?: React.ReactNode }) {
  return (
    <div className="wrap-anywhere mx-auto max-w-[56ch] px-2.5 pt-[10vh] pb-8 text-center text-ui">
      <h2 className="font-strong text-prose">{title}</h2>
      <p className="mt-1 text-ink-2">{body}</p>
      {children}
    </div>
  );
}
