// What the model reads of the sandbox, which it cannot lift: what a command was stopped at there.

import { hostText, type SandboxDetails } from '../../../shared/conversation/sandbox.ts';

/** A line, or nothing. */
export function edgeNote(sandbox: SandboxDetails | null | undefined): string {
  if (!sandbox || sandbox.kind === 'none') return '';
  const stopped = sandbox.violations.map((each) => {
    if (each.type === 'host') return `connect to ${hostText(each)}`;
    if (each.type === 'made') return `make ${each.path}, which configures other programs and was removed again`;
    return `${each.type === 'write' ? 'write to' : 'read'} ${each.path}`;
  });
  return stopped.length === 0 ? '' : `[The sandbox did not let it ${stopped.join('; ')}.]\n`;
}
