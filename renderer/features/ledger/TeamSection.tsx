// Settings for the ledger: its address and password, what is written, the user's rights there, its state, and verification.

import { Users } from 'lucide-react';
import { useState } from 'react';
import type { LedgerInfo, LedgerRights, LedgerVerification } from '../../../shared/features/ledger/methods.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { formatTime } from '../../core/format/time.ts';
import { useActions } from '../../core/state/context.tsx';
import { useHostInfo } from '../../core/state/useHostInfo.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { CommitOnBlurField, TextField } from '../../ui/FormFields.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { useNow } from '../../ui/useNow.ts';
import { TestRow, useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { SettingCheckbox } from '../settings/SettingFields.tsx';
import { ledgerWords as words } from './words.ts';

const visibleProblems = 8;

function TeamSection() {
  const { call } = useActions();
  const { info, setInfo, reload } = useHostInfo<LedgerInfo>(
    () => call('ledger.info', {}),
    (event) => (event.type === 'ledger.changed' ? event.info : null),
  );
  const saving = useRequest<LedgerInfo>();
  if (!info) return null;
  const { address, on, results } = info;
  const save = async (change: {
    address?: string;
    password?: string;
    on?: boolean;
    results?: boolean;
  }): Promise<boolean> => {
    // A switch moves at once, and back if it could not be saved.
    if (change.address === undefined) setInfo({ ...info, on: change.on ?? on, results: change.results ?? results });
    const isSaved = await saving.run(call('ledger.save', { address, password: null, on, results, ...change }), setInfo);
    if (!isSaved) await reload();
    return isSaved;
  };
  const hasAddress = address !== '';
  return (
    <div className="grid max-w-120 gap-5 text-ui">
      <p className="text-ink-2">{words.intro}</p>
      <CommitOnBlurField
        label={words.address}
        hint={words.addressHint}
        error={saving.error}
        inputMode="url"
        placeholder="postgres://user@db.example/agents"
        maxLength={2000}
        saved={address}
        onApply={(next) => void save({ address: next, ...(next === '' ? { on: false } : {}) })}
      />
      {hasAddress && <Password where={info.password} onSave={(password) => save({ password })} />}
      <SettingCheckbox
        label={words.on}
        hint={hasAddress ? words.onHint : words.onNeedsAddress}
        checked={on && hasAddress}
        disabled={!hasAddress}
        onChange={(next) => void save({ on: next })}
      />
      <SettingCheckbox
        label={words.results}
        hint={words.resultsHint}
        checked={results}
        onChange={(next) => void save({ results: next })}
      />
      {hasAddress && (
        <>
          <Rights />
          <Verification />
          <State info={info} onWritten={reload} />
        </>
      )}
    </div>
  );
}

function Password({ where, onSave }: { where: LedgerInfo['password']; onSave(password: string): Promise<boolean> }) {
  const [password, setPassword] = useState('');
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void onSave(password).then((isSaved) => isSaved && setPassword(''));
      }}
    >
      <div className="min-w-0 grow">
        <TextField
          label={words.password}
          hint={words.passwordHints[where]}
          type="password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
        />
      </div>
      <Button className="mt-6" type="submit" disabled={password === ''}>
        {words.save}
      </Button>
    </form>
  );
}

function Rights() {
  const { call } = useActions();
  const request = useRequest<LedgerRights>();
  const { value } = request;
  return (
    <TestRow
      request={request}
      labels={words}
      result={value && rightsText(value)}
      onTest={() => void request.run(call('ledger.test', {}))}
    />
  );
}

function rightsText({ user, team, ledTeams, isAuditor, mayWrite }: LedgerRights): string {
  const others = ledTeams.length > 0 ? words.seesTeams(visibleText(ledTeams.join(', '))) : words.seesOwn;
  return words.rights(visibleText(user), team && visibleText(team), isAuditor ? words.seesAll : others, mayWrite);
}

function Verification() {
  const { call } = useActions();
  const request = useRequest<LedgerVerification>();
  const { value } = request;
  const labels = { test: words.verify, testing: words.verifying, testHint: words.verifyHint };
  return (
    <div className="grid gap-2">
      <TestRow
        request={request}
        labels={labels}
        result={value && (value.count === 0 ? words.verified(value.rows) : words.problems(value.count))}
        onTest={() => void request.run(call('ledger.verify', {}))}
      />
      {value && value.count > 0 && (
        <ul className="grid gap-0.5 text-fail text-small" aria-label={words.problems(value.count)}>
          {value.problems.slice(0, visibleProblems).map(({ device, user, kind, seq, problem }) => (
            <li key={`${device} ${seq} ${problem}`} className="wrap-anywhere">
              {visibleText(user)} · {words.row(kind, seq)} {words.problem[problem]}
            </li>
          ))}
          {value.count > visibleProblems && <li>{words.moreProblems(value.count - visibleProblems)}</li>}
        </ul>
      )}
    </div>
  );
}

function State({ info, onWritten }: { info: LedgerInfo; onWritten(): Promise<void> }) {
  const { call } = useActions();
  const request = useRequest();
  const now = useNow(10_000);
  const { isWriting, lastAt, problem, written } = info;
  const when = lastAt && words.lastWritten(formatTime(lastAt, now, timeLocale, strings.ui.time));
  const write = async (): Promise<void> => {
    await request.run(call('ledger.write', {}));
    await onWritten();
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button disabled={request.busy || isWriting} onClick={() => void write()}>
          {words.now}
        </Button>
        <p className="tabular text-ink-2" role="status">
          {isWriting ? words.writing : (when ?? words.never)}
          {written > 0 && ` · ${words.written(written)}`}
        </p>
      </div>
      <ErrorLine error={request.error ?? (problem && `${words.failed}: ${strings.sentences.host(problem)}`)} />
    </div>
  );
}

export const teamPage: SettingsPage = {
  icon: Users,
  words: [words, 'Postgres PostgreSQL ledger'],
  Section: TeamSection,
};
