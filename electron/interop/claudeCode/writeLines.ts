// Writes the lines of one conversation, in message order.

import {
  type AssistantMessage,
  type ContentPart,
  type Message,
  type SystemMessage,
  textOf,
  type Usage,
  type UserMessage,
} from '../../../shared/conversation/message.ts';
import { openCallText } from '../../../shared/conversation/repair.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { createCallIds } from '../../conversation/callNames.ts';
import type { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { expandCommands } from '../expandCommands.ts';
import type { ExportSource } from '../history.ts';
import { jsonObjectOrNull, objectsOf } from '../looseJson.ts';
import { blocksOf, visibleText } from './blocks.ts';
import { restoreBytes } from './bytes.ts';
import { createLineChain } from './lineChain.ts';
import { messageIdOf, validCallId } from './names.ts';
import { contentOf, importOriginOf, originalDataOf } from './originalData.ts';
import { pairCallsWithResults } from './pairs.ts';
import { replyBlocks } from './replyBlocks.ts';
import { buildResultLine } from './resultLine.ts';
import { validContent } from './validBlocks.ts';
import { countOrNull, definedFields, nonEmptyText } from './values.ts';

export interface SharedNames {
  session: string;
  /** Agent ids by the calls that started them. */
  agents: ReadonlyMap<string, string>;
  /** Written call ids. */
  calls: Map<string, string>;
  /** Long results by file name. */
  spilled: Map<string, string>;
  slice: ReturnType<typeof createTimeSlice>;
}

export function callKey(call: { messageId: string; index: number } | null): string {
  return call === null ? '' : `${call.messageId} ${call.index}`;
}

const maxPromptLength = 200;

/** `agentId` null: the session itself. */
export async function writeLines(
  conversation: ExportSource,
  names: SharedNames,
  agentId: string | null,
): Promise<JsonObject[]> {
  const firstBranch = conversation.messages.flatMap((record) =>
    record.role === 'assistant' && record.run?.branch ? [record.run.branch] : [],
  )[0];
  const chain = createLineChain({ session: names.session, folder: conversation.folder, agentId, firstBranch });
  const pairs = await pairCallsWithResults(conversation.messages, names.slice);
  // If two calls share an id, the app drops the second.
  const freeCallId = createCallIds().name;
  const model = conversation.model ?? 'unknown';
  // The app merges replies with the same id within a turn into texts, calls, results. Local servers repeat ids.
  const replyOf = new Map<string, string>();
  const callLines = new Map<string, string>();

  for (const record of conversation.messages) {
    const pause = names.slice();
    if (pause) await pause;
    chain.goTo(record.parentId);
    // A result follows its call even if other messages came in between; later messages follow those.
    if (record.role !== 'tool' || !pairs.isPaired(record)) {
      chain.keepBefore(record);
      await writeMessage(record);
      chain.keepAfter(record);
    }
    chain.ends(record.id);
  }
  if (agentId === null) end();
  const lines: JsonObject[] = [];
  for (const line of chain.lines()) {
    const pause = names.slice();
    if (pause) await pause;
    lines.push(validLine((await restoreBytes(line, conversation.attachment)) as JsonObject));
  }
  return lines;

  async function writeMessage(record: Message): Promise<void> {
    switch (record.role) {
      case 'user':
        return writeUser(record, await userContent(record, conversation), {});
      case 'tool':
        return writeUser(
          record,
          `[${record.partType === 'tool_run' ? 'The user ran' : 'Result of'} ${record.toolName}]\n${record.content}`,
          {},
        );
      case 'system':
        return writeSystem(record);
      case 'assistant':
        if (record.partType === 'error') return writeError(record);
        return record.partType === 'note' ? writeNote(record) : writeReply(record);
    }
  }

  function writeUser(record: Message, content: unknown, more: JsonObject): void {
    const [firstLine] = originalDataOf(record)?.lines ?? [];
    // A message sent while the run was active.
    if (firstLine?.blocks === 0) {
      chain.add(firstLine.line, record);
      return;
    }
    // The app drops whatever accompanies an empty text.
    const userContent =
      typeof content === 'string' ? content : objectsOf(content).filter((block) => !isEmptyText(block));
    if (typeof userContent === 'string' ? isBlankText(userContent) : userContent.length === 0) return;
    const rest: JsonObject = firstLine?.line ?? more;
    chain.add(
      { type: 'user', ...rest, message: { role: 'user', ...jsonObjectOrNull(rest.message), content: userContent } },
      record,
    );
  }

  function writeSystem(record: SystemMessage): void {
    const originalData = originalDataOf(record);
    if (record.partType === 'environment') {
      // Notes for the user only have no equivalent here.
      if (record.includeInContext === false && !originalData) return;
      const reminder = `<system-reminder>\n${record.content}\n</system-reminder>`;
      if (!isBlankText(record.content))
        writeUser(record, originalData ? (originalData.content ?? record.content) : reminder, { isMeta: true });
      return;
    }
    // Without a summary, only results were cleared, which has no equivalent here.
    if (isBlankText(record.content)) return;
    const before = objectsOf(importOriginOf(record)?.before);
    if (!before.some(({ subtype }) => subtype === 'compact_boundary')) chain.addBoundary(record);
    writeUser(record, originalData?.content ?? record.content, {
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
    });
  }

  function writeError(record: AssistantMessage): void {
    const originalData = originalDataOf(record);
    const [line] = originalData?.lines ?? [];
    if (!isBlankText(record.content)) writeBlocks(record, [{ type: 'text', text: record.content }], []);
    const text = `API Error: ${record.error?.message ?? 'the request failed'}`;
    const errorFields = definedFields({
      type: 'assistant',
      isApiErrorMessage: true,
      apiErrorStatus: record.error?.status,
    });
    const message = { id: messageIdOf(`${record.id} error`), type: 'message', role: 'assistant', model: '<synthetic>' };
    const isKept = visibleText(blocksOf(originalData?.content)) !== null;
    const content = isKept ? originalData?.content : [{ type: 'text', text }];
    const rest: JsonObject = line?.line ?? errorFields;
    chain.add({ ...rest, message: { ...withIdentity(message, jsonObjectOrNull(rest.message)), content } }, record);
  }

  /** A note from the app; the model does not receive it. */
  function writeNote(record: AssistantMessage): void {
    if (isBlankText(record.content)) return;
    const fields = { type: 'system', subtype: 'informational', level: 'info', isMeta: false };
    chain.add({ ...fields, content: record.content }, record);
  }

  async function writeReply(record: AssistantMessage): Promise<void> {
    const originalData = originalDataOf(record);
    const ids = (record.tool_calls ?? []).map((call, index) => {
      const id = freeCallId(validCallId(call.id));
      names.calls.set(callKey({ messageId: record.id, index }), id);
      return id;
    });
    const { blocks, calls } = replyBlocks(record, ids, conversation.folder, originalData !== null);
    writeBlocks(record, blocks, originalData?.lines ?? []);
    const open = new Set(calls.keys());
    for (const { index, record: result } of pairs.of(record)) {
      const call = calls[index];
      if (!call || !open.delete(index)) continue;
      chain.keepBefore(result);
      const agent = names.agents.get(callKey({ messageId: record.id, index })) ?? null;
      const toolName = record.tool_calls?.[index]?.function.name ?? '';
      const source = callLines.get(call.id);
      chain.add(await buildResultLine({ conversation, record: result, call, toolName, agent, names, source }), result);
      chain.keepAfter(result);
    }
    // On resume, the app answers calls left open by a crash; its own files stay unchanged.
    if (originalData === null) for (const index of open) writeOpenCall(record, calls[index]?.id ?? '');
  }

  function writeOpenCall(record: AssistantMessage, id: string): void {
    const content = openCallText('unknown');
    const block = { type: 'tool_result', tool_use_id: id, content, is_error: true };
    const message = { role: 'user', content: [block] };
    chain.add({ type: 'user', message, toolUseResult: content }, record);
  }

  /** Writes one line per block, with its kept fields. */
  function writeBlocks(
    record: AssistantMessage,
    blocks: readonly JsonObject[],
    keptLines: readonly { blocks: number; line: JsonObject }[],
  ): void {
    const lines = keptLines.flatMap(({ blocks: number, line }) => Array.from({ length: number }, () => line));
    const isKept = lines.length === blocks.length;
    const identity = {
      id: freeReplyId(record),
      type: 'message',
      role: 'assistant',
      model: nonEmptyText(record.model) ?? model,
      stop_reason: record.tool_calls?.length ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: jsonObjectOrNull(record.usage?.raw) ?? rawUsage(record),
    };
    const ownLine = definedFields({ type: 'assistant', requestId: record.response?.requestId });
    blocks.forEach((block, at) => {
      const rest: JsonObject = (isKept ? lines[at] : keptLines[0]?.line) ?? ownLine;
      const uuid = chain.add(
        { ...rest, message: { ...withIdentity(identity, jsonObjectOrNull(rest.message)), content: [block] } },
        record,
      );
      if (typeof block.id === 'string') callLines.set(block.id, uuid);
    });
  }

  function freeReplyId(record: AssistantMessage): string {
    const id = nonEmptyText(record.response?.id) ?? messageIdOf(record.id);
    const first = replyOf.get(id) ?? record.id;
    replyOf.set(id, first);
    return first === record.id ? id : messageIdOf(record.id);
  }

  function end(): void {
    const lines = chain.lines();
    const isTitled = lines.some(
      (line) =>
        line.customTitle === conversation.title ||
        line.aiTitle === conversation.title ||
        line.summary === conversation.title,
    );
    if (conversation.title !== '' && !isTitled)
      chain.addLoose({ type: 'custom-title', customTitle: conversation.title });
    const leafUuid = chain.endOf(conversation.headId);
    if (leafUuid === null) return;
    const last = lines.findLast(({ type }) => type === 'last-prompt');
    if (last?.leafUuid === leafUuid && lines.at(-1)?.customTitle === undefined) return;
    const prompt = conversation.messages.findLast(({ role }) => role === 'user');
    const lastPrompt = prompt ? textOf(prompt).slice(0, maxPromptLength) : '';
    chain.addLoose({ type: 'last-prompt', lastPrompt, leafUuid });
  }
}

function validLine(line: JsonObject): JsonObject {
  const message = jsonObjectOrNull(line.message);
  return message ? { ...line, message: { ...message, content: validContent(message.content) } } : line;
}

/** Without an id, the app merges nothing; without a model, it drops the thinking. */
function withIdentity(identity: { id: string; model: string }, keptLine: JsonObject | null): JsonObject {
  return {
    ...identity,
    ...keptLine,
    id: nonEmptyText(keptLine?.id) ?? identity.id,
    model: nonEmptyText(keptLine?.model) ?? identity.model,
  };
}

function isEmptyText(block: JsonObject): boolean {
  return block.type === 'text' && isBlankText(block.text);
}

function rawUsage({ usage }: AssistantMessage): JsonObject {
  const of = (name: keyof Usage): number => countOrNull(usage?.[name]) ?? 0;
  const [cached, written] = [of('cachedInputTokens'), of('cacheWriteTokens') + of('cacheWriteHourTokens')];
  return {
    input_tokens: Math.max(0, of('inputTokens') - cached - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: of('outputTokens'),
  };
}

/** Converts a user message to Claude Code's content. */
async function userContent(record: UserMessage, source: ExportSource): Promise<unknown> {
  const originalData = originalDataOf(record);
  if (originalData?.content !== undefined) return originalData.content;
  const { content } = record;
  if (typeof content === 'string' || originalData || !content.some(isReference)) return contentOf(record);
  const texts = await Promise.all(
    content.map(async (part) =>
      part.type === 'command' ? expandCommands(part, source.attachment) : textOf({ content: [part] }),
    ),
  );
  const textPart: ContentPart = { type: 'text', text: texts.join('') };
  const otherParts = content.filter(({ type }) => type === 'image' || type === 'file');
  const files = await Promise.all(content.map((part) => mentioned(part, source)));
  return [
    ...(contentOf({ content: [textPart, ...otherParts] }) as JsonObject[]),
    ...files.filter((file) => file !== null),
  ];
}

/** Whether the part stands for other text. */
function isReference({ type }: ContentPart): boolean {
  return type === 'mention' || type === 'command';
}

/** Line with the mentioned file's content, after the text that mentions it. */
async function mentioned(part: ContentPart, source: ExportSource): Promise<JsonObject | null> {
  if (part.type !== 'mention' || part.hash === undefined) return null;
  const bytes = await source.attachment(part.hash);
  return bytes && { type: 'text', text: `Contents of ${part.path}:\n${Buffer.from(bytes).toString('utf8')}` };
}
