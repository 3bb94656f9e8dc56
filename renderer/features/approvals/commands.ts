// Approval commands: go to waiting requests, and cycle through the everyday modes. The mode that allows everything is
// only in the list, never in the cycle.

import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import { openControl } from '../../core/commands/openControl.ts';
import { approvalModeOf } from '../../core/state/choices.ts';
import type { Command, Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { goToWaiting, waitingIds } from './waiting.ts';

const round: readonly ApprovalMode[] = ['ask', 'reads', 'edits', 'sandbox', 'plan'];

/** From another mode: to the next less strict one, or back to the first. @internal */
export function nextMode(now: ApprovalMode, hasSandbox: boolean): ApprovalMode {
  const modes = round.filter((mode) => mode !== 'sandbox' || hasSandbox);
  if (now === 'sandbox') return 'plan';
  const at = modes.indexOf(now);
  return (at < 0 ? undefined : modes[at + 1]) ?? 'ask';
}

async function toNext(session: Session): Promise<void> {
  const { actions } = session;
  const sandbox = await actions.call('sandbox.state', {});
  const mode = nextMode(approvalModeOf(session), sandbox.ok && sandbox.value.available);
  await actions.chooseApprovalMode(mode);
  actions.say(strings.sentences.pair(strings.chat.approvalLabel, strings.chat.approval[mode].name));
}

/** Only the dialog of compared answers has requests. */
function isReachable({ view }: Session): boolean {
  const { dialog } = view.getState();
  return dialog === null || dialog.type === 'compare';
}

export const approvalCommands: readonly Command[] = [
  {
    id: 'waiting.focus',
    group: 'run',
    keys: 'Mod+Shift+A',
    overDialogs: true,
    when: (session) => isReachable(session) && waitingIds(session).length > 0,
    run: (session) => void goToWaiting(session),
  },
  // Handled by useAnswerKeys.tsx.
  { id: 'approval.allow', group: 'run', keys: 'Mod+Enter', fixed: true, where: 'card' },
  { id: 'approval.deny', group: 'run', keys: 'Mod+Backspace', fixed: true, where: 'card' },
  {
    id: 'approvals.choose',
    group: 'run',
    run: (session) =>
      openControl(session, 'approvals', () =>
        session.view.setState({ dialog: { type: 'settings', section: 'approvals' } }),
      ),
  },
  { id: 'approvals.next', group: 'run', keys: 'Mod+.', run: (session) => void toNext(session) },
];
