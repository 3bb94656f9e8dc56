// What the next request contains and costs, by part and by record, for display. Uses the same counts as compaction
// (contextSize.ts), and adds names, what hiding would save, and what follows each record.

import { idsOf, isCompaction, isSummary } from '../../../shared/conversation/context.ts';
import { isHidden, type Marks } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { isSuperseded } from '../../../shared/conversation/superseded.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import {
  type CompactionInfo,
  type ContextItem,
  type ContextKind,
  type ContextReport,
  contextKinds,
} from '../../../shared/features/context/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { ChatDeps } from '../../chat/chatDeps.ts';
import { createContextNames } from '../../chat/context/contextLabels.ts';
import { pinnedRecords } from '../../chat/context/contextMarks.ts';
import { type ContextSize, type MeasuredItem, measureContext } from '../../chat/context/contextSize.ts';
import { runSettings } from '../../chat/runSettings.ts';
import { hiddenResultText } from '../../conversation/apiMessages.ts';
import { estimateTextTokens, messageTokens } from '../../conversation/estimateTokens.ts';

export async function readContext(
  deps: Pick<
    ChatDeps,
    | 'attachments'
    | 'hub'
    | 'memo'
    | 'providers'
    | 'settings'
    | 'store'
    | 'strict'
    | 'tokens'
    | 'toolLimits'
    | 'toolSource'
  >,
  conversationId: string,
): Promise<Result<ContextReport>> {
  const branch = await deps.store.readBranch(conversationId, 'context');
  if (!branch.ok) return branch;
  const settings = await runSettings(deps, branch.value, { preview: true, lookOnly: true });
  if (!settings.ok) return settings;
  const { model, offered } = settings.value;
  const size = await measureContext(deps, branch.value, settings.value, { exact: true });
  const placeholder = Math.round((estimateTextTokens(hiddenResultText) + messageTokens) * size.ratio);
  const records = [...(await pinnedRecords(deps, branch.value)), ...branch.value.messages];
  return ok(
    contextReport({ size, model, tools: offered.length, records, marks: branch.value.meta.marks, placeholder }),
  );
}

interface ReportInput {
  size: ContextSize;
  model: ModelRef;
  tools: number;
  /** The records that the items refer to. */
  records: readonly Message[];
  marks: Marks;
  /** Tokens of the placeholder for a hidden result. */
  placeholder: number;
}

/** Pure. The parts add up to the total used. */
function contextReport({ size, model, tools, records, marks, placeholder }: ReportInput): ContextReport {
  const names = createContextNames(records);
  const byId = new Map(records.map((message) => [message.id, message]));
  let after = size.items.reduce((sum, item) => sum + item.tokens, 0);
  const items = size.items.map((item): ContextItem => {
    after -= item.tokens;
    const { messageId, kind, tokens, state, pinned } = item;
    const labels = names.words(messageId, kind);
    return {
      messageId,
      kind,
      label: names.label(messageId, kind),
      ...(labels ? { words: labels } : {}),
      tokens,
      saves: savedTokens(item, placeholder),
      tokensAfter: after,
      state,
      pinned,
    };
  });
  return {
    model,
    window: size.window,
    used: size.used,
    compactAt: size.compactAt,
    method: size.method,
    parts: partsOf(size, tools),
    items,
    compactions: [...byId.values()].flatMap((message) => shownCompaction(message, records, marks)),
    lastUsage: lastUsage(records),
  };
}

/** A call stays when its message is hidden, because its result answers it. Hidden or cleared items already save the rest. */
function savedTokens({ kind, tokens, whole, state }: MeasuredItem, placeholder: number): number {
  if (state !== 'sent') return Math.max(0, whole - tokens);
  if (kind === 'calls') return 0;
  return Math.max(0, tokens - (kind === 'results' ? placeholder : 0));
}

function partsOf(size: ContextSize, tools: number): ContextReport['parts'] {
  const parts = new Map<ContextKind, { tokens: number; count: number }>();
  const add = (kind: ContextKind, tokens: number, count: number): void => {
    const partTotal = parts.get(kind) ?? { tokens: 0, count: 0 };
    parts.set(kind, { tokens: partTotal.tokens + tokens, count: partTotal.count + count });
  };
  add('system', size.system, 1);
  if (tools > 0) add('tools', size.tools, tools);
  for (const { kind, tokens } of size.items) if (tokens > 0) add(kind, tokens, 1);
  return contextKinds.flatMap((kind) => {
    const part = parts.get(kind);
    return part ? [{ kind, ...part }] : [];
  });
}

function shownCompaction(message: Message, records: readonly Message[], marks: Marks): CompactionInfo[] {
  if (!isCompaction(message) || !message.compaction) return [];
  const { clearedIds, tokensBefore, tokensAfter } = message.compaction;
  // The log may contain anything instead of a number.
  const tokens = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);
  return [
    {
      messageId: message.id,
      createdAt: message.createdAt,
      summarised: isSummary(message),
      cleared: idsOf(clearedIds).length,
      tokensBefore: tokens(tokensBefore),
      tokensAfter: tokens(tokensAfter),
      undone: isHidden(message, marks),
      superseded: isSuperseded(message.id, records, marks),
    },
  ];
}

function lastUsage(records: readonly Message[]): ContextReport['lastUsage'] {
  for (const message of records.toReversed()) {
    if (message.role !== 'assistant' || message.usage?.inputTokens === undefined) continue;
    const { inputTokens, cachedInputTokens = 0 } = message.usage;
    return { inputTokens, cachedInputTokens };
  }
  return null;
}
