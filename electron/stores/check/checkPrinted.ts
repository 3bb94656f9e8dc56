// Checks output of calls from before a crash. While a call has no result on any branch, its output is kept because it
// becomes part of that result; afterwards it is left over.

import { join, relative } from 'node:path';
import type { ConversationPaths } from '../dataFolder.ts';
import { isLocked } from '../locks/locks.ts';
import { outputKey, printedBy } from '../results/deadOutput.ts';
import type { CheckedConversation } from './checkConversation.ts';
import { type LeftoverDeps, moveAside, namesToCheck } from './checkLeftovers.ts';

/** `checked` is null if the messages could not be read. */
export async function checkPrinted(
  deps: LeftoverDeps,
  { conversationId, results }: ConversationPaths,
  checked: Pick<CheckedConversation, 'openCalls' | 'cutCalls' | 'notSeen'> | null,
): Promise<void> {
  const { data, report } = deps;
  const printed = (await namesToCheck(deps, results, conversationId)).filter((name) => printedBy(name) !== null);
  if (printed.length === 0 || isLocked(data.locks, conversationId)) return;
  for (const name of printed) {
    const path = join(results, name);
    const where = relative(data.root, path);
    const call = checked?.openCalls.find(({ id }) => outputKey(id) === printedBy(name));
    const cut = [...(checked?.cutCalls ?? [])].find((id) => outputKey(id) === printedBy(name));
    const notSeen = checked === null ? 'the messages cannot be read' : checked.notSeen;
    const note = (what: string): void => void report.notes.push({ conversationId, what, where });
    if (call) {
      const named = `${call.function.name} (${call.id})`;
      note(`The output of the call ${named} up to the crash is kept here and becomes part of its interrupted result.`);
    } else if (cut !== undefined) {
      note(`The output of the call ${cut} up to the crash is kept here: it could not be added to its result in full.`);
    } else if (notSeen !== null) {
      note(`The output of a call up to a crash is kept here; ${notSeen}, so it stays.`);
    } else {
      note('A crash left the output of a call here; no call in the conversation needs it.');
      await moveAside(deps, path);
    }
  }
}
