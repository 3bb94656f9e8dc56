// What is done without asking, always visible. "Everything" is named as dangerous, in words and with a glyph.

import { ChevronDown, Shield, ShieldAlert } from 'lucide-react';
import { approvalModes } from '../../../shared/permission.ts';
import { useActions, useApp, useConversation, useView } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { classes } from '../../ui/classes.ts';
import { Menu, MenuChoice, MenuHeading } from '../../ui/Menu.tsx';

const words = strings.chat;

/** `small`: as it stands below the composer. */
export function ApprovalMenu({ small = false }: { small?: boolean }) {
  const actions = useActions();
  const chosen = useConversation((state) => state.approvalMode);
  const forNew = useView((view) => view.newChat.approvalMode);
  const byDefault = useApp((snapshot) => snapshot.settings.approvalMode);
  const mode = chosen ?? forNew ?? byDefault;
  const dangerous = mode === 'all';
  const Icon = dangerous ? ShieldAlert : Shield;
  return (
    <Menu
      align={small ? 'start' : 'end'}
      side={small ? 'top' : 'bottom'}
      trigger={
        <button
          type="button"
          aria-label={`${words.approvalLabel}: ${words.approval[mode].label}`}
          className={classes(
            'flex shrink-0 items-center gap-1.5 whitespace-nowrap hover:bg-hover',
            small ? 'rounded-s px-1.5 py-0.5 hover:text-ink' : 'h-7 rounded-m px-2 text-ink-2 text-ui',
            dangerous && 'text-wait',
            dangerous && !small && 'bg-wait-soft',
          )}
        >
          <Icon className={small ? 'size-3.5' : 'size-4'} strokeWidth={1.75} aria-hidden />
          <span className={small ? '' : 'hidden wide:inline'}>{words.approval[mode].short}</span>
          {!small && dangerous && <span className="wide:hidden">{words.approval[mode].tiny}</span>}
          {!small && <ChevronDown className="hidden size-3.5 wide:block" aria-hidden />}
        </button>
      }
    >
      <MenuHeading>{words.approvalLabel}</MenuHeading>
      {approvalModes.map((name) => (
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
