// Measures the tokens of the next request, in total and per record. A provider's count of an earlier request covers
// everything in it; newer records are estimated, and counted with a tokenizer only where it matters: near the limit, or
// when the user looks. See docs/decisions/token-counts.md.

import type { Message } from '../../../shared/conversation/message.ts';
import type { ContextKind, ContextWindow } from '../../../shared/features/context/methods.ts';
import { estimateTextTokens, toolText } from '../../conversation/estimateTokens.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { RunSettings } from '../runSettings.ts';
import type { BuiltContext } from './contextBuilder.ts';
import { type ContextPart, contextParts } from './contextParts.ts';
import { buildBranchContext } from './nextRequest.ts';
import { findBaseline } from './reportedCounts.ts';

export interface MeasuredItem {
  messageId: string;
  kind: ContextKind;
  tokens: number;
  state: 'sent' | 'hidden' | 'cleared';
  /** Tokens if it were sent whole. */
  whole: number;
  pinned: boolean;
}

export interface ContextSize {
  window: ContextWindow;
  /** Tokens of the next request. */
  used: number;
  /** Compaction threshold in tokens. */
  compactAt: number;
  method: 'usage' | 'tokenizer' | 'estimate';
  /** Actual tokens per estimated one, over the whole last reported request. */
  ratio: number;
  system: number;
  tools: number;
  /** In request order; a record with text and calls yields two. */
  items: MeasuredItem[];
  /** Estimate of the total, to compare with the provider's report (`Usage.counted`). */
  reckoned: number;
}

export interface MeasureOptions {
  /** Counts every part even when the limit is far, for a user who looks at it. */
  exact?: boolean;
  /** The built context, if the caller has one. */
  built?: BuiltContext;
}

/** Maximum factor between the actual count and the estimate. */
export const maxPerEstimated = 2;

export async function measureContext(
  deps: Pick<ChatDeps, 'attachments' | 'memo' | 'providers' | 'settings' | 'store' | 'strict' | 'tokens'>,
  branch: StoredBranch,
  settings: RunSettings,
  options: MeasureOptions = {},
): Promise<ContextSize> {
  const built = options.built ?? (await buildBranchContext(deps, branch, settings));
  const { model } = settings.model;
  const [window, { compactAt: share }] = await Promise.all([
    deps.providers.contextWindow(settings.model),
    deps.settings(),
  ]);
  const compactAt = Math.floor(window.tokens * share);
  // Building a very long context already took a full time slice.
  if (built.memo !== deps.memo) await new Promise((resolve) => setImmediate(resolve));
  const frame = frameOf(built);
  const parts = contextParts(built, branch);
  const baseline = findBaseline(branch.messages, model);
  const ratio = baseline?.ratio ?? 1;
  const isBehind = (part: ContextPart): boolean => baseline === null || baseline.behind(part.messageId);
  const behind = baseline ? parts.filter(isBehind) : parts;
  const reckonedFrame = frame.system.reckoned + frame.tools.reckoned;
  const reckoned = sum(parts, (part) => part.reckoned) + reckonedFrame;
  const reckonedBehind = sum(behind, (part) => part.reckoned) + (baseline ? 0 : reckonedFrame);

  const max = (reckoned - reckonedBehind) * ratio + reckonedBehind * Math.max(1, ratio) * maxPerEstimated;
  const counter = options.exact || max > compactAt ? deps.tokens : null;
  const unsure = baseline ? behind : [...behind, frame.system, frame.tools];
  const countOf = counter ? await counted(counter, model, unsure) : null;
  // The provider's count is distributed over records by one factor, regardless of what else was sent or hidden since.
  const tokensOf = (part: Priced): number => Math.round(countOf?.get(part)?.tokens ?? part.reckoned * ratio);

  const counts = withoutBridge(parts, branch.messages);
  const itemOf = (part: ContextPart): MeasuredItem => {
    const tokens = tokensOf(part);
    const { messageId, kind, state, pinned } = part;
    const wholeTokens = countOf?.get(part)?.whole ?? (part.wholeText === null ? null : part.wholeReckoned * ratio);
    return { messageId, kind, tokens, state, whole: wholeTokens === null ? tokens : Math.round(wholeTokens), pinned };
  };
  let items: MeasuredItem[] | null = null;
  const system = tokensOf(frame.system);
  const tools = tokensOf(frame.tools);
  const method = baseline ? 'usage' : counter ? counter.methodFor(model) : 'estimate';
  const used = system + tools + sum(counts, tokensOf);
  const size = { window, used, compactAt, method, ratio, system, tools, reckoned } as const;
  return {
    ...size,
    // Computed lazily: most requests never need them.
    get items() {
      items ??= counts.map(itemOf);
      return items;
    },
  };
}

/** A row that repair adds at the end stands for the next message: it is not sent. */
function withoutBridge(parts: readonly ContextPart[], messages: readonly Message[]): readonly ContextPart[] {
  const last = parts.at(-1);
  if (last?.kind !== 'user' || !last.messageId.includes('~')) return parts;
  return messages.findLast(({ id }) => id === last.messageId) ? parts : parts.slice(0, -1);
}

/** A count without the model's own tokenizer may be too high by this factor; a request is not withheld for that. */
export function overestimateFactor({ method }: Pick<ContextSize, 'method'>): number {
  return method === 'estimate' ? 1.2 : 1;
}

type Priced = Pick<ContextPart, 'text' | 'fixed' | 'reckoned' | 'wholeText' | 'wholeFixed' | 'wholeReckoned'>;

interface Counted {
  tokens: number;
  whole: number | null;
}

function frameOf({ request }: BuiltContext): { system: Priced; tools: Priced } {
  const priced = (text: string): Priced => ({
    text,
    fixed: 0,
    reckoned: estimateTextTokens(text),
    wholeText: null,
    wholeFixed: 0,
    wholeReckoned: 0,
  });
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
    const measured = result.get(part);
    if (measured) measured.whole = (counts[parts.length + index] ?? 0) + part.wholeFixed;
  });
  return result;
}

function sum<T>(list: readonly T[], of: (item: T) => number): number {
  let total = 0;
  for (const item of list) total += of(item);
  return total;
}
