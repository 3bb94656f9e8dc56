// Compares what an agent replayed of its session with our record of it. The record is never changed: the user reads
// the differences. Pure.

import type { Message } from '../../../shared/conversation/message.ts';
import { pairResults } from '../../../shared/conversation/pairing.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { AgentUpdate } from '../../ports/externalAgents.ts';
import { isRenamed } from './agentCalls.ts';

/** Differences named individually. */
const maxNamed = 5;

/** `branch`: our record; only what this session wrote of it is compared. Empty: no difference. */
export function replayDifferences(
  agent: string,
  replay: readonly AgentUpdate[],
  branch: readonly Message[],
  sessionId: string,
): Sentence[] {
  const theirs = statusesOf(replay);
  const ours = branch.filter((message) => message.role === 'assistant' && message.external?.sessionId === sessionId);
  const ids = new Set(ours.map(({ id }) => id));
  const slots = pairResults(branch).slots.filter(({ messageId }) => ids.has(messageId));
  const differences: Sentence[] = [];
  let missing = 0;
  for (const { call, result } of slots) {
    const status = theirs.get(call.id);
    const { name } = call.function;
    // A plan is ours only in form, and an id that we had to change cannot be found again.
    if (status === undefined) missing += name === 'todo_write' || isRenamed(call.id) ? 0 : 1;
    else if (status === 'completed' && result?.outcome !== 'ok') {
      differences.push(say`${agent} reports the call ${name} as completed, but here it is recorded as not completed.`);
    } else if (status === 'failed' && result?.outcome === 'ok') {
      differences.push(say`${agent} reports the call ${name} as failed, but here it is recorded as completed.`);
    }
  }
  const knownIds = new Set(slots.map(({ call }) => call.id));
  const unknown = [...theirs.keys()].filter((id) => !knownIds.has(id)).length;
  if (missing > 0) differences.push(say`${agent} no longer has ${missing} of the calls recorded here.`);
  // Every renamed call would be counted here, too.
  const renamed = slots.filter(({ call }) => isRenamed(call.id)).length;
  if (unknown > renamed) differences.push(say`${agent} reports ${unknown} calls that are not recorded here.`);
  if (saidBy(replay) === '' && ours.some((message) => (message.content ?? '') !== '')) {
    differences.push(say`${agent} no longer has what it said here.`);
  }
  const more = differences.length - maxNamed;
  if (more <= 0) return differences;
  return [...differences.slice(0, maxNamed), say`There are ${more} more differences.`];
}

/** Our record stays as it is. */
export function replayNote(differences: readonly Sentence[]): Sentence {
  return say.all([...differences, say`The record here was not changed.`]);
}

function statusesOf(replay: readonly AgentUpdate[]): Map<string, string | undefined> {
  const statuses = new Map<string, string | undefined>();
  for (const update of replay) {
    if (update.type !== 'call' && update.type !== 'call_update') continue;
    const { id, status } = update.call;
    statuses.set(id, status ?? statuses.get(id));
  }
  return statuses;
}

function saidBy(replay: readonly AgentUpdate[]): string {
  return replay
    .map((update) => (update.type === 'text' ? update.text : ''))
    .join('')
    .trim();
}
