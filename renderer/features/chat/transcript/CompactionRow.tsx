// A compaction: its result in one line, the summary when expanded, and undo. The conversation is preserved; undoing
// sends the replaced messages again.

import { ChevronRight, Redo2, Undo2 } from 'lucide-react';
import { idsOf, isSummary } from '../../../../shared/conversation/context.ts';
import type { Compaction, SystemMessage } from '../../../../shared/conversation/message.ts';
import { isSuperseded } from '../../../../shared/conversation/superseded.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useConversationView, useSession } from '../../../core/state/context.tsx';
import { useInPlaceApp } from '../../../core/state/inPlace.ts';
import { useOpenPart } from '../../../core/state/useOpenPart.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useMessageMark } from '../../context/messageMark.ts';
import { Markdown } from '../../markdown/Markdown.tsx';

const words = lateStrings.context;

export function CompactionRow({ message, compaction }: { message: SystemMessage; compaction: Compaction }) {
  const { contextActions } = useSession();
  const ours = useInPlaceApp() === null;
  const [open, setOpen] = useOpenPart(message.id);
  const undone = useMessageMark(message) === 'hidden';
  const superseded = useConversationView(({ messageWindow, state }) => {
    if (!state) return false;
    const branch = messageWindow.hasLater ? [...messageWindow.messages, ...state.messages] : messageWindow.messages;
    return isSuperseded(message.id, branch, state.marks);
  });
  const summary = isSummary(message);
  const { clearedIds, records = null, tokensBefore, tokensAfter } = compaction;
  const title = summary ? words.summarisedRecords(records) : words.clearedResults(idsOf(clearedIds).length);
  const Icon = undone ? Redo2 : Undo2;
  return (
    <div data-role="system" data-message={message.id} data-compaction={undone ? 'undone' : 'done'}>
      <div className="flex flex-wrap items-center gap-x-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-mx-1 flex min-w-0 items-center gap-1 rounded-s px-1 text-left text-ink-3 text-small hover:text-ink-2"
        >
          <span className="tabular">
            {title}
            {tokensBefore > 0 && ` · ${words.from(tokensBefore, tokensAfter)}`}
            {undone && ` · ${words.undone}`}
            {superseded && ` · ${words.superseded}`}
          </span>
          <ChevronRight
            className={classes('size-3.5 shrink-0 transition-transform duration-120', open && 'rotate-90')}
            aria-hidden
          />
        </button>
        {!superseded && ours && (
          <Button
            size="small"
            tone="ghost"
            aria-label={undone ? words.redoCompaction : words.undoCompaction}
            onClick={() => void contextActions.setUndone(message.id, !undone)}
          >
            <Icon className="size-3.5" strokeWidth={1.75} aria-hidden />
            {undone ? words.redo : words.undo}
          </Button>
        )}
      </div>
      {open && (
        <div className={classes('mt-1 border-line border-l-2 pl-3 text-ink-2', undone && 'opacity-75')}>
          {summary ? <Markdown text={message.content} /> : <p className="text-ui">{words.stillHere}</p>}
        </div>
      )}
    </div>
  );
}
