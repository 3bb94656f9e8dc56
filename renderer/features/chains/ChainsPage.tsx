// Tool calls of all conversations, newest first, with filters and keyboard navigation, and the timeline of the selected
// call's conversation alongside. Enter goes to the call; returning restores the page.

import { ArrowLeft, ArrowRight } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand/react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useApp, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterMenu } from '../../ui/FilterRow.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { useRefreshWhileBehind } from '../search/useRefreshWhileBehind.ts';
import { OpenSidebarButton } from '../sidebar/OpenSidebarButton.tsx';
import { CallMatchList } from './CallMatchList.tsx';
import { ChainView } from './ChainView.tsx';
import { chainKey, hasActiveFilter } from './chainFilter.ts';
import type { ChainCallRow } from './chainRows.ts';
import { type ChainsView, chainDays, type FoundCall, noChainsFilter } from './chainsStore.ts';
import { FilterBar } from './FilterBar.tsx';
import { openCallBox, openCallMatch } from './openCall.ts';
import { useChain } from './useChain.ts';
import { chainWords } from './words.ts';

const words = chainWords;
const LedgerCallPane = lazy(async () => ({ default: (await import('../ledger/LedgerCallPane.tsx')).LedgerCallPane }));
const ScopeMenu = lazy(async () => ({ default: (await import('../ledger/LedgerCallPane.tsx')).ScopeMenu }));
/** Wide enough for the selected call's conversation next to the list. */
const besideQuery = '(width >= 1200px)';

export function ChainsPage() {
  const session = useSession();
  const { chains, view } = session;
  const state = useStore(chains.store);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const beside = useMedia(besideQuery);
  const conversations = useApp((snapshot) => snapshot.conversations);
  const hasLedger = useApp((snapshot) => snapshot.settings.ledger.address !== '');
  const { calls, chosen, filter } = state;
  const call = calls[chosen] ?? null;
  useRefreshWhileBehind(!state.complete, chains.renew);

  useEffect(() => {
    // Shows the previous state at once; newer calls appear after a refetch.
    const { phase } = chains.store.getState();
    if (phase === 'idle') chains.ask();
    if (phase === 'failed') chains.again();
    list.current?.focus({ preventScroll: true });
    if (!list.current) field.current?.focus();
  }, [chains]);

  const isHere = useCallback((id: string) => conversations.some((row) => row.id === id), [conversations]);
  const onOpen = useCallback(
    (index: number) => {
      const match = chains.store.getState().calls[index];
      if (!match) return;
      chains.note({ chosen: index });
      // The record is shown next to the list; its conversation may be on another machine.
      if (match.ledger && !isHere(match.conversationId)) return;
      void openCallMatch(session, match, chains.store.getState().filter.text);
    },
    [chains, session, isHere],
  );
  const onChoose = useCallback((index: number) => chains.note({ chosen: index }), [chains]);
  const onScroll = useCallback((scroll: number) => chains.note({ scroll }), [chains]);
  const leave = useCallback(() => view.setState({ page: 'chat' }), [view]);
  const isTeam = filter.scope === 'team';
  const others = filter.projectId !== null || filter.days !== null;
  const filtered = hasActiveFilter(filter) || others;

  return (
    <main className="flex min-w-0 flex-1 bg-page" aria-label={words.pageTitle}>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="shrink-0 border-line border-b px-3 pt-2 pb-2.5">
          <div className="flex h-7 items-center gap-2 pb-1">
            <OpenSidebarButton />
            <IconButton icon={ArrowLeft} label={lateStrings.search.back} onClick={leave} />
            <h1 className="font-strong text-ui">{words.pageTitle}</h1>
            <Progress state={state} />
          </div>
          <div className="pt-1.5">
            <FilterBar
              filter={filter}
              onFilter={(change) => chains.filter(change)}
              tools={state.tools}
              field={field}
              onLeave={() => (list.current ? list.current.focus() : leave())}
              left={state.phase === 'done' ? words.foundCalls(calls.length, state.cursor !== null) : null}
              others={{
                isFiltered: others,
                hidesChanged: isTeam,
                onClear: () => chains.filter({ ...noChainsFilter, scope: filter.scope }),
                children: (
                  <>
                    {(hasLedger || isTeam) && (
                      <Suspense>
                        <ScopeMenu
                          scope={filter.scope}
                          onChoose={(scope) => chains.filter({ ...noChainsFilter, text: filter.text, scope })}
                        />
                      </Suspense>
                    )}
                    {!isTeam && (
                      <ProjectMenu
                        projectId={filter.projectId}
                        onChoose={(projectId) => chains.filter({ projectId })}
                      />
                    )}
                    <FilterMenu
                      label={words.time}
                      all={words.anyTime}
                      options={chainDays.map((days) => ({ value: days, label: words.days[days] }))}
                      chosen={filter.days === null ? [] : [filter.days]}
                      onChange={([days = null]) => chains.filter({ days })}
                    />
                  </>
                ),
              }}
            />
          </div>
        </header>
        {state.phase === 'failed' && calls.length > 0 && <FurtherFailed state={state} />}
        <div className="min-h-0 flex-1">
          {calls.length > 0 ? (
            <CallMatchList
              calls={calls}
              chosen={chosen}
              scroll={state.scroll}
              list={list}
              onScroll={onScroll}
              onChoose={onChoose}
              onOpen={onOpen}
              onMore={chains.more}
              onFilter={() => field.current?.focus()}
              onLeave={leave}
            />
          ) : (
            <Nothing state={state} filtered={filtered} />
          )}
        </div>
      </div>
      {beside && calls.length > 0 && (
        <section aria-label={words.chosen} className="flex w-[46%] shrink-0 flex-col border-line border-l">
          {call?.ledger ? (
            <Suspense>
              <LedgerCallPane call={call.ledger} onGo={isHere(call.conversationId) ? () => onOpen(chosen) : null} />
            </Suspense>
          ) : call ? (
            <Beside key={call.conversationId} call={call} />
          ) : (
            <p className="p-4 text-ink-3 text-ui">{words.choose}</p>
          )}
        </section>
      )}
    </main>
  );
}

/** The chain of the selected call's conversation, scrolled to the call. */
function Beside({ call }: { call: FoundCall }) {
  const session = useSession();
  const chain = useChain(call.conversationId, true);
  const key = chainKey(call);
  const [wish, setWish] = useState({ key, count: 1, quiet: true });
  useEffect(
    () => setWish((before) => (before.key === key ? before : { key, count: before.count + 1, quiet: true })),
    [key],
  );
  const { within, conversationId } = call;
  const onGo = useCallback(
    (row: ChainCallRow) => {
      if (within) void openCallBox(session, within.conversationId, chainKey(within));
      else void openCallBox(session, conversationId, row.box);
    },
    [session, within, conversationId],
  );
  const title = visibleText(within ? words.inAgent(within.title) : call.title);
  return (
    <ChainView
      conversationId={conversationId}
      chain={chain}
      inView={key}
      wish={wish}
      onGo={onGo}
      onLeave={() => document.querySelector<HTMLElement>('main [role="listbox"]')?.focus()}
      heading={(totals) => (
        <div className="flex min-h-7 items-center gap-1 px-3 pt-2">
          <h2 className="min-w-0 truncate font-strong text-ui">{title}</h2>
          <IconButton
            icon={ArrowRight}
            label={words.openCall}
            size="small"
            onClick={() => void openCallMatch(session, call, session.chains.store.getState().filter.text)}
          />
          <span className="ml-auto flex min-w-0 shrink-0">{totals}</span>
        </div>
      )}
    />
  );
}

function ProjectMenu({ projectId, onChoose }: { projectId: string | null; onChoose: (id: string | null) => void }) {
  const projects = useApp((snapshot) => snapshot.projects).filter(({ sameAs }) => !sameAs);
  return (
    <FilterMenu
      label={words.project}
      all={words.allProjects}
      options={projects.map(({ id, name, folder }) => ({
        value: id,
        label: visibleText(name),
        hint: folder === null ? undefined : visibleText(folder),
      }))}
      chosen={projectId === null ? [] : [projectId]}
      onChange={([id = null]) => onChoose(id)}
    />
  );
}

function Progress({ state }: { state: ChainsView }) {
  const { phase, complete, done, total, calls, cursor } = state;
  const statusText =
    !complete && total > 0 ? words.incomplete(done, total) : phase === 'asking' && cursor !== null ? words.more : '';
  return (
    <p className="tabular ml-auto truncate text-ink-3 text-small" role="status">
      {statusText || (calls.length > 0 && cursor === null ? words.calls(calls.length) : '')}
    </p>
  );
}

/** The next page failed to load; earlier results stay. */
function FurtherFailed({ state }: { state: ChainsView }) {
  const { chains } = useSession();
  return (
    <div
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-soft px-4 py-2 text-ui"
      role="alert"
    >
      <p className="min-w-0 flex-1">
        {words.furtherFailed}
        {strings.sentences.gap(words.furtherFailed)}
        <span className="text-ink-3">{state.error?.message}</span>
      </p>
      <Button size="small" onClick={chains.again}>
        {strings.ui.tryAgain}
      </Button>
    </div>
  );
}

function Nothing({ state, filtered }: { state: ChainsView; filtered: boolean }) {
  const { chains } = useSession();
  const { phase, error, complete } = state;
  const tooShort = error?.details?.reason === 'too_short';
  if (phase === 'idle' || phase === 'asking' || (phase === 'done' && !complete))
    return <p className="px-4 py-3 text-ink-3 text-ui">{words.loading}</p>;
  const failed = phase === 'failed' && !tooShort;
  return (
    <div className="px-4 py-3" role={failed ? 'alert' : 'status'}>
      <p className="text-ui">
        {failed ? words.nothingRead : tooShort ? words.tooShort : filtered ? words.noMatch : words.pageEmpty}
      </p>
      {failed && <p className="mt-1 text-ink-3 text-ui">{error?.message}</p>}
      {!failed && !filtered && <p className="mt-1 text-ink-3 text-ui">{words.pageEmptyHint}</p>}
      {failed && (
        <Button size="small" className="mt-2" onClick={chains.ask}>
          {strings.ui.tryAgain}
        </Button>
      )}
      {!failed && filtered && (
        <Button size="small" className="mt-2" onClick={() => chains.filter(noChainsFilter)}>
          {strings.ui.filter.clear}
        </Button>
      )}
    </div>
  );
}
