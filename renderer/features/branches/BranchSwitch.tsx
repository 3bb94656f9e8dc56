// Shows the current branch, with previous and next buttons and a list of all: `‹ 2 of 3 ›`.

import { ChevronLeft, ChevronRight, Pencil, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import type { Fork, ForkBranch } from '../../../shared/features/branches/methods.ts';
import { formatTime } from '../../core/format/time.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { strings, timeLocale } from '../../core/strings.ts';
import { focusedPane, focusWhenLost } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuChoice, MenuHeading } from '../../ui/Menu.tsx';

const words = lateStrings.branching;

type Step = 'previous' | 'all' | 'next';

interface BranchSwitchProps {
  fork: Fork;
  what: 'version' | 'reply';
  /** The user message whose versions or replies these are. */
  messageId: string;
}

export function BranchSwitch({ fork, what, messageId }: BranchSwitchProps) {
  const { branches: actions } = useSession();
  const running = useConversation((state) => state.run !== null) ?? false;
  const { branches, active } = fork;
  const names = words[what];
  const group = useRef<HTMLDivElement>(null);
  const Glyph = what === 'version' ? Pencil : RefreshCw;
  const open = (branch: ForkBranch | undefined, step: Step): void => {
    if (!branch || branch === branches[active]) return;
    // The row may be replaced with its message; the new row's switch then takes the focus.
    const from = document.activeElement;
    const row = group.current?.closest('[data-row]');
    const key = what === 'version' ? branch.saidId : messageId;
    const stays = row ? { key, bottom: row.getBoundingClientRect().bottom } : undefined;
    void actions.open(branch.messageId, stays).then((opened) => {
      if (opened) focusWhenLost(() => switchButton(what, branch.messageId, step), from);
    });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldset is for forms
    <div
      ref={group}
      role="group"
      aria-label={names.group}
      className="flex items-center text-ink-3 text-small"
      data-branches={what}
      data-branch={branches[active]?.messageId}
    >
      <span title={names.group} className="flex">
        <Glyph className="size-3" strokeWidth={1.75} aria-hidden />
      </span>
      <IconButton
        icon={ChevronLeft}
        label={names.previous}
        size="small"
        data-step="previous"
        disabled={running || active === 0}
        onClick={() => open(branches[active - 1], 'previous')}
      />
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            data-step="all"
            disabled={running}
            aria-label={names.all(active + 1, branches.length)}
            title={running ? words.running : names.all(active + 1, branches.length)}
            className="tabular h-6 rounded-s px-1 enabled:hover:bg-hover enabled:hover:text-ink"
          >
            {words.place(active + 1, branches.length)}
          </button>
        }
      >
        <MenuHeading>{names.group}</MenuHeading>
        {branches.map((branch, index) => (
          <MenuChoice
            key={branch.messageId}
            label={branch.label || words.empty}
            hint={formatTime(branch.createdAt, Date.now(), timeLocale, strings.ui.time)}
            chosen={index === active}
            onSelect={() => open(branch, 'all')}
          />
        ))}
      </Menu>
      <IconButton
        icon={ChevronRight}
        label={names.next}
        size="small"
        data-step="next"
        disabled={running || active === branches.length - 1}
        onClick={() => open(branches[active + 1], 'next')}
      />
    </div>
  );
}

/** Falls back to the middle button at the first or last branch, where the step is disabled. */
function switchButton(what: string, messageId: string, step: Step): HTMLElement | null {
  const place = `[data-branches="${what}"][data-branch="${CSS.escape(messageId)}"]`;
  const button = (name: Step): HTMLElement | null =>
    focusedPane().querySelector<HTMLElement>(`${place} [data-step="${name}"]:enabled`);
  return button(step) ?? button('all');
}
