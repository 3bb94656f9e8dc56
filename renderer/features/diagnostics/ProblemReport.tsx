// A problem report: the exact text, which the user edits and saves or copies. Nothing is sent.

import { useEffect, useId, useRef, useState } from 'react';
import { useSession } from '../../core/state/context.tsx';
import type { Session } from '../../core/state/session.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorLine } from '../../ui/ListPage.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { useRequest } from '../../ui/useRequest.tsx';
import { diagnosticsWords } from './words.ts';

const labels = diagnosticsWords.report;
const fileName = 'throughline-report.md';

/** Texts that were neither saved nor copied yet: another page of the settings, or closing them, does not lose them. */
const unsaved = new WeakMap<Session, string>();

export function ProblemReport() {
  const id = useId();
  const session = useSession();
  const { call, say } = session.actions;
  const request = useRequest<{ text: string }>();
  const [text, setText] = useState(unsaved.get(session) ?? null);
  const [isNew, setNew] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isNew) field.current?.focus();
  }, [isNew]);
  const [copyFailed, setCopyFailed] = useState(false);
  const edit = (edited: string): void => {
    unsaved.set(session, edited);
    setText(edited);
  };
  const make = () =>
    request.run(call('diagnostics.report', {}), (made) => {
      setNew(true);
      edit(made.text);
    });
  const save = (made: string): void => {
    saveFile(fileName, [made]);
    unsaved.delete(session);
  };
  const copy = async (): Promise<void> => {
    const copied = await navigator.clipboard.writeText(text ?? '').then(
      () => true,
      () => false,
    );
    setCopyFailed(!copied);
    if (!copied) return;
    unsaved.delete(session);
    say(labels.copied);
  };
  return (
    <section aria-label={labels.title} data-field={labels.title} className="grid grid-cols-1 gap-3">
      <h4 className="font-strong">{labels.title}</h4>
      <p className="text-ink-2">{labels.intro}</p>
      {text === null ? (
        <div className="flex items-center gap-3">
          <Button disabled={request.busy} onClick={() => void make()}>
            {labels.make}
          </Button>
          <p role="status" className="text-ink-3">
            {request.busy && labels.making}
          </p>
        </div>
      ) : (
        <>
          <label htmlFor={id} className="sr-only">
            {labels.text}
          </label>
          <textarea
            id={id}
            value={text}
            ref={field}
            spellCheck={false}
            onChange={(event) => edit(event.target.value)}
            className="min-h-80 w-full resize-y rounded-m border border-line bg-page p-3 font-mono text-code"
          />
          <div className="flex gap-2">
            <Button onClick={() => save(text)}>{labels.save}</Button>
            <Button onClick={() => void copy()}>{labels.copy}</Button>
          </div>
        </>
      )}
      {request.error !== null && <ErrorLine error={request.error} />}
      {copyFailed && <ErrorLine error={labels.copyFailed} />}
    </section>
  );
}
