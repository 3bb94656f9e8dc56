// Handles a reached spending limit in the terminal: the user continues this run, raises the limit, or stops. Without a
// user, the run ends and can be continued later.

import type { RunOutcome } from '../../../app.ts';
import type { Core } from '../../../core.ts';
import type { Terminal } from '../terminal.ts';

type Overrides = Parameters<Core['chat']['resume']>[1];

export async function continueAtLimit(
  terminal: Terminal,
  conversationId: string,
  first: RunOutcome,
  overrides: Overrides,
): Promise<RunOutcome> {
  const { core, ask, err, signal } = terminal;
  let outcome = first;
  while (ask && !signal.aborted && outcome.error?.code === 'SPEND_LIMIT_REACHED') {
    const limit = outcome.error.limit;
    if (!limit) return outcome;
    const which = limit.kind === 'day' ? 'today’s limit' : 'the limit of this conversation';
    err(`\n${outcome.error.message}\n`);
    const line = await ask(`y: continue this run. r: raise ${which} by $${limit.usd}. Anything else: stop. [y/r/N]`);
    const answer = (line ?? '').trim().toLowerCase();
    if (answer !== 'y' && answer !== 'r') return outcome;
    if (answer === 'r') {
      const raised = await core.costs.raise(conversationId, limit.kind);
      if (!raised.ok) err(`${raised.error.message}\n`);
    }
    const resumed = await core.chat.resume(conversationId, {
      ...overrides,
      ...(answer === 'y' ? { overLimit: true } : {}),
    });
    if (!resumed.ok) {
      err(`${resumed.error.message}\n`);
      return outcome;
    }
    outcome = await resumed.value.ended;
  }
  return outcome;
}
