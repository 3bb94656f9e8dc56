// Restores a backup: checks it first, shows what it holds and what is damaged, and then adds it.

import { useEffect, useRef, useState } from 'react';
import { fail } from '../../../shared/core/errors.ts';
import type { RestoreSummary } from '../../../shared/features/backup/backup.ts';
import { formatFullTime } from '../../core/format/time.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, TextField } from '../../ui/FormFields.tsx';
import { useRequest } from '../../ui/useRequest.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { backupWords as words } from './words.ts';

const maxVisible = 8;

export function RestoreForm({ isBusy }: { isBusy: boolean }) {
  const { call, say } = useActions();
  const request = useRequest<RestoreSummary>();
  const [path, setPath] = useState('');
  const [key, setKey] = useState('');
  const [code, setCode] = useState('');
  const [permissions, setPermissions] = useState(false);
  const [summary, setSummary] = useState<RestoreSummary | null>(null);
  const from = {
    path: path.trim(),
    passphrase: key.startsWith('AGE-SECRET-KEY-') ? '' : key,
    identity: key.startsWith('AGE-SECRET-KEY-') ? key : '',
  };
  const checking = useRef<AbortController | null>(null);
  const edit = (apply: (text: string) => void) => (text: string) => {
    apply(text);
    setSummary(null);
    checking.current?.abort();
  };
  const check = async (): Promise<void> => {
    const controller = new AbortController();
    checking.current = controller;
    const { signal } = controller;
    // An answer about earlier entries is dropped, even if it came before the cancellation arrived.
    const answer = call('backup.inspect', from, signal).then((late) => (signal.aborted ? fail('CANCELLED', '') : late));
    await request.run(answer, setSummary);
  };
  useEffect(() => () => checking.current?.abort(), []);
  const restore = async (salvage: boolean): Promise<void> => {
    await request.run(call('backup.restore', { ...from, code, salvage, permissions }), (done) => {
      if (done.restarts) return location.reload();
      setSummary(null);
      say(words.restored(done.newConversations, done.mergedConversations));
    });
  };
  return (
    <form
      aria-label={words.restoreTitle}
      className="grid grid-cols-1 gap-3 rounded-l border border-line px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <div>
        <h5 className="font-strong">{words.restoreTitle}</h5>
        <p className="text-ink-3 text-small">{words.restoreIntro}</p>
      </div>
      <TextField label={words.from} hint={words.fromHint} error={request.error} value={path} onChange={edit(setPath)} />
      <TextField
        label={words.key}
        hint={words.keyHint}
        type="password"
        autoComplete="off"
        value={key}
        onChange={edit(setKey)}
      />
      {summary === null ? (
        <Button className="justify-self-start" type="submit" disabled={isBusy || request.busy || from.path === ''}>
          {request.busy ? words.checking : words.check}
        </Button>
      ) : (
        <>
          <Summary summary={summary} />
          {summary.needsCode && (
            <TextField label={words.code} hint={words.codeHint} autoComplete="off" value={code} onChange={setCode} />
          )}
          <CheckboxField
            label={words.permissions}
            hint={words.permissionsHint}
            checked={permissions}
            onChange={setPermissions}
          />
          <Button
            className="justify-self-start"
            tone="primary"
            disabled={isBusy || request.busy}
            onClick={() => void restore(summary.problemCount > 0)}
          >
            {summary.problemCount > 0 ? words.salvage : words.restore}
          </Button>
        </>
      )}
    </form>
  );
}

function Summary({ summary }: { summary: RestoreSummary }) {
  const { problems, problemCount, keptCount } = summary;
  return (
    <div role="status" className="grid grid-cols-1 gap-1 text-ink-2">
      <p>{words.found(formatFullTime(summary.createdAt, timeLocale), summary.version)}</p>
      <p>{words.contains(summary.newConversations, summary.mergedConversations, summary.newFileCount)}</p>
      {keptCount > 0 && <p>{words.kept(keptCount)}</p>}
      {problemCount > 0 && (
        <div className="text-fail">
          <p>{words.damaged(problemCount)}</p>
          <ul className="mt-1 grid list-disc grid-cols-1 gap-0.5 pl-5 text-small">
            {problems.slice(0, maxVisible).map(({ file, path, at, reason }) => (
              <li key={`${file} ${path} ${at} ${strings.sentences.host(reason)}`} className="break-words">
                {words.problem(visibleText(path ?? file), strings.sentences.host(reason))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
