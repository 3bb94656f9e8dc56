// A comment below its line or in the list, and the field for writing one.

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type CommentWithState, maxCommentLength } from '../../../shared/features/review/review.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { inputClasses } from '../../ui/Field.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { isComposing } from '../../ui/isComposing.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { reviewWords } from './words.ts';

const labels = reviewWords.comments;

/** Milliseconds after the last key until a comment is saved. */
const pause = 400;

export function CommentCard({
  comment,
  onEdit,
  onRemove,
}: {
  comment: CommentWithState;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { side, start, end, state, lines, text } = comment;
  const isOutdated = state !== 'current' && state !== 'moved';
  return (
    <div
      data-review-comment={state}
      className="m-2 max-w-[640px] rounded-l border border-line bg-over px-3 py-2 font-sans text-ui"
    >
      <p className="flex flex-wrap items-center gap-x-2 text-ink-3 text-small">
        {labels.at(side, start, end)}
        {state !== 'current' && <span className={classes(isOutdated && 'text-wait')}>{labels.states[state]}</span>}
        <span className="ml-auto flex gap-1">
          <Button size="small" tone="ghost" onClick={onEdit}>
            {labels.edit}
          </Button>
          <Button size="small" tone="ghost" onClick={onRemove}>
            {labels.remove}
          </Button>
        </span>
      </p>
      {isOutdated && (
        <pre className="my-1 max-h-24 overflow-auto whitespace-pre-wrap rounded-m bg-soft px-2 py-1 font-mono text-code text-ink-2">
          <VisibleText text={lines} />
        </pre>
      )}
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
    </div>
  );
}

interface CommentEditorProps {
  initial: string;
  label: string;
  /** Saves what is written so far, so that nothing is lost. */
  onDraft: (text: string) => void;
  onSave: (text: string) => void;
  onCancel: () => void;
}

export function CommentEditor({ initial, label, onDraft, onSave, onCancel }: CommentEditorProps) {
  const [text, setText] = useState(initial);
  const latest = useRef({ text, saved: initial, onDraft });
  latest.current = { ...latest.current, text, onDraft };
  const flush = useRef((): void => {
    const { current } = latest;
    if (current.text === current.saved || current.text.trim() === '') return;
    current.saved = current.text;
    current.onDraft(current.text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again with each key
  useEffect(() => {
    const timer = setTimeout(flush.current, pause);
    return () => clearTimeout(timer);
  }, [text]);
  const ended = useRef(false);
  useEffect(() => {
    const { current } = flush;
    window.addEventListener('pagehide', current);
    return () => {
      window.removeEventListener('pagehide', current);
      if (!ended.current) current();
    };
  }, []);
  const finish = (run: () => void): void => {
    ended.current = true;
    run();
  };
  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      finish(onCancel);
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      finish(() => onSave(text));
    }
  }
  return (
    <div className="m-2 max-w-[640px] font-sans" data-review-editor>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field
        autoFocus
        aria-label={label}
        placeholder={labels.placeholder}
        value={text}
        rows={3}
        maxLength={maxCommentLength}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={classes(inputClasses, 'field-sizing-content max-h-60 min-h-16 resize-none py-1.5')}
      />
      <FormActions size="small" className="mt-1" onCancel={() => finish(onCancel)}>
        <Button size="small" tone="primary" onClick={() => finish(() => onSave(text))}>
          {labels.save}
        </Button>
      </FormActions>
    </div>
  );
}
