// Builds one conversation from its lines, in file order. Never throws on malformed lines.

import type { ContentPart, Message, SystemMessage, ToolMessage } from '../../../shared/conversation/message.ts';
import { messageVersion } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import type { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ImportOrigin } from '../history.ts';
import { importedId } from '../importedId.ts';
import { jsonObjectOrNull } from '../looseJson.ts';
import { blocksOf, isCall, partsOf, visibleText } from './blocks.ts';
import { type ByteStore, extractBytes, storeBytes } from './bytes.ts';
import { detailsOf, outcomeOf } from './details.ts';
import { contentOf, type OriginalData, program } from './originalData.ts';
import { buildReplyMessage } from './reply.ts';
import { findParentUnit, isUnitAncestor, lastMessageOf, messagesOfTree, type Tree, type Unit } from './tree.ts';
import { countOrNull, definedFields, isEqualJson, nonEmptyText, omitFields, textOrNull } from './values.ts';

/** Limit for kept non-message lines, in UTF-16 units. */
const maxKept = 64 * 1024 * 1024;
const beginning = '1970-01-01T00:00:00.000Z';

export interface BuilderOptions {
  session: string;
  bytes: ByteStore;
  problem(line: number | null, message: Sentence): void;
}

export interface Call {
  unit: Unit;
  /** The tool use's id. */
  id: string;
  name: string;
  startedAt: string;
  input: unknown;
  index: number;
  result: ToolMessage | null;
}

/** A result whose full text is in a separate file. */
interface TruncatedResult {
  record: ToolMessage;
  path: string;
  line: number;
}

export interface BuiltConversation {
  messages: Message[];
  headId: string | null;
  model: string | null;
}

export type Builder = ReturnType<typeof createBuilder>;

export function createBuilder({ session, bytes, problem }: BuilderOptions) {
  const tree: Tree = { units: [], unitOf: new Map() };
  const groups = new Map<string, Unit>();
  const calls = new Map<string, Call>();
  const allCalls: Call[] = [];
  const spilled: TruncatedResult[] = [];
  const boundaries = new Map<string, JsonObject>();
  let waiting: unknown[] = [];
  let keptLength = 0;
  let time = beginning;
  let leaf: string | null = null;
  let lastUnit: Unit | null = null;
  let model: string | null = null;

  const idFor = (name: string): string => importedId(program, session, name);

  /** Includes the lines before it. */
  function originOf(ids: string[], originalData: Partial<OriginalData>): Record<string, unknown> {
    const before = waiting;
    waiting = [];
    const origin: ImportOrigin = { type: 'import', program, session, ids, kept: originalData };
    return { ...origin, ...(before.length > 0 ? { before } : {}) };
  }

  function keep(line: JsonObject, length: number, number: number): void {
    const remaining = maxKept - keptLength;
    keptLength += length;
    if (length <= remaining) waiting.push(line);
    else if (remaining > 0) problem(number, say`Too many lines that are not messages; the rest were skipped.`);
  }

  function register(unit: Unit, uuid: string): void {
    tree.unitOf.set(uuid, unit);
    // A late result does not move the conversation back to its call.
    if (!isUnitAncestor(unit, lastUnit)) lastUnit = unit;
  }

  function addUnit(fields: Pick<Unit, 'record' | 'reply'>, line: JsonObject, uuid: string): Unit {
    const unit: Unit = { ...findParentUnit(tree, line.parentUuid), ...fields, results: [] };
    tree.units.push(unit);
    tree.unitOf.set(uuid, unit);
    lastUnit = unit;
    return unit;
  }

  const base = (uuid: string) => ({ v: messageVersion, id: idFor(uuid), parentId: null, createdAt: time });

  function addAssistant(line: JsonObject, message: JsonObject, uuid: string, number: number): void {
    const blocks = blocksOf(message.content);
    const rest = restOf(line, message);
    if (line.isApiErrorMessage === true) {
      const status = countOrNull(line.apiErrorStatus) ?? undefined;
      const cause = nonEmptyText(line.apiErrorType) ?? nonEmptyText(line.error) ?? undefined;
      const error = definedFields({ code: 'LLM_ERROR', cause, status, message: visibleText(blocks) ?? 'API Error' });
      const origin = originOf([uuid], { lines: [{ blocks: 1, line: rest }], content: message.content });
      const record: Message = { ...base(uuid), role: 'assistant', partType: 'error', content: null, error, origin };
      addUnit({ record, reply: null }, line, uuid);
      return;
    }
    const unit = unitFor(line, message, uuid);
    const reply = unit.reply as NonNullable<Unit['reply']>;
    const usedBlocks = blocks.filter((block) => {
      if (!isCall(block)) return true;
      const call = calls.get(block.id as string);
      if (call?.unit !== unit) return true;
      problem(number, say`Repeats a call of the same reply; skipped.`);
      return false;
    });
    reply.lines.push({ blocks: usedBlocks.length, line: rest });
    for (const block of usedBlocks) {
      reply.blocks.push(block);
      if (!isCall(block)) continue;
      const index = reply.calls++;
      const [id, name] = [block.id as string, block.name as string];
      const call: Call = { unit, id, name, startedAt: time, input: block.input, index, result: null };
      calls.set(id, call);
      allCalls.push(call);
    }
    const modelName = nonEmptyText(message.model);
    if (modelName !== null && modelName !== '<synthetic>') model = modelName;
  }

  /** Finds the unit of the reply that this line continues, or starts one. */
  function unitFor(line: JsonObject, message: JsonObject, uuid: string): Unit {
    const id = nonEmptyText(message.id);
    const existing = id === null ? undefined : groups.get(id);
    const { parent } = findParentUnit(tree, line.parentUuid);
    if (existing?.reply && (parent === existing || parent === existing.parent)) {
      existing.reply.uuids.push(uuid);
      register(existing, uuid);
      return existing;
    }
    const reply = { uuids: [uuid], createdAt: time, blocks: [], lines: [], calls: 0, before: waiting };
    waiting = [];
    const unit = addUnit({ record: null, reply }, line, uuid);
    if (id !== null) groups.set(id, unit);
    return unit;
  }

  function addUser(line: JsonObject, message: JsonObject, uuid: string, number: number): void {
    const content = extractBytes(message.content, bytes);
    const rest = extractBytes(restOf(line, message), bytes) as JsonObject;
    if (typeof content === 'string') {
      addUserMessage(line, rest, content, uuid);
      return;
    }
    const blocks = blocksOf(content);
    const results = blocks.filter(isResultBlock);
    results.forEach((block, at) => {
      addResult(line, at === 0 ? rest : {}, block, at === 0 ? uuid : `${uuid}#${at}`, number);
    });
    const userBlocks = blocks.filter((block) => !isResultBlock(block));
    if (results.length === 0) addUserMessage(line, rest, userBlocks, uuid);
    else if (userBlocks.length > 0) addUserMessage({ ...line, parentUuid: undefined }, {}, userBlocks, `${uuid}#said`);
  }

  function addUserMessage(
    line: JsonObject,
    rest: JsonObject,
    addUserMessage: string | JsonObject[],
    uuid: string,
  ): void {
    const originalData: OriginalData = { lines: [{ blocks: 1, line: rest }] };
    const text = typeof addUserMessage === 'string' ? addUserMessage : (visibleText(addUserMessage) ?? '');
    if (line.isCompactSummary === true) {
      addSummary(line, { ...originalData, content: addUserMessage }, text, uuid);
      return;
    }
    // Text from the app, sent to the model as a user message.
    if (line.isMeta === true || jsonObjectOrNull(line.origin)?.kind === 'task-notification') {
      const origin = originOf(
        [uuid],
        typeof addUserMessage === 'string' ? originalData : { ...originalData, content: addUserMessage },
      );
      const record: Message = { ...base(uuid), role: 'system', partType: 'environment', content: text, origin };
      addUnit({ record, reply: null }, line, uuid);
      return;
    }
    const content: string | ContentPart[] =
      typeof addUserMessage === 'string' ? addUserMessage : partsOf(addUserMessage);
    const isWhole = isEqualJson(contentOf({ content }), addUserMessage);
    const origin = originOf([uuid], isWhole ? originalData : { ...originalData, content: addUserMessage });
    addUnit({ record: { ...base(uuid), role: 'user', content, origin }, reply: null }, line, uuid);
  }

  function addSummary(line: JsonObject, originalData: OriginalData, text: string, uuid: string): void {
    const boundary = boundaries.get(String(line.parentUuid));
    const facts = jsonObjectOrNull(boundary?.compactMetadata);
    const first = nonEmptyText(jsonObjectOrNull(facts?.preservedSegment)?.headUuid);
    const keptUnit = first === null ? undefined : tree.unitOf.get(first);
    const id = idFor(uuid);
    const compaction = {
      firstKeptId: id,
      clearedIds: [],
      tokensBefore: countOrNull(facts?.preTokens) ?? 0,
      tokensAfter: countOrNull(facts?.postTokens) ?? 0,
    };
    const origin = originOf([uuid], originalData);
    const record: SystemMessage = {
      ...base(uuid),
      role: 'system',
      partType: 'summary',
      content: text,
      compaction,
      origin,
    };
    // A reply's message is built at the end, with the id of its first line.
    if (keptUnit)
      record.compaction = { ...compaction, firstKeptId: keptUnit.record?.id ?? idFor(keptUnit.reply?.uuids[0] ?? '') };
    addUnit({ record, reply: null }, line, uuid);
  }

  function addResult(line: JsonObject, rest: JsonObject, block: JsonObject, uuid: string, number: number): void {
    const callId = nonEmptyText(block.tool_use_id) ?? '';
    const call = calls.get(callId);
    if (call?.result) {
      problem(number, say`A second result for the same call; skipped.`);
      if (!uuid.includes('#')) register(call.unit, uuid);
      return;
    }
    if (!call) problem(number, say`A result without a matching call.`);
    const parts = typeof block.content === 'string' ? [] : partsOf(blocksOf(block.content));
    const content = textOrNull(block.content) ?? visibleText(blocksOf(block.content)) ?? '';
    const attachments = parts.flatMap((part) =>
      part.type === 'image' ? [{ hash: part.hash, mediaType: part.mediaType }] : [],
    );
    const outcome = outcomeOf(line, block, content);
    const duration = call ? Date.parse(time) - Date.parse(call.startedAt) : Number.NaN;
    const originalData: OriginalData = {
      lines: [{ blocks: 1, line: rest }],
      block: omitFields(block, 'type', 'tool_use_id', 'content'),
    };
    if (typeof block.content !== 'string' && block.content !== undefined) originalData.content = block.content;
    const record: ToolMessage = definedFields({
      ...base(uuid),
      role: 'tool' as const,
      tool_call_id: callId,
      toolName: call?.name ?? '',
      content,
      outcome,
      startedAt: call?.startedAt,
      duration: duration >= 0 ? duration : undefined,
      details: detailsOf(line, call?.name ?? '', content, outcome),
      attachments: attachments.length > 0 ? attachments : undefined,
      origin: originOf([uuid], originalData),
    });
    const path = nonEmptyText(jsonObjectOrNull(line.toolUseResult)?.persistedOutputPath);
    if (path !== null) spilled.push({ record, path, line: number });
    if (!call) {
      addUnit({ record, reply: null }, line, uuid);
      return;
    }
    call.result = record;
    call.unit.results.push(record);
    register(call.unit, uuid);
  }

  function addAttachment(line: JsonObject, uuid: string, length: number, number: number): void {
    const attachment = jsonObjectOrNull(line.attachment);
    const prompt = attachment?.type === 'queued_command' ? nonEmptyText(attachment.prompt) : null;
    if (prompt !== null) {
      // Sent while the run was active.
      const origin = originOf([uuid], { lines: [{ blocks: 0, line: omitFields(line, 'parentUuid', 'uuid') }] });
      addUnit({ record: { ...base(uuid), role: 'user', content: prompt, origin }, reply: null }, line, uuid);
      return;
    }
    keep(line, length, number);
    const { parent } = findParentUnit(tree, line.parentUuid);
    tree.unitOf.set(uuid, parent);
    if (attachment?.type === 'file' && parent === lastUnit) mention(parent, attachment);
  }

  /** A file that the user mentioned; keeps the line itself. */
  function mention(unit: Unit | null, attachment: JsonObject): void {
    const record = unit?.record;
    const file = jsonObjectOrNull(jsonObjectOrNull(attachment.content)?.file);
    const path = nonEmptyText(attachment.displayPath) ?? nonEmptyText(attachment.filename);
    if (record?.role !== 'user' || path === null || typeof file?.content !== 'string' || file.content === '') return;
    const hash = storeBytes(Buffer.from(file.content), bytes);
    if (hash === null) return;
    const parts =
      typeof record.content === 'string' ? [{ type: 'text' as const, text: record.content }] : record.content;
    const originalData = jsonObjectOrNull(record.origin?.kept) as OriginalData | null;
    if (!originalData) return;
    if (typeof record.content === 'string' && originalData.content === undefined) originalData.content = record.content;
    originalData.mentions = (originalData.mentions ?? 0) + 1;
    record.content = [...parts, { type: 'mention', path, hash, kind: 'file', bytes: Buffer.byteLength(file.content) }];
  }

  function addSystem(line: JsonObject, uuid: string, length: number, number: number): void {
    keep(line, length, number);
    if (line.subtype === 'compact_boundary') boundaries.set(uuid, line);
    const parentUuid = line.parentUuid ?? line.logicalParentUuid ?? null;
    tree.unitOf.set(uuid, findParentUnit(tree, parentUuid).parent);
  }

  return {
    calls: allCalls as readonly Call[],
    callNamed: (id: string): Call | null => calls.get(id) ?? null,
    spilled: spilled as readonly TruncatedResult[],
    /** Start of the prompt, to find a sub-agent's call. */
    firstWords: (): string | null => {
      const record = tree.units[0]?.record;
      return record?.role === 'user' && typeof record.content === 'string' ? record.content : null;
    },
    isEmpty: (): boolean => tree.units.length === 0,
    /** Adds a sub-agent's metadata to its first message. */
    addMeta(meta: JsonObject): void {
      const origin = tree.units[0]?.record?.origin;
      const originalData = jsonObjectOrNull(origin?.kept);
      if (originalData) originalData.meta = meta;
    },

    add(line: JsonObject, length: number, number: number): void {
      const uuid = nonEmptyText(line.uuid) ?? `line ${number}`;
      const isMessage = line.type === 'user' || line.type === 'assistant';
      if (!isMessage && nonEmptyText(line.uuid) === null) {
        if (line.type === 'last-prompt') leaf = nonEmptyText(line.leafUuid) ?? leaf;
        keep(line, length, number);
        return;
      }
      if (tree.unitOf.has(uuid)) {
        problem(number, say`Repeats the ID of an earlier line; skipped.`);
        return;
      }
      const stamp = textOrNull(line.timestamp);
      if (stamp !== null && !Number.isNaN(Date.parse(stamp))) time = new Date(stamp).toISOString();
      const message = jsonObjectOrNull(line.message);
      const isRead = message && (typeof message.content === 'string' || Array.isArray(message.content));
      if (isMessage && !isRead) problem(number, say`No readable message; the line is kept unchanged.`);
      if (line.type === 'attachment') addAttachment(line, uuid, length, number);
      else if (!isMessage || !isRead) addSystem(line, uuid, length, number);
      else if (line.type === 'assistant') addAssistant(line, message, uuid, number);
      else addUser(line, message, uuid, number);
    },

    async build(slice: ReturnType<typeof createTimeSlice>): Promise<BuiltConversation> {
      for (const unit of tree.units) {
        const pause = slice();
        if (pause) await pause;
        if (unit.reply) unit.record = buildReplyMessage(unit.reply, session, idFor(unit.reply.uuids[0] as string));
      }
      const messages = await messagesOfTree(tree, slice);
      const last = messages.at(-1);
      if (last && waiting.length > 0) last.origin = { ...last.origin, after: waiting };
      const leafUnit = leaf === null ? null : (tree.unitOf.get(leaf) ?? null);
      const end = tree.units.at(-1) ?? null;
      const head = leafUnit && !isUnitAncestor(leafUnit, lastUnit) ? leafUnit : (lastUnit ?? end);
      return { messages, headId: head ? (lastMessageOf(head)?.id ?? null) : null, model };
    },
  };
}

function isResultBlock(block: JsonObject): boolean {
  return block.type === 'tool_result';
}

function restOf(line: JsonObject, message: JsonObject): JsonObject {
  return { ...omitFields(line, 'parentUuid', 'uuid', 'message'), message: omitFields(message, 'content') };
}
