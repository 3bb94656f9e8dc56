// While the host cannot be reached: what this device last received, with its time. Nothing here can be answered or sent.

import { useEffect, useState } from 'react';
import { formatFullTime, formatTime } from '../../core/format/time.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { useNow } from '../../ui/useNow.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { type LastMessage, type LastState, readLastState, removeLastState } from './lastState.ts';
import { removeShares } from './waitingShares.ts';
import { phoneWords as words } from './words.ts';

type Row = LastState['conversations'][number];

export function OfflinePage() {
  const [state, setState] = useState<LastState | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  useEffect(() => void readLastState().then(setState), []);
  if (!state) return null;
  const open = state.conversations.find(({ id }) => id === openId);
  const remove = (): void => {
    removeShares();
    void removeLastState().then(() => setState(null));
  };
  const of = (wanted: Row['activity']): Row[] => state.conversations.filter(({ activity }) => activity === wanted);
  return (
    <section data-last-state aria-label={words.title} className="w-full max-w-[720px] px-4 pb-6 text-left">
      <h2 className="font-strong text-prose">{words.title}</h2>
      <p className="mt-1 text-ui text-wait">{words.asOf(formatFullTime(state.at, timeLocale))}</p>
      {open ? (
        <Conversation row={open} tail={state.tails[open.id] ?? []} onBack={() => setOpenId(null)} />
      ) : (
        <>
          <Group title={words.waiting} rows={of('waiting')} onOpen={setOpenId} />
          <Group title={words.running} rows={of('running')} onOpen={setOpenId} />
          <Group title={words.others} rows={of('idle')} onOpen={setOpenId} />
          <Button tone="ghost" className="mt-4 -ml-3" onClick={remove}>
            {words.remove}
          </Button>
        </>
      )}
    </section>
  );
}

function titleOf({ title }: Row): string {
  return visibleText(strings.sentences.title(title) || strings.sidebar.untitled);
}

function Group({ title, rows, onOpen }: { title: string; rows: readonly Row[]; onOpen: (id: string) => void }) {
  const now = useNow(30_000);
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 border-line border-b pb-1 text-small text-ink-3">{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              onClick={() => onOpen(row.id)}
              className="flex w-full items-center gap-3 rounded-m text-left text-ui hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {titleOf(row)}
              </span>
              <span className="tabular shrink-0 text-ink-3 text-small">
                {formatTime(row.updatedAt, now, timeLocale, strings.ui.time)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Conversation({ row, tail, onBack }: { row: Row; tail: readonly LastMessage[]; onBack: () => void }) {
  return (
    <>
      <div className="mt-4 flex items-center gap-2">
        <Button onClick={onBack}>{words.back}</Button>
        <h3 className="min-w-0 truncate font-strong text-ui">{titleOf(row)}</h3>
      </div>
      {tail.length === 0 && <p className="mt-3 text-ink-3 text-ui">{words.noMessages}</p>}
      <ol className="mt-3 grid gap-4">
        {tail.map(({ role, text, calls }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at} className={role === 'user' ? 'rounded-l bg-soft px-3 py-2' : ''}>
            {role === 'user' && <span className="sr-only">{words.you}</span>}
            <p className="wrap-anywhere whitespace-pre-wrap text-prose">{visibleText(text)}</p>
            {calls.length > 0 && (
              <p className="wrap-anywhere text-ink-3 text-small">
                {words.calls(strings.sentences.list(calls.map(visibleText)))}
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
