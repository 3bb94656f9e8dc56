// Lists damage in message order for the terminal, each place with its message and call.

import type { Message } from '../../../shared/conversation/message.ts';
import { shortId } from '../../../shared/features/inPlace/inPlace.ts';
import { type SequenceFinding, sequenceFindings } from '../../conversation/sequenceFindings.ts';
import type { Terminal } from './terminal.ts';
import { visibleLine } from './terminalText.ts';

/** Further places are only counted. */
const maxNames = 10;

/** Excludes calls left open by a crash, which are reported elsewhere. */
function damageOf(branch: readonly Message[]): Omit<SequenceFinding, 'kind'>[] {
  return sequenceFindings(branch).flatMap(({ kind, ...finding }) => (kind === 'problem' ? [finding] : []));
}

/** Goes to standard error, so that standard output has only what was asked for. */
export function reportDamage(terminal: Terminal, conversationId: string, branch: readonly Message[]): void {
  const damage = damageOf(branch);
  for (const { messageId, what } of damage.slice(0, maxNames)) {
    terminal.err(`Message ${visibleLine(`${messageId}: ${what}`)}\n`);
  }
  if (damage.length <= maxNames) return;
  const all = `throughline check ${shortId(conversationId)}`;
  terminal.err(`… and ${damage.length - maxNames} more; ${all} lists them all.\n`);
}

/** For JSON output; no field if nothing is wrong. */
export function damageField(branch: readonly Message[]): { damage?: Omit<SequenceFinding, 'kind'>[] } {
  const damage = damageOf(branch);
  return damage.length > 0 ? { damage } : {};
}
