// The Updates page: this version, a newer one with its release notes, and when to look for one. Every step is a button.

import { RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { updateChecks } from '../../../shared/features/settings/settings.ts';
import type { UpdateState } from '../../../shared/features/updates/updates.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { formatTime } from '../../core/format/time.ts';
import { useActions, useApp, useSession, useView } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { SegmentSetting } from '../settings/SettingFields.tsx';
import { UpdateOffer } from './UpdateOffer.tsx';
import { useUpdates } from './useUpdates.ts';
import { updatesWords as words } from './words.ts';

const { host: hostText } = strings.sentences;

function UpdatesSection() {
  const { state, notes, error } = useUpdates();
  if (error !== null) {
    return (
      <p className="text-fail text-ui" role="alert">
        {error}
      </p>
    );
  }
  if (state === null) return null;
  return (
    <div className="grid max-w-[68ch] grid-cols-1 gap-6 text-ui">
      <ThisVersion state={state} />
      {state.offer && <UpdateOffer state={state} offer={state.offer} notes={notes} />}
      {state.off === null && (
        <SegmentSetting
          name="updates"
          label={words.automatic}
          hint={words.hint}
          choices={updateChecks.map((value) => ({ value, label: words.checks[value] }))}
        />
      )}
    </div>
  );
}

function ThisVersion({ state }: { state: UpdateState }) {
  const { version, kind, off, phase, problem, outcome, offer } = state;
  const isTurnedOff = useApp((snapshot) => snapshot.settings.updates === 'never');
  const check = useCheck(state, isTurnedOff);
  const canCheck = off === null && !isTurnedOff;
  const isLatest = canCheck && problem === null && offer === null && state.checkedAt !== null && phase === 'idle';
  return (
    <section className="grid gap-2" aria-label={words.version(version)}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-strong">{words.version(version)}</p>
          <p className="text-ink-3 text-small">
            {[words.kinds[kind], canCheck ? lastCheck(state) : ''].filter(Boolean).join(' · ')}
          </p>
        </div>
        {canCheck && (
          <Button disabled={phase !== 'idle' && phase !== 'paused' && phase !== 'ready'} onClick={check}>
            {phase === 'checking' ? words.checking : words.check}
          </Button>
        )}
      </div>
      {outcome !== null && <Notice text={hostText(outcome)} />}
      {off !== null && <Notice text={hostText(off)} />}
      {off === null && isTurnedOff && <Notice text={words.never} />}
      {problem !== null && (
        <p className="text-fail" role="alert">
          <VisibleText text={hostText(problem)} />
        </p>
      )}
      <p role="status" className="text-ink-2 empty:hidden">
        {isLatest && words.latest}
      </p>
    </section>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <p className="text-ink-2">
      <VisibleText text={text} />
    </p>
  );
}

/** Also checks when the page was opened for it. */
function useCheck({ off }: UpdateState, isTurnedOff: boolean): () => void {
  const { call, report } = useActions();
  const { view } = useSession();
  const isAsked = useView(({ dialog }) => dialog?.type === 'settings' && dialog.check === true);
  const check = (): void => void call('updates.check', {}).then((answer) => !answer.ok && report(answer.error));
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    if (!isAsked) return;
    view.setState({ dialog: { type: 'settings', section: 'updates' } });
    if (off === null && !isTurnedOff) latest.current();
  }, [isAsked, off, isTurnedOff, view]);
  return check;
}

function lastCheck({ checkedAt, server }: UpdateState): string {
  if (server === null) return '';
  if (checkedAt === null) return words.notYet(server);
  return words.lastCheck(formatTime(checkedAt, Date.now(), timeLocale, strings.ui.time), server);
}

export const updatesPage: SettingsPage = { icon: RefreshCw, words, Section: UpdatesSection };
