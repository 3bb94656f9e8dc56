// Builds one reply's message from all its lines.

import type { AssistantMessage } from '../../../shared/conversation/message.ts';
import { messageVersion } from '../../../shared/conversation/message.ts';
import { jsonObjectOrNull } from '../looseJson.ts';
import { callOf, isCall, plainBlocks, thoughtText, usageOf, visibleText } from './blocks.ts';
import { program, providerApi } from './originalData.ts';
import type { ReplyParts } from './tree.ts';
import { countOrNull, definedFields, isEqualJson, nonEmptyText } from './values.ts';

const finishReasons: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
]);

export function buildReplyMessage(reply: ReplyParts, session: string, id: string): AssistantMessage {
  const { blocks, lines, before } = reply;
  const message = jsonObjectOrNull(lines.at(-1)?.line.message) ?? {};
  const model = nonEmptyText(message.model);
  const used = blocks.filter(isCall);
  const text = visibleText(blocks);
  const plain = plainBlocks(text, used as { id: string; name: string; input: unknown }[]);
  const isPlain = isEqualJson(plain, blocks) && used.every(({ input }) => jsonObjectOrNull(input) !== null);
  const thought = thoughtText(blocks);
  const thinkingMs = lines.reduce((sum, { line }) => sum + (countOrNull(line.thinkingDurationMs) ?? 0), 0);
  const stop = nonEmptyText(message.stop_reason);
  const ids = {
    id: nonEmptyText(message.id) ?? undefined,
    requestId: nonEmptyText(lines[0]?.line.requestId) ?? undefined,
  };
  const cost = lines.map(({ line }) => line.costUSD).find((usd) => countOrNull(usd) !== null);
  return definedFields({
    v: messageVersion,
    id,
    parentId: null,
    createdAt: reply.createdAt,
    role: 'assistant' as const,
    content: text,
    tool_calls: used.length > 0 ? used.map(callOf) : undefined,
    reasoning: thought || undefined,
    reasoningMs: thought && thinkingMs > 0 ? thinkingMs : undefined,
    providerData: isPlain ? undefined : { [providerApi]: { provider: program, model: model ?? '', content: blocks } },
    model: model === '<synthetic>' ? undefined : (model ?? undefined),
    usage: usageOf(message.usage, cost) ?? undefined,
    finishReason: stop === null ? undefined : (finishReasons.get(stop) ?? stop),
    response: ids.id || ids.requestId ? definedFields(ids) : undefined,
    origin: definedFields({
      type: 'import',
      program,
      session,
      ids: reply.uuids,
      kept: { lines },
      before: before.length > 0 ? before : undefined,
    }),
  });
}
