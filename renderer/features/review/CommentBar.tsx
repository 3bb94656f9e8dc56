// All comments of the review, and how to hand them to the model.

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { CommentWithState } from '../../../shared/features/review/review.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { plainPath } from './fileTree.ts';
import { reviewWords } from './words.ts';

const labels = reviewWords.comments;

interface CommentBarProps {
  comments: readonly CommentWithState[];
  onOpen: (comment: CommentWithState) => void;
  onSend: () => void;
  onCompose: () => void;
}

export function CommentBar({ comments, onOpen, onSend, onCompose }: CommentBarProps) {
  const [open, setOpen] = useState(false);
  if (comments.length === 0) return null;
  return (
    <section aria-label={labels.title} data-review-comments className="shrink-0 border-line border-t">
      {open && (
        <ul className="max-h-48 overflow-y-auto border-line border-b py-1 text-ui">
          {comments.map((comment) => (
            <li key={comment.id}>
              <button
                type="button"
                onClick={() => onOpen(comment)}
                className="block w-full px-3 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="block truncate text-ink-3 text-small">
                  <VisibleText text={plainPath(comment.path)} /> · {labels.at(comment.side, comment.start, comment.end)}
                  {comment.state !== 'current' && (
                    <span className={classes('ml-2', comment.state !== 'moved' && 'text-wait')}>
                      {labels.states[comment.state]}
                    </span>
                  )}
                </span>
                <span className="block truncate">{comment.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 px-3 py-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="mr-auto flex items-center gap-1.5 rounded-m px-1 text-ink-2 text-ui hover:bg-hover"
        >
          <ChevronRight className={classes('size-3.5 text-ink-3', open && 'rotate-90')} aria-hidden />
          {labels.count(comments.length)}
        </button>
        <Button size="small" onClick={onCompose}>
          {labels.compose}
        </Button>
        <Button size="small" tone="primary" onClick={onSend}>
          {labels.send(comments.length)}
        </Button>
      </div>
    </section>
  );
}
