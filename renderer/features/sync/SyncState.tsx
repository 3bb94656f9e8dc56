// Whether this machine is in sync, why not, and what the user has to decide.

import { CircleCheck, CirclePause, CloudOff, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SyncInfo } from '../../../shared/features/sync/sync.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { formatTime } from '../../core/format/time.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { ErrorLine, Problems } from '../../ui/ListPage.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { syncWords as words } from './words.ts';

const looks: Record<SyncInfo['state'], { icon: LucideIcon; tone: string }> = {
  idle: { icon: CircleCheck, tone: 'text-ink-3' },
  syncing: { icon: RefreshCw, tone: 'text-accent' },
  offline: { icon: CloudOff, tone: 'text-wait' },
  paused: { icon: CirclePause, tone: 'text-ink-3' },
  metered: { icon: CirclePause, tone: 'text-ink-3' },
  off: { icon: CirclePause, tone: 'text-ink-3' },
};

export function SyncState({ info }: { info: SyncInfo }) {
  const { state, move, alert, error, problems } = info;
  const { icon: Icon, tone } = looks[state];
  return (
    <div className="grid grid-cols-1 gap-4">
      {move && <MoveDecision by={move.by} revoked={move.revoked} />}
      {alert === 'revoked' && <Decision title={words.revokedHere.title} body={words.revokedHere.body} />}
      <section aria-label={words.state.title} className="rounded-l border border-line px-4 py-3">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="flex min-w-0 flex-1 basis-72 gap-2.5">
            <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} strokeWidth={1.75} aria-hidden />
            <div className="min-w-0">
              <p role="status" className="tabular font-strong">
                {[words.state[state], ...(state === 'syncing' ? progress(info) : [])].join(' · ')}
              </p>
              <Lines info={info} />
            </div>
          </div>
          {alert !== 'revoked' && <Buttons info={info} />}
        </div>
        {state === 'offline' && error !== null && (
          <div className="mt-3 border-line border-t pt-3">
            <ErrorLine error={strings.sentences.host(error)} />
            <p className="mt-0.5 text-ink-3 text-small">{words.state.offlineHint}</p>
          </div>
        )}
        {(state === 'paused' || state === 'metered') && (
          <p className="mt-2 text-ink-3 text-small">{words.state[`${state}Hint`]}</p>
        )}
      </section>
      <Problems
        title={words.state.problems}
        problems={problems.map(({ of, text }) => ({
          text: [...(of === null ? [] : [of]), strings.sentences.host(text)].join(': '),
        }))}
      />
    </div>
  );
}

function progress({ uploads, waiting }: SyncInfo): string[] {
  return [
    ...(uploads > 0 ? [words.state.uploads(uploads)] : []),
    ...(waiting > 0 ? [words.state.waiting(waiting)] : []),
  ];
}

function Lines({ info: { membership, syncedAt, filesToFetch } }: { info: SyncInfo }) {
  const now = useNow(30_000);
  const last =
    syncedAt === null ? words.state.never : words.state.last(formatTime(syncedAt, now, timeLocale, strings.ui.time));
  return (
    <div className="text-ink-3 text-small">
      <p className="tabular">{last}</p>
      {filesToFetch && (
        <p className="tabular">{words.state.files(filesToFetch.files, formatBytes(filesToFetch.bytes))}</p>
      )}
      {membership && (
        <p className="wrap-anywhere">
          {words.state.place(words.form.kinds[membership.kind], visibleText(membership.place))}
        </p>
      )}
    </div>
  );
}

function Buttons({ info: { state, membership } }: { info: SyncInfo }) {
  const { call } = useActions();
  const request = useRequest();
  const isPaused = state === 'paused';
  return (
    <div className="flex flex-wrap gap-2">
      {!isPaused && (
        <Button
          size="small"
          disabled={state === 'syncing' || request.busy}
          onClick={() => void request.run(call('sync.now', {}))}
        >
          {words.state.now}
        </Button>
      )}
      {membership && (
        <Button
          size="small"
          tone={isPaused ? 'primary' : 'secondary'}
          disabled={request.busy}
          onClick={() => void request.run(call('sync.pause', { paused: !isPaused }))}
        >
          {isPaused ? words.state.resume : words.state.pause}
        </Button>
      )}
      <ErrorLine error={request.error} small className="basis-full" />
    </div>
  );
}

function MoveDecision({ by, revoked }: { by: string; revoked: readonly string[] }) {
  const { call } = useActions();
  const request = useRequest();
  const names = new Intl.ListFormat(timeLocale).format(revoked.map(visibleText));
  return (
    <Decision title={words.move.title} body={words.move.body(visibleText(by), names)}>
      <ConfirmButton
        size="small"
        className="mt-2.5"
        disabled={request.busy}
        ask={{
          title: words.move.confirmTitle,
          body: words.move.confirmBody(visibleText(by)),
          confirm: words.move.confirm,
        }}
        onConfirm={() => request.run(call('sync.follow', {}))}
      >
        {words.move.follow}
      </ConfirmButton>
      <ErrorLine error={request.error} small className="mt-2" />
    </Decision>
  );
}

function Decision({ title, body, children }: { title: string; body: string; children?: ReactNode }) {
  return (
    <section aria-label={title} className="flex gap-2.5 rounded-l bg-wait-soft px-4 py-3">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        <p className="font-strong">{title}</p>
        <p className="wrap-anywhere mt-0.5 text-ink-2">{body}</p>
        {children}
      </div>
    </section>
  );
}
