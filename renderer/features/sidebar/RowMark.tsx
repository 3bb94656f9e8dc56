// Status mark of a conversation: waiting, running, unread, failed or interrupted. Each has its own shape and label.

import { CircleX, CloudDownload, Hand, LoaderCircle, type LucideIcon, Unlink } from 'lucide-react';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { useBeat } from '../../ui/Pulse.tsx';

const words = strings.sidebar;

export function RowMark({ row }: { row: ConversationRow }) {
  const elsewhere = useApp(({ runsElsewhere }) =>
    row.activity === 'idle' ? runsElsewhere?.find((run) => run.conversationId === row.id) : undefined,
  );
  const mark =
    elsewhere && elsewhere.state !== 'continued'
      ? { icon: LoaderCircle, look: 'pulse text-ink-3', word: words.runningOn(elsewhere.machine) }
      : markOf(row);
  useBeat(row.activity === 'running' || elsewhere !== undefined);
  if (!mark && !row.unread) return null;
  return (
    <span
      className="flex shrink-0 items-center gap-1.5 group-hover/item:opacity-0"
      title={elsewhere && mark?.word}
      data-unread={row.unread || undefined}
    >
      {row.unread && row.activity === 'idle' && (
        <>
          <span className="size-2 rounded-full bg-accent" aria-hidden />
          <span className="sr-only">{words.unread}</span>
        </>
      )}
      {mark && (
        <>
          <mark.icon className={classes('size-3.5', mark.look)} strokeWidth={2} aria-hidden />
          <span className="sr-only">{mark.word}</span>
        </>
      )}
    </span>
  );
}

function markOf({
  activity,
  asks,
  ending,
  coming,
}: ConversationRow): { icon: LucideIcon; look: string; word: string } | null {
  if (activity === 'waiting') return { icon: Hand, look: 'text-wait', word: asks ? words.asking : words.waiting };
  if (activity === 'running') return { icon: LoaderCircle, look: 'pulse text-accent', word: words.running };
  if (coming) return { icon: CloudDownload, look: 'text-ink-3', word: words.coming };
  if (ending === 'failed') return { icon: CircleX, look: 'text-fail', word: words.failed };
  return ending === 'interrupted' ? { icon: Unlink, look: 'text-ink-3', word: words.interrupted } : null;
}
