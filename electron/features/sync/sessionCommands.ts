// throughline sync sessions and continue: other apps' sessions on the user's other machines.

import { fail } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { programNames } from '../../../shared/features/import/otherApps.ts';
import { isOfMachine, shortId } from '../../../shared/features/inPlace/inPlace.ts';
import { type ExitCode, reportError, resolveConversationPrefix } from '../../host/terminal/terminal.ts';
import { visibleLine } from '../../host/terminal/terminalText.ts';
import type { SyncTerminal } from './choiceCommands.ts';

export async function sessions({ core, line, out }: SyncTerminal): Promise<ExitCode> {
  const listed = await core.machineSessions.list();
  if (line.values.json) {
    out(`${JSON.stringify(listed)}\n`);
    return 0;
  }
  for (const { conversationId, machine, program, title, updatedAt } of listed) {
    const when = updatedAt.slice(0, 16).replace('T', ' ');
    out(
      `${shortId(conversationId)}  ${when}  ${visibleLine(machine)}  ${programNames[program]}  ${visibleLine(title)}\n`,
    );
  }
  if (listed.length === 0) out('Your other machines send no sessions of other apps.\n');
  return 0;
}

export async function continueSession(terminal: SyncTerminal): Promise<ExitCode> {
  const { core, line, out, err } = terminal;
  const id = await resolveConversationPrefix(terminal, line.positionals[1] ?? '');
  if (!id.ok) return reportError(terminal, id.error);
  if (!isOfMachine(id.value)) {
    return reportError(terminal, fail('PARAMS_INVALID', say`${id.value} is no session of another machine.`).error);
  }
  const copy = await core.machineSessions.continue(id.value);
  if (!copy.ok) return reportError(terminal, copy.error);
  const { conversationId } = copy.value;
  out(`${conversationId}\n`);
  err(`Continue it with: throughline run --resume ${shortId(conversationId)} "…"\n`);
  return 0;
}
