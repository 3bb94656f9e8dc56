// Edits instructions or a memory in place. Saves by button and on blur; never silently overwrites a change made
// elsewhere.

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { EditableText } from '../../../shared/features/memory/methods.ts';
import {
  isMemory,
  maxInstructionsLength,
  maxMemoryBytes,
  type UserTextTopic,
} from '../../../shared/features/memory/userText.ts';
import { useActions } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, TextArea } from '../../ui/Field.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { memoryWords } from './words.ts';

const words = memoryWords.editor;

interface OwnTextEditorProps {
  about: UserTextTopic;
  name: string;
  projectId: string;
  conversationId: string | null;
  onClose: () => void;
}

export function OwnTextEditor({ about, name, projectId, conversationId, onClose }: OwnTextEditorProps) {
  const { call } = useActions();
  const [saved, setSaved] = useState<EditableText | null>(null);
  const [text, setText] = useState('');
  const [status, setStatus] = useState<{ error: string | null; done: boolean; conflict: boolean }>(quiet);
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const ref = { about, projectId, conversationId };

  const load = async (): Promise<void> => {
    const answer = await call('ownText.read', ref);
    if (!answer.ok) return setStatus({ ...quiet, error: answer.error.message });
    setSaved(answer.value);
    setText(answer.value.text);
    setStatus(quiet);
    field.current?.focus();
  };
  const isKnown = saved !== null;
  useEffect(() => {
    if (!isKnown) return;
    field.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [isKnown]);

  const tooLong = !isMemory(about) && text.length > maxInstructionsLength;

  /** Resolves to true once the text is saved. */
  const save = async (version = saved?.version): Promise<boolean> => {
    if (!saved || version === undefined || tooLong) return false;
    if (text === saved.text) return true;
    const answer = await call('ownText.save', { ...ref, text, version });
    if (answer.ok) {
      setSaved(answer.value);
      setText((now) => (now === text ? answer.value.text : now));
      setStatus({ ...quiet, done: true });
      return true;
    }
    const conflict = answer.error.code === 'CONTENT_CHANGED';
    setStatus({ error: conflict ? words.changed : answer.error.message, done: false, conflict });
    return false;
  };

  const keepMine = async (): Promise<void> => {
    const now = await call('ownText.read', ref);
    if (now.ok) await save(now.value.version);
  };

  const latest = useRef({ load, save });
  latest.current = { load, save };
  useEffect(() => {
    void latest.current.load();
    // Closing the page with Escape loses nothing.
    return () => void latest.current.save();
  }, []);

  const done = async (): Promise<void> => {
    if (await save()) onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void done();
  };
  if (!saved) {
    return (
      <p role="status" className="py-1 pl-5.5 text-ink-3 text-ui">
        {status.error ?? strings.ui.loading}
      </p>
    );
  }
  const problem = saved.problem === null ? null : memoryWords.states.problem(strings.sentences.host(saved.problem));
  const bytes = new TextEncoder().encode(text).length;
  const long = isMemory(about) && bytes > maxMemoryBytes ? words.longMemory(Math.ceil(bytes / 1024)) : null;
  return (
    <div ref={box} className="pt-1 pb-2 pl-5.5">
      <Field
        label={name}
        hint={words.hints[about]}
        error={problem ?? (tooLong ? words.tooLong : (status.error ?? long))}
      >
        {(ids) => (
          <TextArea
            {...ids}
            ref={field}
            rows={Math.min(16, Math.max(5, text.split('\n').length + 1))}
            disabled={problem !== null}
            placeholder={words.placeholders[about]}
            value={text}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setText(event.target.value);
              setStatus((before) => ({ ...before, done: false }));
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2 pt-2">
        {status.conflict ? (
          <>
            <Button size="small" onClick={() => void load()}>
              {words.take}
            </Button>
            <Button size="small" tone="danger" onClick={() => void keepMine()}>
              {words.keep}
            </Button>
          </>
        ) : (
          <Button size="small" tone="primary" disabled={problem !== null || tooLong} onClick={() => void done()}>
            {words.save}
          </Button>
        )}
        <span role="status" className="text-ink-3 text-small">
          {status.done ? words.saved : ''}
        </span>
        {saved.path !== null && (
          <span className="wrap-anywhere ml-auto text-ink-3 text-small">{visibleText(saved.path)}</span>
        )}
      </div>
    </div>
  );
}

const quiet = { error: null, done: false, conflict: false };
