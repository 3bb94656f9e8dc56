// The user's theme file: its path, how much of it applies, which lines do not and why, and actions.

import { useEffect, useRef, useState } from 'react';
import type { ThemeFile } from '../../../shared/features/theme/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';

const words = lateStrings.settings.appearance;

export function ThemeFileSetting() {
  const { call } = useActions();
  const { theme, error, act } = useThemeFile();
  const host = useApp((snapshot) => snapshot.host);
  const [notice, setNotice] = useState('');
  const first = useRef<HTMLButtonElement>(null);
  /** The pressed button is replaced by another, which gets the focus. */
  const then = (text: string): void => {
    setNotice(text);
    requestAnimationFrame(() => first.current?.focus());
  };
  const create = (): void => void act(async () => call('theme.create', {})).then((done) => done && then(''));
  const reset = async (): Promise<void> => {
    const answer = await call('theme.reset', {});
    if (await act(async () => (answer.ok ? { ok: true, value: answer.value.theme } : answer)))
      then(answer.ok && answer.value.kept ? words.fileKept(answer.value.kept) : '');
  };
  const copy = (): void =>
    void navigator.clipboard.writeText(theme?.place ?? '').then(
      () => setNotice(words.fileCopied),
      () => setNotice(strings.ui.copyFailed),
    );
  return (
    <section className="text-ui" aria-label={words.file} data-field={words.file}>
      <h4 className="mb-1 font-strong">{words.file}</h4>
      <p className="text-ink-3 text-small">{words.fileHint}</p>
      {theme && (
        <>
          <p className="wrap-anywhere mt-2 font-mono text-code text-ink-2">
            <VisibleText text={theme.place} />
          </p>
          <State theme={theme} />
          <div className="mt-2 flex flex-wrap items-center gap-2">
            {!theme.exists && (
              <Button ref={first} onClick={create}>
                {words.fileCreate}
              </Button>
            )}
            {theme.exists && host === 'desktop' && (
              <Button ref={first} onClick={() => void call('theme.show', {})}>
                {words.fileShow}
              </Button>
            )}
            {theme.exists && (
              <>
                <Button ref={host === 'desktop' ? null : first} onClick={copy}>
                  {words.fileCopy}
                </Button>
                <Button onClick={() => void reset()}>{words.fileReset}</Button>
              </>
            )}
            <span className="wrap-anywhere text-ink-3 text-small" role="status">
              {notice}
            </span>
          </div>
        </>
      )}
      {error && (
        <p className="mt-1 text-fail text-small" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

function State({ theme: { exists, values, problems, unread } }: { theme: ThemeFile }) {
  const isStrict = useIsStrict();
  const taken = Object.keys(values).length;
  if (!exists) return <p className="mt-1 text-ink-3 text-small">{words.fileAbsent}</p>;
  if (unread !== undefined)
    return (
      <p className="mt-1 text-fail text-small" role="alert">
        {strings.sentences.beside([words.fileUnread, strings.sentences.host(unread)])}
      </p>
    );
  return (
    <div className="mt-1 text-small" role="status">
      <p className="text-ink-2">
        {strings.sentences.beside([words.fileTaken(taken), isStrict ? words.fileContrast : ''])}
      </p>
      {problems.length > 0 && (
        <>
          <p className="mt-1 text-fail">{words.fileProblems(problems.length)}</p>
          <ul className="mt-1 grid gap-0.5">
            {problems.map(({ line, why, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and the list is always replaced as a whole
              <li key={at} className="flex gap-2">
                <span className="tabular shrink-0 text-ink-3">{words.fileLine(line)}</span>
                <span className="wrap-anywhere min-w-0">
                  <code className="text-ink-2">{text}</code> <span className="text-ink-3">{words.fileWhy[why]}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function useIsStrict(): boolean {
  const contrast = useApp((snapshot) => snapshot.settings.contrast);
  const [strict, setStrict] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the root's attribute follows the setting
  useEffect(() => setStrict(document.documentElement.dataset.contrast === 'more'), [contrast]);
  return strict;
}

type Answer = { ok: true; value: ThemeFile } | { ok: false; error: { message: string } };

function useThemeFile() {
  const { connection } = useSession();
  const { call } = useActions();
  const [theme, setTheme] = useState<ThemeFile | null>(null);
  const [error, setError] = useState<string | null>(null);
  const act = async (ask: () => Promise<Answer>): Promise<boolean> => {
    const answer = await ask();
    if (answer.ok) setTheme(answer.value);
    setError(answer.ok ? null : answer.error.message);
    return answer.ok;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    void act(() => call('theme.read', {}));
    return connection.onEvent(({ event }) => {
      if (event.type === 'theme.changed') setTheme(event.theme);
    });
  }, [connection, call]);
  return { theme, error, act };
}
