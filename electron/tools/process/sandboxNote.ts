// Describes what the sandbox blocked in a command, for the model, which cannot lift the sandbox.

import { hostText, type SandboxDetails } from '../../../shared/conversation/sandbox.ts';

export function sandboxNote(sandbox: SandboxDetails | null | undefined): string {
  if (!sandbox || sandbox.kind === 'none') return '';
  const unchecked = sandbox.violations.flatMap((each) => (each.type === 'unchecked' ? each.path : []));
  const note = unchecked.length === 0 ? '' : `[What it made in ${unchecked.join(', ')} could not be checked.]\n`;
  const stopped = sandbox.violations.flatMap((each) => {
    if (each.type === 'unchecked') return [];
    if (each.type === 'host') return `connect to ${hostText(each)}`;
    if (each.type === 'made') return `make ${each.path}, which configures other programs and was removed again`;
    return `${each.type === 'write' ? 'write to' : 'read'} ${each.path}`;
  });
  return stopped.length === 0 ? note : `[The sandbox did not let it ${stopped.join('; ')}.]\n${note}`;
}
