// Detects a model that loops: the same failing call repeatedly, or the same call with the same result (LOOP-7). It
// counts what one run has done.

import { type Sentence, say } from '../../../shared/core/sentence.ts';

export interface FinishedCall {
  name: string;
  arguments: string;
  outcome: string;
  content: string;
}

/** Adds a call to the run's history, keeping only what the rules need. */
export function recordFinishedCall(finished: FinishedCall[], call: FinishedCall): RepeatVerdict {
  finished.push({ ...call, content: fingerprint(call.content) });
  if (finished.length > identicalBeforeHint + 1) finished.shift();
  return detectRepeat(finished);
}

/** Replaces a possibly large result by its length and a hash (FNV-1a, 32 bits). */
function fingerprint(content: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < content.length; at++) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
  return `${content.length}:${hash >>> 0}`;
}

export type RepeatVerdict =
  | { action: 'go_on' }
  | { action: 'hint'; text: string }
  | { action: 'stop'; message: Sentence };

const failingBeforeHint = 3;
const identicalBeforeHint = 10;

/** @internal */
export function detectRepeat(finished: readonly FinishedCall[]): RepeatVerdict {
  const last = finished.at(-1);
  if (!last) return { action: 'go_on' };
  const failing =
    last.outcome === 'error' ? trailing(finished, (call) => sameCall(call, last) && call.outcome === 'error') : 0;
  const identical = trailing(finished, (call) => sameCall(call, last) && call.content === last.content);
  if (failing > failingBeforeHint || identical > identicalBeforeHint) {
    return { action: 'stop', message: say`Stopped: ${last.name} was called repeatedly with the same arguments.` };
  }
  if (failing === failingBeforeHint || identical === identicalBeforeHint) {
    return {
      action: 'hint',
      text: `[This same call was made ${Math.max(failing, identical)} times in a row with the same result. Try something else, or say what is blocking you; the next identical call ends the run.]`,
    };
  }
  return { action: 'go_on' };
}

function sameCall(a: FinishedCall, b: FinishedCall): boolean {
  return a.name === b.name && a.arguments === b.arguments;
}

function trailing(finished: readonly FinishedCall[], matches: (call: FinishedCall) => boolean): number {
  const stop = finished.findLastIndex((call) => !matches(call));
  return finished.length - 1 - stop;
}
