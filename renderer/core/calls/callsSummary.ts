// Summarizes calls in one sentence: "Ran 2 commands, edited 3 files". The number of failures is separate so that it
// stands out.

import { visibleText } from '../../ui/visibleText.ts';
import { strings } from '../strings.ts';
import type { CallsSummary, DoneCount } from './summarizeCalls.ts';

const words = strings.calls;

/** Empty if nothing was done. */
export function completedSentence({ counts }: CallsSummary): string {
  const [only] = counts;
  if (counts.length === 1 && only?.kind === 'other') return words.fold(only.count);
  return strings.sentences.sentence(strings.sentences.row(counts.map(part)));
}

function part({ kind, count, name }: DoneCount): string {
  switch (kind) {
    case 'server':
    case 'tool':
      return words.done[kind](count, visibleText(name));
    default:
      return words.done[kind](count);
  }
}

/** Counts of calls without effect. */
export function unsuccessfulText({ failed, denied, unfinished }: CallsSummary): { failed: string; others: string[] } {
  return {
    failed: failed > 0 ? words.failed(failed) : '',
    others: [denied > 0 ? words.denied(denied) : '', unfinished > 0 ? words.stopped(unfinished) : ''].filter(Boolean),
  };
}
