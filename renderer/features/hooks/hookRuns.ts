// Reads the hook runs in a message. Messages come from disk, so malformed data is ignored.

import type { ToolDetails } from '../../../shared/conversation/message.ts';
import { readSentenceData, type UserTextData } from '../../../shared/core/sentence.ts';
import { type HookEvent, type HookRun, hookEvents } from '../../../shared/features/hooks/hook.ts';
import { hookWords } from './words.ts';

const words = hookWords.run;

export interface HookRunDetails {
  event: HookEvent;
  command: string;
  outcome: HookRun['outcome'];
  exitCode: number | null;
  duration: number;
  text: string;
  problem: UserTextData | null;
  output: string;
  printed: number | null;
}

export function hookRunsOf(details: Pick<ToolDetails, 'hooks'>): HookRunDetails[] {
  const runs: unknown = details.hooks;
  return Array.isArray(runs) ? runs.flatMap((run: unknown) => readHookRun(run) ?? []) : [];
}

export function hookChangesOf(details: Pick<ToolDetails, 'hookChanges'>): string[] {
  const paths: unknown = details.hookChanges;
  return Array.isArray(paths) ? paths.filter((path): path is string => typeof path === 'string') : [];
}

export function readHookRun(value: unknown): HookRunDetails | null {
  if (typeof value !== 'object' || value === null) return null;
  const { event, command, outcome, exitCode, duration, text, problem, said, output, printed } = value as Record<
    string,
    unknown
  >;
  const knownEvent = hookEvents.find((each) => each === event);
  if (knownEvent === undefined || typeof command !== 'string' || !isOutcome(outcome)) return null;
  const problemText = typeof problem === 'string' && problem !== '' ? problem : null;
  return {
    event: knownEvent,
    command,
    outcome,
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    duration: typeof duration === 'number' ? duration : 0,
    text: typeof text === 'string' ? text : '',
    problem: problemText && (readSentenceData(said) ?? problemText),
    output: typeof output === 'string' ? output : '',
    printed: typeof printed === 'number' ? printed : null,
  };
}

function isOutcome(value: unknown): value is HookRun['outcome'] {
  return typeof value === 'string' && Object.hasOwn(words.outcomes, value);
}

export function outcomeLabel({ event, outcome }: Pick<HookRunDetails, 'event' | 'outcome'>): string {
  const isEnd = event === 'Stop' || event === 'SubagentStop';
  return isEnd && outcome === 'refused' ? words.sentBack : words.outcomes[outcome];
}

/** True if the run needs the user's attention. */
export function needsAttention({ outcome }: Pick<HookRunDetails, 'outcome'>): boolean {
  return outcome === 'failed' || outcome === 'timed_out';
}
