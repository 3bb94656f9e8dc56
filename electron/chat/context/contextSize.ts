// How many tokens the next request takes, whole and by record. What the provider reported of an earlier request counts
// for all that it held; what came after is reckoned, and counted by a tokenizer only where it matters: where the limit is
// near, or where a person looks. docs/decisions/token-counts.md says why.

import type { ContextKind, ContextWindow } from '../../../shared/contract/resources.ts';
import type { Message, Usage } from '../../../shared/conversation/message.ts';
import { reckonText, toolText } from '../../../shared/conversation/reckon.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { RunSettings } from '../run/runSettings.ts';
import type { BuiltContext } from './contextBuilder.ts';
import { type ContextPart, contextParts } from './contextParts.ts';
import { contextFor } from './nextRequest.ts';

export interface MeasuredItem {
  messageId: string;
  kind: ContextKind;
  tokens: number;
  state: 'sent' | 'hidden' | 'cleared';
  /** Tokens that it would take sent whole. */
  whole: number;
  pinned: boolean;
}

export interface ContextSize {
  window: ContextWindow;
  /** Tokens of the next request. */
  used: number;
  /** Room is made above this many. */
  compactAt: number;
  method: 'usage' | 'tokenizer' | 'estimate';
  system: number;
  tools: number;
  /** In the order in which they are sent; a record that speaks and calls is two. */
  items: MeasuredItem[];
  /** The whole reckoned from its letters, to be held against what the provider will report of it (`Usage.counted`). */
  reckoned: number;
}

export interface MeasureOptions {
  /** Every part is counted, also where the limit is far: for a person who looks at it. */
  exact?: boolean;
  /** The context as it was built, where the caller has it. */
  built?: BuiltContext;
}

/** Above what the letters say by no more than this. */
const mostPerReckoned = 2;

export async function measureContext(
  deps: ChatDeps,
  branch: StoredBranch,
  settings: RunSettings,
  options: MeasureOptions = {},
): Promise<ContextSize> {
  const built = options.built ?? (await contextFor(deps, branch, settings));
  const { model } = settings.model;
  const [window, { compactAt: share }] = await Promise.all([
    deps.providers.contextWindow(settings.model),
    deps.settings(),
  ]);
  const compactAt = Math.floor(window.tokens * share);
  const frame = frameOf(built);
  const parts = contextParts(built, branch, deps.memo);
  const baseline = findBaseline(built, branch.messages, model);
  const behind = baseline ? parts.filter((part) => part.place >= baseline.place) : parts;
  const before = baseline ? parts.filter((part) => part.place < baseline.place) : [];
  const ratio = baseline?.ratio ?? 1;
  const reckonedFrame = frame.system.reckoned + frame.tools.reckoned;
  const reckonedBefore = sum(before, (part) => part.reckoned) + (baseline ? reckonedFrame : 0);
  const reckonedBehind = sum(behind, (part) => part.reckoned) + (baseline ? 0 : reckonedFrame);
  const reckoned = reckonedBefore + reckonedBehind;

  const most = reckonedBefore * ratio + reckonedBehind * Math.max(1, ratio) * mostPerReckoned;
  const counter = options.exact || most > compactAt ? deps.tokens : null;
  const countOf = counter
    ? await counted(
        counter,
        model,
        options.exact ? [...parts, frame.system, frame.tools] : [...behind, frame.system, frame.tools],
      )
    : new Map<Priced, Counted>();
  const tokensBehind = (part: Priced): number => countOf.get(part)?.tokens ?? part.reckoned * ratio;

  // What the provider counted is shared out over its records by what each was counted or reckoned as.
  const usedBefore = reckonedBefore * ratio;
  const weighed = (part: Priced): number => countOf.get(part)?.tokens ?? part.reckoned;
  const weight = sum(before, weighed) + (baseline ? weighed(frame.system) + weighed(frame.tools) : 0);
  const scale = weight > 0 ? usedBefore / weight : 1;
  const tokensOf = (part: Priced, inBaseline: boolean): number =>
    Math.round(inBaseline ? weighed(part) * scale : tokensBehind(part));

  const inBaseline = new Set<Priced>(before);
  const items = parts.map((part): MeasuredItem => {
    const tokens = tokensOf(part, inBaseline.has(part));
    const { messageId, kind, state, pinned } = part;
    const wholeTokens =
      countOf.get(part)?.whole ?? (part.wholeText === null ? null : reckonText(part.wholeText) * ratio);
    return { messageId, kind, tokens, state, whole: wholeTokens === null ? tokens : Math.round(wholeTokens), pinned };
  });
  const system = tokensOf(frame.system, baseline !== null);
  const tools = tokensOf(frame.tools, baseline !== null);
  const method = baseline ? 'usage' : counter ? counter.methodFor(model) : 'estimate';
  const used = system + tools + sum(items, (item) => item.tokens);
  return { window, used, compactAt, method, system, tools, items, reckoned };
}

type Priced = Pick<ContextPart, 'text' | 'fixed' | 'reckoned' | 'wholeText'>;

interface Counted {
  tokens: number;
  whole: number | null;
}

function frameOf({ request }: BuiltContext): { system: Priced; tools: Priced } {
  const priced = (text: string): Priced => ({ text, fixed: 0, reckoned: reckonText(text), wholeText: null });
  return { system: priced(request.system), tools: priced(request.tools.map(toolText).join('\n')) };
}

async function counted(
  counter: NonNullable<ChatDeps['tokens']>,
  model: string,
  parts: readonly Priced[],
): Promise<Map<Priced, Counted>> {
  const wholes = parts.filter((part) => part.wholeText !== null);
  const texts = [...parts.map((part) => part.text), ...wholes.map((part) => part.wholeText ?? '')];
  const counts = await counter.count(model, texts);
  const result = new Map(
    parts.map((part, index): [Priced, Counted] => [part, { tokens: (counts[index] ?? 0) + part.fixed, whole: null }]),
  );
  wholes.forEach((part, index) => {
    const known = result.get(part);
    if (known) known.whole = (counts[parts.length + index] ?? 0) + part.fixed;
  });
  return result;
}

interface Baseline {
  /** The place in `BuiltContext.placed` of the reply to the request that was counted. */
  place: number;
  /** Tokens of the provider for each one of our reckoning. */
  ratio: number;
}

/** Reports beyond these speak of something else, such as only the part that was not in a cache. */
const leastRatio = 0.25;
const mostRatio = 4;

/** The last reply of this model whose request both sides counted. */
function findBaseline(built: BuiltContext, messages: readonly Message[], model: string): Baseline | null {
  const places = new Map(built.placed.map(({ source }, place) => [source, place]));
  for (const message of messages.toReversed()) {
    if (message.role !== 'assistant' || !message.usage) continue;
    const place = places.get(message.id);
    const ratio = ratioOf(message.usage);
    if (place !== undefined && ratio !== null && sameModel(message.model ?? '', model)) return { place, ratio };
  }
  return null;
}

function ratioOf({ inputTokens, counted }: Usage): number | null {
  if (!inputTokens || !counted) return null;
  const ratio = inputTokens / counted;
  return ratio >= leastRatio && ratio <= mostRatio ? ratio : null;
}

/** Providers answer with a longer name than was asked for (`gpt-4o-2024-08-06`), or one without its maker. */
function sameModel(answered: string, asked: string): boolean {
  const plain = (name: string): string => name.toLowerCase().replace(/^.*\//, '').replace(/:.*$/, '');
  const [one, other] = [plain(answered), plain(asked)];
  return one.startsWith(other) || other.startsWith(one);
}

function sum<T>(list: readonly T[], of: (item: T) => number): number {
  return list.reduce((total, item) => total + of(item), 0);
}
