// A newer version: what is in it, its download and its installation.

import { type ReactNode, useState } from 'react';
import type { UpdateOffer as Offer, RunningWork, UpdateState } from '../../../shared/features/updates/updates.ts';
import { formatBytes } from '../../core/format/amounts.ts';
import { formatDuration } from '../../core/format/duration.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { updatesWords as words } from './words.ts';

const date = new Intl.DateTimeFormat(timeLocale, { dateStyle: 'long' });

interface UpdateOfferProps {
  state: UpdateState;
  offer: Offer;
  notes: string;
}

export function UpdateOffer({ state, offer, notes }: UpdateOfferProps) {
  const { version, published, size } = offer;
  const about = [words.published(date.format(new Date(published))), size === null ? '' : formatBytes(size)];
  return (
    <section className="rounded-l border border-line" aria-label={words.available(version)}>
      <div className="px-4 pt-3 pb-3">
        <p className="font-strong">{words.available(version)}</p>
        <p className="text-ink-3 text-small">{about.filter(Boolean).join(' · ')}</p>
      </div>
      {/* Written by the publisher: rendered like a model's reply, without remote images, and links only open on a click. */}
      <section
        aria-label={words.notes}
        className="max-h-72 overflow-y-auto border-line border-y px-4 py-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
      >
        {notes === '' ? <p className="text-ink-3">{words.noNotes}</p> : <Markdown text={notes} />}
      </section>
      <div className="px-4 py-3">
        <Steps state={state} offer={offer} />
      </div>
    </section>
  );
}

function Steps({ state, offer }: { state: UpdateState; offer: Offer }) {
  const { phase, byHand, isDeclined } = state;
  const { ask } = useAsk();
  const skip = (declined: boolean): void => ask('updates.decline', { version: offer.version, declined });
  if (byHand !== null) return <Step text={strings.sentences.host(byHand)} />;
  if (offer.size === null) return <Step text={words.noFile} />;
  switch (phase) {
    case 'downloading':
      return (
        <Step text={<Progress state={state} size={offer.size} />}>
          <Button onClick={() => ask('updates.pause', {})}>{words.pause}</Button>
          <Button tone="ghost" onClick={() => ask('updates.discard', {})}>
            {words.cancel}
          </Button>
        </Step>
      );
    case 'verifying':
      return <Step text={words.verifying} />;
    case 'installing':
      return <Step text={words.installing} />;
    case 'waiting':
      return (
        <Step text={words.waiting}>
          <Button onClick={() => ask('updates.install', { when: 'never' })}>{words.dontInstall}</Button>
        </Step>
      );
    case 'ready':
      return <Ready state={state} />;
    default:
  }
  if (isDeclined) {
    return (
      <Step text={words.skipped}>
        <Button onClick={() => skip(false)}>{words.unskip}</Button>
      </Step>
    );
  }
  const isPart = state.bytes > 0;
  const rest = offer.size - state.bytes;
  return (
    <Step text={isPart ? <Progress state={state} size={offer.size} /> : null}>
      <Button tone="primary" disabled={phase === 'checking'} onClick={() => ask('updates.download', {})}>
        {isPart ? words.resume : words.download(formatBytes(rest))}
      </Button>
      {isPart && <Button onClick={() => ask('updates.discard', {})}>{words.cancel}</Button>}
      <Button tone="ghost" onClick={() => skip(true)}>
        {words.skip}
      </Button>
    </Step>
  );
}

function Ready({ state }: { state: UpdateState }) {
  const { call, report } = useActions();
  const { ask } = useAsk();
  const [running, setRunning] = useState<RunningWork[]>([]);
  const install = async (when: 'now' | 'idle' | 'quit', stop = false): Promise<void> => {
    const answer = await call('updates.install', { when, stop });
    if (!answer.ok) report(answer.error);
    setRunning(answer.ok ? answer.value.running : []);
  };
  if (running.length > 0) {
    return (
      <section aria-label={words.running}>
        <p className="font-strong">{words.running}</p>
        <p className="mt-1 text-ink-2">{words.runningBody}</p>
        <ul className="mt-2 grid gap-1">
          {running.slice(0, maxRunning).map(({ conversationId, title, command }) => (
            <li key={`${conversationId} ${command}`} className="flex min-w-0 gap-2">
              <span className="truncate">{title || words.untitled}</span>
              {command !== null && <code className="min-w-0 truncate text-ink-3">{visibleText(command)}</code>}
            </li>
          ))}
          {running.length > maxRunning && <li className="text-ink-3">+{running.length - maxRunning}</li>}
        </ul>
        <Step text={null}>
          <Button tone="primary" onClick={() => void install('idle')}>
            {words.wait}
          </Button>
          <Button onClick={() => void install('now', true)}>{words.stop}</Button>
          <Button tone="ghost" onClick={() => setRunning([])}>
            {words.notNow}
          </Button>
        </Step>
      </section>
    );
  }
  return (
    <Step text={state.onQuit ? words.onQuit : words.ready}>
      <Button tone="primary" onClick={() => void install('now')}>
        {words.install}
      </Button>
      {state.onQuit ? (
        <Button onClick={() => ask('updates.install', { when: 'never' })}>{words.dontInstall}</Button>
      ) : (
        <Button onClick={() => void install('quit')}>{words.installOnQuit}</Button>
      )}
      <Button tone="ghost" onClick={() => ask('updates.discard', {})}>
        {words.remove}
      </Button>
    </Step>
  );
}

const maxRunning = 6;

function Step({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <>
      {text !== null && <div className="text-ink-2">{text}</div>}
      {children && <div className="mt-3 flex flex-wrap gap-2 first:mt-0">{children}</div>}
    </>
  );
}

function Progress({ state: { bytes, bytesPerSecond, phase }, size }: { state: UpdateState; size: number }) {
  const parts = [
    words.downloaded(formatBytes(bytes), formatBytes(size)),
    ...(phase === 'downloading' ? speedOf(bytesPerSecond, size - bytes) : [words.paused]),
  ];
  return (
    <>
      <p className="tabular">{parts.join(' · ')}</p>
      <div
        role="progressbar"
        aria-label={words.progress}
        aria-valuenow={Math.floor((bytes / size) * 100)}
        className="mt-2 h-1.5 w-full overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full bg-accent" style={{ width: `${(bytes / size) * 100}%` }} />
      </div>
    </>
  );
}

function speedOf(bytesPerSecond: number | null, rest: number): string[] {
  if (bytesPerSecond === null || bytesPerSecond <= 0) return [];
  return [words.speed(formatBytes(bytesPerSecond)), words.left(formatDuration((rest / bytesPerSecond) * 1000))];
}

/** Calls a method whose effect arrives as a change of the state. */
function useAsk() {
  const { call, report } = useActions();
  const ask: (...request: Parameters<typeof call>) => void = (...request) =>
    void call(...request).then((answer) => !answer.ok && report(answer.error));
  return { ask };
}
