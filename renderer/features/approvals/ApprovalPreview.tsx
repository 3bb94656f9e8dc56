// Shows everything that will happen, in its actual form: long content scrolls, and its size is shown. Wraps lines
// instead of cutting them off. Shows invisible characters by code, and counts them.

import { memo } from 'react';
import type { ApprovalPreview as Preview } from '../../../shared/conversation/event.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useChatProject } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleParts } from '../../ui/visibleText.ts';
import { DiffView } from '../results/DiffView.tsx';

const card = lateStrings.approvals.card;
const { sentences } = strings;
/** Beyond this, not everything may be visible at once. */
const manyLines = 20;
const manyCharacters = 1500;
const longPath = 60;

interface ApprovalPreviewProps {
  preview: Preview;
}

function textOf(preview: Preview): string {
  if (preview.type === 'command') return preview.command;
  return preview.type === 'diff' ? preview.diff : sentences.text(preview.text, preview.said);
}

/** Memoized: it may be long, and the user types a reason next to it. */
export const ApprovalPreview = memo(function ApprovalPreview({ preview }: ApprovalPreviewProps) {
  return (
    <div>
      <section
        aria-label={card.preview}
        data-preview
        className="max-h-[min(60dvh,560px)] overflow-y-auto border-line border-y bg-page focus-visible:-outline-offset-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <div data-must-see>
          <PreviewBody preview={preview} />
        </div>
      </section>
      <PreviewMetadata preview={preview} />
    </div>
  );
});

/** At full height. */
export function PreviewBody({ preview }: ApprovalPreviewProps) {
  if (preview.type === 'diff') return <DiffView diff={preview.diff} showUnseen />;
  return (
    <pre className="wrap-anywhere whitespace-pre-wrap px-3 py-2.5 text-code">
      {preview.type === 'command' && <span className="select-none text-ink-3">$ </span>}
      <VisibleText text={textOf(preview)} />
    </pre>
  );
}

/** Location, size, and hidden characters. */
export function PreviewMetadata({ preview }: ApprovalPreviewProps) {
  const text = textOf(preview);
  const project = useChatProject();
  const unseen = visibleParts(text).filter((part) => part.marked).length;
  const lines = text.split('\n').length;
  return (
    <p className="flex flex-wrap gap-x-3 px-3 pt-2 text-ink-3 text-small empty:hidden">
      {preview.type === 'command' && preview.cwd !== '' && preview.cwd !== project?.folder && (
        <span className="wrap-anywhere">
          {card.folder} <VisibleText text={preview.cwd} />
        </span>
      )}
      {preview.type === 'command' && preview.background && <span className="text-ink-2">{card.background}</span>}
      {/* The box's header already shows short ones in full. */}
      {preview.type === 'diff' && (preview.isNew || preview.path.length > longPath) && (
        <span className="wrap-anywhere">
          <VisibleText text={preview.isNew ? sentences.pair(strings.calls.newFile, preview.path) : preview.path} />
        </span>
      )}
      {(lines > manyLines || text.length > manyCharacters) && (
        <span className="tabular">{card.size(lines, text.length)}</span>
      )}
      {unseen > 0 && <span className="text-wait">{card.unseen(unseen)}</span>}
    </p>
  );
}
