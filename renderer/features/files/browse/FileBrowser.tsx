// The file panel without an open file: a search by name and text above the folder's tree.

import { RotateCw } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { ok } from '../../../../shared/core/errors.ts';
import type { TextMatches } from '../../../../shared/features/files/methods.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { LoadState, useAsyncValue } from '../../../core/parts/LoadState.tsx';
import { useSession } from '../../../core/state/context.tsx';
import { openFile } from '../../../core/state/panels.ts';
import { TextInput } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { isComposing } from '../../../ui/isComposing.ts';
import { useRovingFocus } from '../../../ui/useRovingFocus.ts';
import { visibleText } from '../../../ui/visibleText.ts';
import { LazyLines } from '../../results/LazyLines.tsx';
import { MatchesView } from '../../results/MatchesView.tsx';
import { useFindKeys } from '../pages/useFindKeys.ts';
import { FolderTree } from './FolderTree.tsx';
import { treeOf } from './treeStore.ts';

const labels = lateStrings.results.browse;
/** Milliseconds of no typing before a search starts. */
const typingPause = 200;
const noMatches = { step: () => {} };

export function FileBrowser({ conversationId }: { conversationId: string }) {
  const session = useSession();
  const tree = treeOf(session, conversationId);
  const { element } = useFindKeys(noMatches);
  const area = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), typed === '' ? 0 : typingPause);
    return () => clearTimeout(timer);
  }, [typed]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      event.stopPropagation();
      setTyped('');
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      area.current?.querySelector<HTMLElement>('[data-item], [role="tree"]')?.focus();
    } else if (event.key === 'Enter') area.current?.querySelector<HTMLElement>('[data-item]')?.click();
  }

  return (
    <div ref={element} className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-1 border-line border-b px-3 py-1.5">
        <TextInput
          type="search"
          aria-label={labels.search}
          placeholder={labels.search}
          className="h-7 flex-1"
          value={typed}
          maxLength={1000}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton icon={RotateCw} label={labels.reload} size="small" onClick={tree.reload} />
      </div>
      <div ref={area} className="flex min-h-0 flex-1 flex-col">
        {query === '' ? (
          <FolderTree conversationId={conversationId} tree={tree} />
        ) : (
          <div className="min-h-0 flex-1 overflow-y-auto" data-scroll>
            <NameMatches key={`name:${query}`} conversationId={conversationId} text={query} />
            <ContentMatches key={`text:${query}`} conversationId={conversationId} text={query} />
          </div>
        )}
      </div>
    </div>
  );
}

interface SearchProps {
  conversationId: string;
  text: string;
}

const maxNames = 50;

function NameMatches({ conversationId, text }: SearchProps) {
  const { connection, view } = useSession();
  const roving = useRovingFocus();
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const answer = await connection.call('file.names', { conversationId, text, limit: maxNames }, signal);
      return answer.ok ? ok(answer.value.paths.filter(({ kind }) => kind === 'file')) : answer;
    },
    [connection, conversationId, text],
  );
  const { value: paths, error, load } = useAsyncValue(ask);
  return (
    <section aria-label={labels.names} {...roving}>
      <h3 className="px-3 pt-2.5 pb-1 text-ink-3 text-small">{labels.names}</h3>
      <div className="px-3 empty:hidden">
        <LoadState loaded={paths !== null} error={error} onAgain={load} loading={labels.searching} />
      </div>
      {paths?.length === 0 && <p className="px-3 text-ink-3 text-ui">{labels.none}</p>}
      <LazyLines
        lines={paths ?? []}
        render={({ path }, index) => (
          <button
            key={path}
            type="button"
            data-item
            tabIndex={index === 0 ? 0 : -1}
            title={visibleText(path)}
            onClick={() => openFile(view, path)}
            className="flex w-full items-baseline gap-2 px-3 py-0.5 text-left text-ui hover:bg-hover focus-visible:-outline-offset-2"
          >
            <span className="shrink-0 truncate">{visibleText(path.slice(path.lastIndexOf('/') + 1))}</span>
            <span className="min-w-0 truncate text-ink-3 text-small">
              {visibleText(path.slice(0, Math.max(0, path.lastIndexOf('/'))))}
            </span>
          </button>
        )}
      />
    </section>
  );
}

function ContentMatches({ conversationId, text }: SearchProps) {
  const { connection } = useSession();
  const ask = useCallback(
    (signal: AbortSignal) => connection.call('file.search', { conversationId, text, limit: 1000 }, signal),
    [connection, conversationId, text],
  );
  const { value: answer, error, load } = useAsyncValue<TextMatches>(ask);
  return (
    <>
      <h3 className="mt-2 border-line border-t px-3 pt-2.5 text-ink-3 text-small">{labels.text}</h3>
      <div className="px-3 pt-1 empty:hidden">
        <LoadState loaded={answer !== null} error={error} onAgain={load} loading={labels.searching} />
      </div>
      {answer?.matches.length === 0 && <p className="px-3 pt-1 text-ink-3 text-ui">{labels.none}</p>}
      {answer && answer.matches.length > 0 && (
        <MatchesView
          content={answer.matches
            .map((match) => `${match.path.replaceAll('\n', '�')}:${match.line}: ${match.text}`)
            .join('\n')}
          pattern={text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}
          ignoreCase
        />
      )}
      {answer?.complete === false && <p className="px-3 pb-2 text-ink-3 text-small">{labels.incomplete}</p>}
    </>
  );
}
