// What is done without asking, always visible. "Everything" is named as dangerous, in words and with a glyph.

import { ChevronDown, Shield, ShieldAlert } from 'lucide-react';
import { useActions } from '../../../core/state/context.tsx';
import { useApprovalModes } from '../../../core/state/useSandbox.ts';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';
import { focusComposer } from '../../../ui/focus.ts';
import { Menu, MenuChoice, MenuHeading } from '../../../ui/Menu.tsx';
import { useApprovalMode } from './useApprovalMode.ts';

const words = strings.chat;

export function ApprovalMenu() {
  const actions = useActions();
  const mode = useApprovalMode();
  const modes = useApprovalModes(mode);
  const dangerous = mode === 'all';
  const Icon = dangerous ? ShieldAlert : Shield;
  return (
    <Menu
      align="end"
      onChosen={focusComposer}
      trigger={
        <button
          type="button"
          data-control="approvals"
          aria-label={strings.sentences.pair(words.approvalLabel, words.approval[mode].short)}
          className={classes(
            'flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-m px-2 text-ui hover:bg-hover',
            dangerous ? 'bg-wait-soft text-wait' : 'text-ink-2',
          )}
        >
          <Icon className="size-4" strokeWidth={1.75} aria-hidden />
          <span className="hidden @min-[45rem]/bar:inline">{words.approval[mode].short}</span>
          {dangerous && <span className="@min-[45rem]/bar:hidden">{words.approval[mode].tiny}</span>}
          <ChevronDown className="hidden size-3.5 @min-[45rem]/bar:block" aria-hidden />
        </button>
      }
    >
      <MenuHeading>{words.approvalLabel}</MenuHeading>
      {modes.map((name) => (
        <MenuChoice
          key={name}
          label={words.approval[name].label}
          hint={words.approval[name].hint}
          chosen={name === mode}
          {...(name === 'all' ? { icon: ShieldAlert } : {})}
          onSelect={() => void actions.chooseApprovalMode(name)}
        />
      ))}
    </Menu>
  );
}
