// In a call's box: the files that it changed, changes that undo does not cover, and undo or redo.

import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { callKey } from '../../../shared/conversation/event.ts';
import { changesOf } from '../../core/calls/callChanges.ts';
import type { CallRef, ChangingCall } from '../../core/calls/items.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { openReview } from '../../core/state/panels.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { FileLine } from './FileLine.tsx';

const words = strings.undo;
const maxFiles = 8;

export function useIsUndone(call: Pick<CallRef, 'messageId' | 'index'>): boolean {
  return useConversation((state) => state.undone.includes(callKey(call))) ?? false;
}

export function CallChanges({ call }: { call: ChangingCall }) {
  const { view } = useSession();
  const undone = useIsUndone(call);
  const [all, setAll] = useState(false);
  const changes = changesOf(call);
  if (!changes) return null;
  const { files, notCovered, copied } = changes;
  const visibleFiles = all ? files : files.slice(0, maxFiles);
  const direction = undone ? 'redo' : 'undo';
  const Icon = undone ? Redo2 : Undo2;
  const target = { type: 'call' as const, messageId: call.messageId, index: call.index };
  const ask = (): void => {
    view.setState({ dialog: { type: 'changes', target, direction } });
  };
  return (
    <section
      aria-label={words.files}
      data-changes={undone ? 'undone' : 'done'}
      className="border-line border-t px-3 py-2"
    >
      {files.length > 0 && (
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1 py-1">
            <ul className="max-h-48 overflow-y-auto text-ink-2 text-ui">
              {visibleFiles.map((file) => (
                <li key={`${file.kind}:${file.path}`} className="flex gap-2 py-0.5">
                  <FileLine file={file} />
                </li>
              ))}
            </ul>
            {visibleFiles.length < files.length && (
              <Button size="small" tone="ghost" className="-ml-2" onClick={() => setAll(true)}>
                {words.more(files.length - visibleFiles.length)}
              </Button>
            )}
          </div>
          <span className="flex shrink-0 items-center gap-2">
            {!copied && (
              <Button size="small" tone="ghost" onClick={() => openReview(view, target)}>
                {words.review}
              </Button>
            )}
            {undone && <span className="text-ink-3 text-small">{words.undone}</span>}
            {copied ? (
              <span className="py-1 text-ink-3 text-small">{words.undoInOriginal}</span>
            ) : (
              <Button size="small" onClick={ask}>
                <Icon className="size-3.5" strokeWidth={1.75} aria-hidden />
                {words[direction]}
              </Button>
            )}
          </span>
        </div>
      )}
      {notCovered !== null && (
        <p className="wrap-anywhere py-1 text-ink-3 text-small">
          {words.notCovered}
          {strings.sentences.gap(words.notCovered)}
          <VisibleText text={strings.sentences.host(notCovered)} />
        </p>
      )}
    </section>
  );
}

/** In a collapsed box: marks its changes as undone. */
export function UndoneMark({ call }: { call: CallRef }) {
  const undone = useIsUndone(call);
  return undone ? <span className="text-ink-3 text-small">{words.undone}</span> : null;
}
