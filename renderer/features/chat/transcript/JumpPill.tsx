// Button over the bottom of the transcript: jumps to the next waiting request out of view, otherwise to the end.

import { ArrowDown, ArrowUp, Hand } from 'lucide-react';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Follow } from './useFollow.ts';

const place = 'layer absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-menu';
const glyph = { className: 'size-3.5', strokeWidth: 2, 'aria-hidden': true } as const;

export function JumpPill({ follow }: { follow: Follow }) {
  const { waiting, atEnd } = follow;
  if (waiting) {
    const Arrow = waiting.above ? ArrowUp : ArrowDown;
    return (
      <Button
        size="small"
        data-waiting-pill={waiting.waitsFor}
        onClick={follow.toWaiting}
        className={classes(place, 'border-wait-line text-wait')}
      >
        <Hand {...glyph} />
        {strings.chat.waiting[waiting.waitsFor]}
        <Arrow {...glyph} />
      </Button>
    );
  }
  if (atEnd) return null;
  return (
    <Button size="small" onClick={follow.toEnd} className={place}>
      <ArrowDown {...glyph} />
      {strings.chat.jumpToLatest}
    </Button>
  );
}
