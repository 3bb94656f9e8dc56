// What runs without asking, by the keyboard: the modes that one goes between while working, one after the other. The mode for
// everything is chosen from the list, never passed by.

import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import { approvalModeOf } from '../state/choices.ts';
import type { Command, Session } from '../state/session.ts';
import { strings } from '../strings.ts';

const round: readonly ApprovalMode[] = ['ask', 'edits', 'sandbox', 'plan'];

/** From one that is not among them: to the next that asks less, or back to the first. @internal */
export function nextMode(now: ApprovalMode, hasSandbox: boolean): ApprovalMode {
  const modes = round.filter((mode) => mode !== 'sandbox' || hasSandbox);
  if (now === 'reads') return 'edits';
  if (now === 'sandbox') return 'plan';
  const at = modes.indexOf(now);
  return (at < 0 ? undefined : modes[at + 1]) ?? 'ask';
}

async function toNext(session: Session): Promise<void> {
  const { actions } = session;
  const sandbox = await actions.call('sandbox.state', {});
  const mode = nextMode(approvalModeOf(session), sandbox.ok && sandbox.value.available);
  await actions.chooseApprovalMode(mode);
  actions.say(strings.sentences.pair(strings.chat.approvalLabel, strings.chat.approval[mode].label));
}

export const modeCommands: readonly Command[] = [
  { id: 'approvals.next', group: 'run', keys: 'Mod+.', run: (session) => void toNext(session) },
];
