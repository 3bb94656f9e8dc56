// Finds the turns that a prompt names, and runs them.

import type { Oddity } from './oddities.ts';
import { oddTurns } from './oddTurns.ts';
import { openCodeTurns } from './openCodeTurns.ts';
import { plainTurns, type TurnRun } from './plainTurns.ts';
import type { OddSession } from './sessions.ts';
import { openTurn, type StopReason } from './turn.ts';
import { Refused, type Row, type Wire } from './wire.ts';

const runs = new Map<string, TurnRun>([
  ...Object.entries<TurnRun>(plainTurns),
  ...Object.entries<TurnRun>(openCodeTurns),
  ...Object.entries(oddTurns).map(([name, turn]) => [name, turn.run] as const),
]);

function runOf(name: string): TurnRun {
  const run = runs.get(name);
  if (!run) throw new Refused({ code: -32602, message: `The odd agent has no turn named ${name}` });
  return run;
}

export async function runTurns(parts: {
  session: OddSession;
  wire: Wire;
  signal: AbortSignal;
  prompt: readonly Row[];
  has(oddity: Oddity): boolean;
}): Promise<StopReason> {
  const text = parts.prompt.map((part) => (part.type === 'text' ? String(part.text) : '')).join('\n');
  const directive = [...text.matchAll(/^!([a-z][a-z+-]*) ?(.*)$/gm)].at(-1);
  const rest = directive?.[2]?.trim() ?? '';
  if (!directive) {
    openTurn({ ...parts, words: rest }).say(`You said: ${text}`);
    return 'end_turn';
  }
  for (const name of String(directive[1]).split('+')) {
    const turn = openTurn({ ...parts, words: rest });
    const reason = await runOf(name)(turn);
    if (parts.signal.aborted && parts.has('cancel-late-updates')) turn.say('I was just about to.');
    if (reason !== undefined || parts.signal.aborted) return reason ?? 'cancelled';
  }
  return 'end_turn';
}
