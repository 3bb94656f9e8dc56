// A random conversation as the program itself stores it: the branch at each request that it sends. Runs end in every
// way (a reply, a failure, a stop, a crash at any write), days change, messages are queued, runs are resumed.

import fc from 'fast-check';
import type { Mark } from '../../shared/conversation/marks.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { continueText, openCallText } from '../../shared/conversation/repair.ts';
import { randomText, stored } from './randomHistory.ts';

/** The stored state when a request is sent. */
export interface SentAt {
  messages: Message[];
  marks: Record<string, Mark>;
}

const ends = [
  'reply',
  'failed',
  'failed with text',
  'stopped',
  'stopped in silence',
  'crash',
  'crash with text',
  'too many turns',
] as const;
type End = (typeof ends)[number];

interface Turn {
  calls: number;
  /** The number of results stored when a crash ends the run at this turn; -1: all. */
  results: number;
  backwards: boolean;
  queued: number;
  text: string;
}

interface Run {
  begins: 'message' | 'resume';
  newDay: boolean;
  queuedBefore: number;
  toolRun: boolean;
  turns: Turn[];
  end: End;
  text: string;
}

const run: fc.Arbitrary<Run> = fc.record({
  begins: fc.constantFrom('message', 'message', 'message', 'resume'),
  newDay: fc.boolean(),
  queuedBefore: fc.constantFrom(0, 0, 0, 1, 2),
  toolRun: fc.constantFrom(false, false, false, true),
  turns: fc.array(
    fc.record({
      calls: fc.integer({ min: 1, max: 3 }),
      results: fc.constantFrom(-1, -1, 0, 1, 2),
      backwards: fc.boolean(),
      queued: fc.constantFrom(0, 0, 0, 1, 2),
      text: randomText,
    }),
    { maxLength: 3 },
  ),
  end: fc.constantFrom(...ends),
  text: randomText,
});

/** The requests of a conversation of 1 to `longest` runs, in order. */
export function randomConversation(longest = 8): fc.Arbitrary<SentAt[]> {
  return fc.array(run, { minLength: 1, maxLength: longest, size: 'max' }).map(requestsOf);
}

function requestsOf(runs: readonly Run[]): SentAt[] {
  const records: object[] = [];
  const marks: Record<string, Mark> = {};
  const sent: SentAt[] = [];
  let calls = 0;
  let open: string[] = [];
  const say = (role: 'user' | 'assistant', content: string | null, more: object = {}): undefined => {
    records.push({ role, content, ...more });
  };
  const send = (): void => {
    sent.push({ messages: stored(records), marks: { ...marks } });
  };
  const result = (id: string, content: string, outcome: string): void => {
    records.push({ role: 'tool', tool_call_id: id, toolName: 'read_file', outcome, content });
  };
  /** Records left open by the previous run are stored first. */
  const recover = (): void => {
    for (const id of open) result(id, openCallText('unknown'), 'interrupted');
    open = [];
  };

  runs.forEach((one, day) => {
    const last = records.at(-1) as { role?: string; partType?: string } | undefined;
    const resumes = one.begins === 'resume' && last !== undefined && open.length === 0;
    if (resumes && last.role === 'assistant' && last.partType === 'error') {
      marks[`m${records.length - 1}`] = { hidden: true, at: '' };
    } else if (resumes && last.role === 'assistant') say('user', continueText);
    else if (!resumes) {
      recover();
      if (one.toolRun)
        records.push({
          role: 'tool',
          tool_call_id: '',
          toolName: 'ls',
          outcome: 'ok',
          content: 'x',
          partType: 'tool_run',
        });
      if (one.newDay)
        records.push({ role: 'system', partType: 'environment', content: `[Environment]\nDate: day ${day}` });
      for (let n = 0; n < one.queuedBefore; n++) say('user', 'queued before');
      say('user', `question ${day}`);
    }
    for (const turn of one.turns) {
      send();
      const ids = Array.from({ length: turn.calls }, () => `call_${calls++}`);
      const asked = ids.map((id) => ({ id, type: 'function', function: { name: 'read_file', arguments: '{}' } }));
      say('assistant', turn.text, { tool_calls: asked });
      if (turn.backwards) ids.reverse();
      const crashed = one.end.startsWith('crash') && turn === one.turns.at(-1) && turn.results >= 0;
      const given = crashed ? ids.slice(0, turn.results) : ids;
      for (const id of given) result(id, `found ${turn.text}`, 'ok');
      open = ids.slice(given.length);
      if (crashed && open.length > 0) return;
      for (let n = 0; n < turn.queued; n++) say('user', 'queued meanwhile');
    }
    if (one.end === 'too many turns' && one.turns.length > 0) say('assistant', 'Stopped.', { partType: 'note' });
    else {
      send();
      endRun(one, say);
    }
  });
  return sent;
}

function endRun(one: Run, say: (role: 'assistant', content: string | null, more?: object) => undefined): undefined {
  const error = { code: 'LLM_ERROR', message: 'the server is down' };
  switch (one.end) {
    case 'reply':
      return say('assistant', one.text);
    case 'failed':
      return say('assistant', null, { partType: 'error', error });
    case 'failed with text':
      return say('assistant', one.text, { partType: 'error', error });
    case 'stopped':
      return say('assistant', one.text, { finishReason: 'stopped' });
    case 'crash with text':
      // The next start first stores what had arrived.
      return say('assistant', one.text, { finishReason: 'interrupted' });
    default:
  }
}
