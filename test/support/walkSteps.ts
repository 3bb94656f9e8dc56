// The steps of a walk through a conversation, as fast-check makes them. A place is a number that is taken modulo what is there.

import fc from 'fast-check';
import { type OwnTextTopic, ownTextTopics } from '../../shared/features/memory/userText.ts';
import { efforts, type ModelOptions } from '../../shared/features/models/modelOptions.ts';
import type { WalkProviderId } from './walkProvider.ts';

export interface ReplyPlan {
  kind: 'text' | 'calls' | 'fails';
  /** Names of tools, for calls. */
  tools: readonly ('look' | 'touch' | 'much' | 'draw' | 'fails' | 'nobody')[];
  /** How the ids of the calls are made. */
  ids: 'plain' | 'same' | 'empty' | 'long' | 'odd';
  /** The arguments are no JSON. */
  broken: boolean;
  silent: boolean;
  /** With its provider's thinking. */
  thinks: boolean;
}

/** What comes in between while something runs: at which event, at which call of the disk. */
interface Disturbance {
  stopAt: number | null;
  crashAt: number | null;
  /** The same at an event. */
  dieAt: number | null;
  queueAt: number | null;
  withdraw: boolean;
}

export type Step = Disturbance &
  (
    | { do: 'send'; replies: readonly ReplyPlan[] }
    /** With a call of a command. */
    | { do: 'call'; replies: readonly ReplyPlan[] }
    | { do: 'skills'; place: number }
    | { do: 'resume'; replies: readonly ReplyPlan[] }
    | { do: 'resolve'; place: number; choice: 'run_again' | 'skip' | 'mark_done' }
    | { do: 'head'; place: number }
    | { do: 'fork'; place: number }
    | { do: 'mark'; place: number; hidden: boolean | null; pinned: boolean | null }
    | { do: 'forget'; place: number }
    | { do: 'delete' }
    | { do: 'summarise'; place: number }
    | { do: 'clear'; place: number }
    | { do: 'undo'; place: number }
    | { do: 'compact'; replies: readonly ReplyPlan[] }
    | { do: 'regenerate'; place: number; replies: readonly ReplyPlan[] }
    | { do: 'model'; provider: WalkProviderId; name: string }
    | { do: 'options'; options: ModelOptions }
    | { do: 'tools'; place: number }
    | { do: 'preset'; place: number }
    /** The person writes, changes (the number is in the text) or clears (0) what the model is told. */
    | { do: 'tell'; about: OwnTextTopic; number: number }
    | { do: 'midnight' }
    | { do: 'restart' }
    | { do: 'power' }
  );

const place = fc.nat({ max: 999 });
const calm: Disturbance = { stopAt: null, crashAt: null, dieAt: null, queueAt: null, withdraw: false };

const reply: fc.Arbitrary<ReplyPlan> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constant('calls' as const), weight: 5 },
    { arbitrary: fc.constant('text' as const), weight: 2 },
    { arbitrary: fc.constant('fails' as const), weight: 1 },
  ),
  tools: fc.array(fc.constantFrom('look', 'touch', 'much', 'draw', 'fails', 'nobody'), { minLength: 1, maxLength: 3 }),
  ids: fc.constantFrom('plain', 'plain', 'same', 'empty', 'long', 'odd'),
  broken: fc.integer({ min: 0, max: 9 }).map((n) => n === 9),
  silent: fc.boolean(),
  thinks: fc.boolean(),
});

const sometimes = (most: number, chance: number): fc.Arbitrary<number | null> =>
  fc.option(fc.integer({ min: 1, max: most }), { freq: chance });

const disturbance: fc.Arbitrary<Disturbance> = fc.record({
  stopAt: sometimes(24, 2),
  crashAt: sometimes(60, 2),
  dieAt: sometimes(16, 2),
  queueAt: sometimes(12, 1),
  withdraw: fc.boolean(),
});

const undisturbed = fc.constant(calm);
const some = fc.oneof({ arbitrary: undisturbed, weight: 3 }, { arbitrary: disturbance, weight: 4 });

const send = fc
  .tuple(some, fc.array(reply, { maxLength: 3 }))
  .map(([between, replies]): Step => ({ do: 'send', replies, ...between }));
const call = fc
  .tuple(some, fc.array(reply, { maxLength: 2 }))
  .map(([between, replies]): Step => ({ do: 'call', replies, ...between }));
const resume = fc
  .tuple(some, fc.array(reply, { maxLength: 2 }))
  .map(([between, replies]): Step => ({ do: 'resume', replies, ...between }));
const compact = fc
  .tuple(some, fc.array(reply, { maxLength: 1 }))
  .map(([between, replies]): Step => ({ do: 'compact', replies, ...between }));
const resolve = fc
  .tuple(some, place, fc.constantFrom('run_again' as const, 'skip' as const, 'mark_done' as const))
  .map(([between, at, choice]): Step => ({ do: 'resolve', place: at, choice, ...between }));
const mark = fc
  .tuple(place, fc.constantFrom([true, null], [null, true], [null, null], [false, null], [null, false]))
  .map(([at, [hidden = null, pinned = null]]): Step => ({ do: 'mark', place: at, hidden, pinned, ...calm }));
const placed = (
  what: 'head' | 'fork' | 'forget' | 'summarise' | 'clear' | 'undo' | 'tools' | 'skills' | 'preset',
): fc.Arbitrary<Step> => place.map((at): Step => ({ do: what, place: at, ...calm }));
const plain = (what: 'delete' | 'midnight' | 'restart' | 'power'): fc.Arbitrary<Step> =>
  fc.constant<Step>({ do: what, ...calm });

/** Few enough that a walk comes back to one: what it thought then goes back as it came, and another's does not. */
export const walkModels: readonly (readonly [WalkProviderId, string])[] = [
  ['anthropic', 'claude-opus-4-7'],
  ['gemini', 'gemini-3-pro'],
  ['gemini', 'gemini-2.5-flash'],
  ['responses', 'gpt-5.4'],
  ['ollama', 'qwen3'],
  ['deepseek', 'deepseek-v4-pro'],
  ['somewhere', 'llama-3.3-70b'],
];
const model = fc
  .constantFrom(...walkModels)
  .map(([provider, name]): Step => ({ do: 'model', provider, name, ...calm }));
export const randomOptions: fc.Arbitrary<ModelOptions> = fc.record(
  {
    effort: fc.constantFrom(...efforts),
    temperature: fc.constantFrom(0, 0.7, 1, 2),
    maxOutputTokens: fc.constantFrom(16, 4_000, 1_000_000),
    showThinking: fc.boolean(),
    providerSearch: fc.boolean(),
  },
  { requiredKeys: [] },
);
const options = randomOptions.map((chosen): Step => ({ do: 'options', options: chosen, ...calm }));
const tell = fc
  .tuple(fc.constantFrom(...ownTextTopics), fc.nat({ max: 3 }))
  .map(([about, number]): Step => ({ do: 'tell', about, number, ...calm }));
const regenerate = fc
  .tuple(some, place, fc.array(reply, { maxLength: 2 }))
  .map(([between, at, replies]): Step => ({ do: 'regenerate', place: at, replies, ...between }));

const weighted = (...all: readonly (readonly [number, fc.Arbitrary<Step>])[]): fc.Arbitrary<Step> =>
  fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const step = weighted(
  [12, send],
  [2, resume],
  [2, resolve],
  [1, compact],
  [4, mark],
  [2, placed('head')],
  [1, placed('fork')],
  [1, placed('forget')],
  [2, placed('summarise')],
  [1, placed('clear')],
  [1, placed('undo')],
  [1, plain('delete')],
  [5, model],
  [1, options],
  [1, regenerate],
  [1, placed('tools')],
  [3, placed('preset')],
  [3, call],
  [2, placed('skills')],
  [3, tell],
  [1, plain('midnight')],
  [1, plain('restart')],
  [1, plain('power')],
);

/** A walk begins with a model and a question, so that there is something to walk over. */
export const walks = fc
  .tuple(model, send, fc.array(step, { minLength: 3, maxLength: 16, size: 'max' }))
  .map(([chosen, first, rest]) => [chosen, first, ...rest]);
