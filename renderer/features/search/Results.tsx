// Search results by conversation: title and project, then the matches, newest first.

import { inPlaceOwnerOf } from '../../../shared/features/inPlace/inPlace.ts';
import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { projectOf } from '../../core/state/choices.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { useInPlaceName } from '../../core/state/inPlace.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { type HitGroup, hitKey } from './hitGroups.ts';
import { hitKind } from './hitKind.ts';
import type { Hits } from './hitSearch.ts';
import { HitSnippet } from './Snippet.tsx';

const words = lateStrings.search;

interface ResultsProps {
  id: string;
  groups: readonly HitGroup[];
  chosen: number;
  results: Hits;
  onMore: () => void;
  onOpen: (hit: SearchHit) => void;
}

export function Results({ id, groups, chosen, results, onMore, onOpen }: ResultsProps) {
  const { search } = useSession();
  const nameOf = useInPlaceName();
  const snapshot = useApp((now) => now);
  const stale = results.phase === 'waiting' || (results.phase === 'searching' && results.hits.length === 0);
  const now = Date.now();
  if (groups.length === 0) return <div id={id} role="listbox" aria-label={words.results} />;
  return (
    <>
      <div id={id} role="listbox" aria-label={words.results} className={classes(stale && 'opacity-60')}>
        {groups.map((group) => {
          const project = projectOf(snapshot, group.projectId);
          const program = inPlaceOwnerOf(group.projectId);
          const row = snapshot.conversations.find(({ id: own }) => own === group.conversationId);
          const title = visibleText(row?.title || group.title) || strings.sidebar.untitled;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
            <div key={group.conversationId} role="group" aria-label={title} className="pt-4">
              <p role="presentation" className="sticky top-0 z-10 flex items-baseline gap-2 bg-page px-2.5 pt-1 pb-1.5">
                <span className="min-w-0 truncate font-strong text-ui" dir="auto">
                  {title}
                </span>
                {program && (
                  <span className="shrink-0 text-ink-3 text-small">
                    {visibleText(nameOf(program, group.conversationId))}
                  </span>
                )}
                {project?.folder && (
                  <span className="min-w-0 shrink-0 truncate text-ink-3 text-small">{visibleText(project.name)}</span>
                )}
                {row?.archived && <span className="text-ink-3 text-small">{words.palette.archived}</span>}
                <span className="tabular ml-auto shrink-0 text-ink-3 text-small">
                  {words.inConversation(group.hits.length)}
                </span>
              </p>
              {group.hits.map(({ hit, at: place }) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
                <div
                  key={hitKey(hit)}
                  id={`${id}-${place}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === chosen}
                  data-hit={hit.part}
                  onPointerDown={() => search.store.setState({ chosen: hitKey(hit) })}
                  onClick={() => onOpen(hit)}
                  className={classes('rounded-m px-2.5 hover:bg-hover', place === chosen && 'bg-hover')}
                >
                  <HitRowView hit={hit} now={now} />
                </div>
              ))}
            </div>
          );
        })}
      </div>
      <MoreResults results={results} onMore={onMore} />
    </>
  );
}

/** The status of further results, and the button to load them, since scrolling alone may not reach it. @internal */
export function MoreResults({ results, onMore }: { results: Pick<Hits, 'phase' | 'cursor'>; onMore: () => void }) {
  return (
    <div className="flex h-14 items-center justify-center text-ink-3 text-small">
      {results.phase === 'searching' ? (
        words.searchingMore
      ) : results.cursor === null ? (
        words.all
      ) : (
        <Button onClick={onMore}>{words.more}</Button>
      )}
    </div>
  );
}

/** A match: its kind, the text around it, and its time. @internal */
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
