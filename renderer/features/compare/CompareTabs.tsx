// The answers' names as tabs, where only one of them fits.

import { Hand } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import type { ContestantStatus } from '../../../shared/features/compare/methods.ts';
import { classes } from '../../ui/classes.ts';
import { compareWords as words } from './words.ts';

interface CompareTabsProps {
  names: readonly string[];
  contestants: readonly ContestantStatus[];
  chosen: number;
  onChoose: (index: number) => void;
}

export function CompareTabs({ names, contestants, chosen, onChoose }: CompareTabsProps) {
  const tabsId = useId();
  const onTabKey = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + names.length) % names.length;
    onChoose(next);
    document.getElementById(`${tabsId}-${next}`)?.focus();
  };
  return (
    <div
      role="tablist"
      aria-label={words.columns}
      onKeyDown={onTabKey}
      className="flex shrink-0 gap-1 overflow-x-auto border-line border-b px-3 py-1.5"
    >
      {contestants.map(({ conversationId, state }, at) => (
        <button
          key={conversationId}
          type="button"
          role="tab"
          id={`${tabsId}-${at}`}
          aria-selected={at === chosen}
          tabIndex={at === chosen ? 0 : -1}
          onClick={() => onChoose(at)}
          className={classes(
            'h-7 max-w-48 truncate rounded-m px-2 text-ui hover:bg-hover',
            at === chosen ? 'bg-hover font-strong' : 'text-ink-3',
          )}
        >
          {state === 'waiting' && (
            <Hand className="mr-1 inline size-3.5 text-wait" strokeWidth={2} aria-label={words.states.waiting} />
          )}
          {names[at]}
        </button>
      ))}
    </div>
  );
}
