// What is wrong with the order of a conversation's records, for the terminal: each place with its message and call.

import { type SequenceFinding, sequenceFindings } from '../../../../shared/conversation/damage.ts';
import type { Message } from '../../../../shared/conversation/message.ts';
import { shortId } from '../../../../shared/inPlace.ts';
import type { Terminal } from '../terminal.ts';
import { visibleLine } from '../terminalText.ts';

/** Places that are named; the rest is counted. */
const mostNamed = 10;

/** What is damage, in the order of the records; what a crash leaves is told elsewhere. */
function damageOf(branch: readonly Message[]): Omit<SequenceFinding, 'kind'>[] {
  return sequenceFindings(branch).flatMap(({ kind, ...found }) => (kind === 'problem' ? [found] : []));
}

/** On the error output: what is asked for stays as it is. */
export function tellDamage(terminal: Terminal, conversationId: string, branch: readonly Message[]): void {
  const found = damageOf(branch);
  for (const { messageId, what } of found.slice(0, mostNamed)) {
    terminal.err(`Message ${visibleLine(`${messageId}: ${what}`)}\n`);
  }
  if (found.length <= mostNamed) return;
  const all = `throughline check ${shortId(conversationId)}`;
  terminal.err(`… and ${found.length - mostNamed} more; ${all} lists them all.\n`);
}

/** For an answer as JSON; nothing where nothing is wrong. */
export function damageField(branch: readonly Message[]): { damage?: Omit<SequenceFinding, 'kind'>[] } {
  const damage = damageOf(branch);
  return damage.length > 0 ? { damage } : {};
}
