// Where a conversation dragged from the sidebar opens: on a half of the page, or with two side by side, in one of them.

import { PanelLeft, PanelRight } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useStore } from 'zustand/react';
import type { Side } from '../../../shared/features/sideBySide/beside.ts';
import { useSession } from '../../core/state/context.tsx';
import { classes } from '../../ui/classes.ts';
import { openBeside, openOnSide } from './sides.ts';
import { sideWords as words } from './words.ts';

export function SideDrop({ conversationId }: { conversationId: string }) {
  const { panes } = useSession();
  const isTwo = useStore(panes.store, ({ shown, isStacked }) => shown.length > 1 && !isStacked);
  // A row may also be dragged within its list: nothing covers the page before the pointer is here.
  const [isHere, setHere] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a drop target; the row's menu does the same
    <div
      className={classes('absolute inset-0 z-30 flex', !isHere && 'opacity-0')}
      onDragOver={() => setHere(true)}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setHere(false);
      }}
    >
      <Zone side="left" isTwo={isTwo} conversationId={conversationId} />
      <Zone side="right" isTwo={isTwo} conversationId={conversationId} />
    </div>
  );
}

function Zone({ side, isTwo, conversationId }: { side: Side; isTwo: boolean; conversationId: string }) {
  const session = useSession();
  const { panes } = session;
  const label = isTwo ? words.dropHere : side === 'left' ? words.dropLeft : words.dropRight;
  const [isOver, setOver] = useState(false);
  const Icon = side === 'left' ? PanelLeft : PanelRight;
  const grow = side === 'left' ? 'var(--side-share, 0.5)' : 'calc(1 - var(--side-share, 0.5))';
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    panes.store.setState({ dragged: null });
    if (isTwo) openOnSide(session, conversationId, side);
    else openBeside(session, conversationId, side);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a drop target; the row's menu does the same
    <div
      data-side-drop={side}
      style={isTwo ? { flexGrow: grow } : undefined}
      className="min-w-0 flex-1 p-2"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
        event.dataTransfer.dropEffect = 'move';
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={onDrop}
    >
      <div
        className={classes(
          'flex h-full flex-col items-center justify-center gap-1 rounded-xl border-2 border-dashed text-center',
          isOver ? 'border-accent bg-page/90' : 'border-line-strong bg-page/60',
        )}
      >
        <Icon className={classes('size-6', isOver ? 'text-accent' : 'text-ink-3')} strokeWidth={1.75} aria-hidden />
        <p className={classes('mt-1 font-strong text-ui', isOver ? 'text-ink' : 'text-ink-2')}>{label}</p>
      </div>
    </div>
  );
}
