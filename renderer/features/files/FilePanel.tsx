// The conversation's folder as a tree with search, or one of its files, scrolled to the requested line: line numbers,
// syntax colors, search at any size. Read-only.

import { ArrowLeft, AtSign, Copy, FolderOpen, RotateCw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { mentionText } from '../../../shared/conversation/mentions.ts';
import type { AppError } from '../../../shared/core/errors.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useConversationView, useSession, useView } from '../../core/state/context.tsx';
import { copyText } from '../../core/state/copyText.ts';
import type { FileViewTarget } from '../../core/state/viewStore.ts';
import { Button } from '../../ui/Button.tsx';
import { focusComposer } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { FileBrowser } from './browse/FileBrowser.tsx';
import { OpenInMenu } from './OpenInMenu.tsx';
import { OutputSearch } from './pages/OutputSearch.tsx';
import { PagedText, type PagedTextHandle } from './pages/PagedText.tsx';
import { PagesFooter } from './pages/PagesFooter.tsx';
import { searchPages } from './pages/searchPages.ts';
import { createTextPages } from './pages/textPages.ts';
import { useFindKeys } from './pages/useFindKeys.ts';
import { type FindMatches, useOutputSearch } from './pages/useOutputSearch.ts';
import { useSelectedLines } from './pages/useSelectedLines.ts';

const words = lateStrings.results.panel;

export function FilePanel({ onClose }: { onClose: () => void }) {
  const file = useView((view) => view.file);
  const conversationId = useConversationView((view) => view.id);
  /** Incremented to reload. */
  const [reads, setReads] = useState(0);
  return (
    <aside
      aria-label={words.title}
      data-file-panel
      className="panel flex h-full min-w-0 max-w-full flex-col bg-page [--panel-usual:35rem]"
    >
      {file && conversationId !== null ? (
        <OpenFile
          key={`${conversationId}:${file.path}:${reads}`}
          conversationId={conversationId}
          file={file}
          onReload={() => setReads(reads + 1)}
          onClose={onClose}
        />
      ) : (
        <>
          <Head title={words.title} onClose={onClose} />
          {conversationId === null ? (
            <Empty title={words.none} hint={words.noneHint} />
          ) : (
            <FileBrowser key={conversationId} conversationId={conversationId} />
          )}
        </>
      )}
    </aside>
  );
}

interface HeadProps {
  title: string;
  onClose: () => void;
  /** Returns to the tree. */
  onBack?: () => void;
  children?: ReactNode;
}

function Head({ title, onClose, onBack, children }: HeadProps) {
  return (
    <PanelHead
      closeLabel={words.close}
      onClose={onClose}
      title={
        <>
          {onBack && <IconButton icon={ArrowLeft} label={words.all} size="small" className="-ml-2" onClick={onBack} />}
          {/* Truncates the path at its start; its end identifies the file. */}
          <h2 className="min-w-0 flex-1 truncate text-left font-strong text-ui [direction:rtl]" title={title}>
            <bdi dir="ltr">{title}</bdi>
          </h2>
        </>
      }
    >
      {children}
    </PanelHead>
  );
}

interface OpenFileProps {
  conversationId: string;
  file: FileViewTarget;
  onReload: () => void;
  onClose: () => void;
}

function OpenFile({ conversationId, file, onReload, onClose }: OpenFileProps) {
  const actions = useActions();
  const { call } = actions;
  const { drafts, view } = useSession();
  const { path, line, count } = file;
  const wrap = useView((view) => view.wrapLines);
  const pages = useMemo(
    () => createTextPages({ read: (offset, limit) => call('file.read', { conversationId, path, offset, limit }) }),
    [call, conversationId, path],
  );
  const error = useStore(pages.store, (state) => state.error);
  const [topOffset, setTopOffset] = useState(0);
  const [marked, setMarked] = useState<number | null>(null);
  const [ended, setEnded] = useState<number | null>(null);
  const [looked, setLooked] = useState('');
  const text = useRef<PagedTextHandle>(null);
  const show = useCallback((offset: number): void => void text.current?.show(offset), []);
  const find = useMemo(
    (): FindMatches => (query, signal) =>
      searchPages(pages.source, query, signal, (done, of) =>
        setLooked(lateStrings.results.text.searching(of === 0 ? 100 : Math.floor((done / of) * 100))),
      ),
    [pages],
  );
  const search = useOutputSearch({ find, onShow: show });
  const keys = useFindKeys(search);
  const selected = useSelectedLines(keys.element);
  const lines = selected ?? (marked === null ? null : { start: marked, end: marked });

  const toLine = useCallback(
    async (lineNumber: number): Promise<void> => {
      const answer = await call('file.read', { conversationId, path, line: lineNumber, limit: 1 });
      if (!answer.ok) return pages.store.setState({ error: answer.error });
      const { firstLine, offset } = answer.value;
      setMarked(firstLine);
      setEnded(firstLine < lineNumber ? lineNumber : null);
      show(offset);
    },
    [call, conversationId, path, pages, show],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` repeats a request for the same line
  useEffect(() => {
    if (line !== undefined) void toLine(line);
  }, [line, count, toLine]);

  function mention(): void {
    const before = drafts.textOf(conversationId);
    const named = mentionText(path, lines);
    drafts.write(conversationId, `${before}${before === '' || /\s$/.test(before) ? '' : ' '}${named} `);
    focusComposer();
  }

  async function reveal(): Promise<void> {
    const answer = await call('file.reveal', { conversationId, path });
    if (!answer.ok) actions.report(answer.error);
    else if (!answer.value.shown) actions.say(words.notRevealed);
  }

  const match = search.settled ? search.matches[search.at] : undefined;
  return (
    <>
      <Head title={visibleText(path)} onClose={onClose} onBack={() => view.setState({ file: null })}>
        <IconButton icon={Copy} label={words.copyPath} size="small" onClick={() => void copyText(path, actions)} />
        <IconButton
          data-needs="run.send"
          icon={AtSign}
          label={lines ? words.mentionLines(lines.start, lines.end) : words.mention}
          size="small"
          onMouseDown={preventFocus}
          onClick={mention}
        />
        <OpenInMenu path={path} line={lines?.start ?? null} />
        <IconButton
          data-needs="file.reveal"
          icon={FolderOpen}
          label={words.reveal}
          size="small"
          onClick={() => void reveal()}
        />
        <IconButton icon={RotateCw} label={words.reload} size="small" onClick={onReload} />
      </Head>
      {error ? (
        <Problem error={error} onReload={onReload} />
      ) : (
        <>
          <div className="shrink-0 border-line border-b px-3 py-1.5">
            <OutputSearch search={search} label={words.search} progress={looked} />
          </div>
          {ended !== null && (
            <p role="status" className="shrink-0 bg-wait-soft px-4 py-1 text-small text-wait">
              {words.shorter(ended)}
            </p>
          )}
          <div ref={keys.element} className="relative flex min-h-0 flex-1 flex-col pt-1">
            <PagedText
              ref={text}
              pages={pages}
              label={visibleText(path)}
              wrap={wrap}
              path={path}
              marked={marked}
              find={{ text: search.settled ? search.text : '', at: match?.offset ?? null }}
              onPlace={setTopOffset}
            />
            {selected && (
              <Button
                size="small"
                className="absolute right-4 bottom-3 bg-over shadow-menu"
                onMouseDown={preventFocus}
                onClick={mention}
              >
                {words.mentionLines(selected.start, selected.end)}
              </Button>
            )}
          </div>
          <PagesFooter
            pages={pages}
            topOffset={topOffset}
            name={path.split('/').at(-1) ?? path}
            onShow={show}
            onLine={(lineNumber) => void toLine(lineNumber)}
          />
        </>
      )}
    </>
  );
}

/** A press keeps the selection. */
function preventFocus(event: { preventDefault(): void }): void {
  event.preventDefault();
}

function Problem({ error, onReload }: { error: AppError; onReload: () => void }) {
  const { code, details, message } = error;
  const reason = details?.missing
    ? { title: words.missing, hint: words.missingHint }
    : details?.binary
      ? { title: words.binary, hint: words.binaryHint }
      : details?.folder
        ? { title: words.folder, hint: words.folderHint }
        : code === 'PATH_OUTSIDE_PROJECT'
          ? { title: words.outside, hint: words.outsideHint }
          : { title: words.failed, hint: message };
  return (
    <Empty {...reason}>
      <Button size="small" onClick={onReload}>
        {words.reload}
      </Button>
    </Empty>
  );
}

function Empty({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 px-8 text-center" role="status">
      <p className="font-strong text-ui">{title}</p>
      <p className="wrap-anywhere max-w-80 text-ink-3 text-ui">{hint}</p>
      {children}
    </div>
  );
}
