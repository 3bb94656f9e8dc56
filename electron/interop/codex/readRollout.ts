// Reads a Codex rollout row by row. Each row is a conversation item, or has facts about one (exit code, tokens, model);
// other rows stay with the next message. Undone turns become a branch.

import type { ContentPart, Todo } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { History, HistoryProblem } from '../history.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty, timeOf } from '../looseJson.ts';
import { type Draft, messagesOfSteps, type Step } from '../steps.ts';
import { type SpawnedThread, threadsSpawnedByEvent, threadsSpawnedByOutput } from './agents.ts';
import { type CallFacts, factsOfEvent } from './callFacts.ts';
import { readParts, textOfParts } from './parts.ts';
import { addItem, beforeField, createReply, type Reply, usageOf } from './reply.ts';
import { callIdOf, isCall, itemKindOf, normalizeRow, undoneTurnCount } from './rows.ts';

export interface RolloutReader {
  take(line: number, row: JsonObject): void;
  problem(problem: HistoryProblem): void;
  /** Agents that it started, not yet read. */
  threads: readonly SpawnedThread[];
  history(): Promise<History>;
}

const noTime = '1970-01-01T00:00:00.000Z';

export function createRolloutReader(fileName: string): RolloutReader {
  let meta: JsonObject | null = null;
  let title = '';
  let model: string | null = null;
  let folder: string | null = null;
  let time: string | null = null;
  const before: JsonObject[] = [];
  let tip: Step | null = null;
  let reply: Reply | null = null;
  let lastReply: Reply | null = null;
  const steps: Step[] = [];
  const userSteps = new Map<Step, string>();
  /** Calls without an output, by id. */
  const slots = new Map<string, { reply: Reply; at: number }[]>();
  const facts = new Map<string, CallFacts>();
  const todos: { last: Todo[] } = { last: [] };
  /** From events; used if no item has the text. */
  const thoughts: string[] = [];
  const attachments = new Map<string, Uint8Array>();
  const problems: HistoryProblem[] = [];
  const threads: SpawnedThread[] = [];

  const takeBefore = (): JsonObject[] => before.splice(0);
  const note = (line: number, message: HistoryProblem['message']): void => {
    problems.push({ file: fileName, line, message });
  };

  function add<S extends Step>(step: S): S {
    if (lastReply) lastReply.followed = true;
    steps.push(step);
    tip = step;
    return step;
  }
  function addDraft(draft: Draft): Step {
    reply = null;
    return add({ parent: tip, drafts: () => [draft] });
  }

  function takeItem(line: number, givenRow: JsonObject, item: JsonObject): void {
    const { payload: _item, ...envelope } = givenRow;
    const kind = itemKindOf(item);
    if (kind === 'reply') takeReplyItem(envelope, item);
    else if (kind === 'output') takeOutput(line, givenRow, envelope, item);
    else if (kind === 'other') before.push(givenRow);
    else takeMessage(line, envelope, item);
  }

  function takeReplyItem(envelope: JsonObject, item: JsonObject): void {
    const sampled = jsonObjectOrNull(envelope.metadata)?.sampled_through_sequence;
    const key = typeof sampled === 'number' ? sampled : null;
    const goesOn = reply && !reply.isFull() && (key === null ? reply.open : reply.key === key);
    if (!reply || !goesOn) {
      const begin = { parent: tip, key, before: takeBefore(), time: time ?? noTime, model };
      reply = add(createReply(begin, (id) => facts.get(id) ?? {}, todos));
      lastReply = reply;
    } else reply.rows.push(...takeBefore());
    reply.thoughts.push(...thoughts.splice(0));
    addItem(reply, item, envelope);
    if (!isCall(item)) return;
    const id = callIdOf(item);
    const slot = { reply, at: reply.calls.length - 1 };
    const open = slots.get(id);
    if (open) open.push(slot);
    else slots.set(id, [slot]);
  }

  function takeOutput(line: number, givenRow: JsonObject, envelope: JsonObject, item: JsonObject): void {
    const id = textOrEmpty(item.call_id);
    const open = slots.get(id);
    const slot = open?.pop();
    if (!slot) {
      note(
        line,
        open ? say`A second result for the same call was left out` : say`A result without a matching call was left out`,
      );
      before.push(givenRow);
      return;
    }
    slot.reply.open = false;
    const toolName = slot.reply.calls[slot.at]?.function.name ?? '';
    threads.push(...threadsSpawnedByOutput(toolName, id, textOrEmpty(item.output)));
    slot.reply.outputs.set(slot.at, {
      name: `result ${id}`,
      time: time ?? noTime,
      item,
      read: readParts(outputContent(item.output), attachments),
      kept: envelope,
      before: takeBefore(),
    });
  }

  function takeMessage(line: number, envelope: JsonObject, item: JsonObject): void {
    const { content, ...rest } = item;
    const read = readParts(content, attachments);
    const name = `message ${textOrEmpty(item.id) || `at line ${line}`}`;
    const base = { name, createdAt: time ?? noTime };
    const ids = typeof item.id === 'string' ? { ids: [item.id] } : {};
    const origin = (keptData: object) => ({
      ...ids,
      kept: { row: envelope, item: rest, ...keptData },
      ...beforeField(takeBefore()),
    });
    if (itemKindOf(item) === 'user') {
      const userText = userContent(read.parts);
      const keptParts = typeof content === 'string' ? {} : { parts: read.kept };
      const step = addDraft({ ...base, role: 'user', content: userText, origin: origin(keptParts) });
      userSteps.set(step, textOfParts(read.parts));
      return;
    }
    // Codex's own sandbox and tool instructions apply nowhere else.
    const ofProgram = item.role !== 'user';
    addDraft({
      ...base,
      role: 'system',
      partType: 'environment',
      content: textOfParts(read.parts),
      ...(ofProgram ? { includeInContext: false } : {}),
      origin: origin({ content }),
    });
  }

  function takeEvent(line: number, givenRow: JsonObject, event: JsonObject): void {
    const callFacts = factsOfEvent(event);
    if (callFacts) facts.set(callFacts.callId, { ...facts.get(callFacts.callId), ...callFacts.facts });
    threads.push(...threadsSpawnedByEvent(event));
    const turns = undoneTurnCount(givenRow);
    if (turns > 0) undoTurns(turns);
    const thought = thoughtOfEvent(event);
    if (thought !== '') thoughts.push(thought);
    switch (event.type) {
      case 'token_count': {
        const last = jsonObjectOrNull(jsonObjectOrNull(event.info)?.last_token_usage);
        if (lastReply && !lastReply.usage && last) lastReply.usage = usageOf(last);
        break;
      }
      case 'thread_name_updated':
        title = textOrEmpty(event.thread_name) || title;
        break;
      case 'turn_aborted':
        if (lastReply && !lastReply.followed) lastReply.stopped = true;
        break;
    }
    if (event.type === 'error') takeError(line, givenRow, textOrEmpty(event.message));
    else before.push(givenRow);
  }

  function takeError(line: number, givenRow: JsonObject, message: string): void {
    addDraft({
      name: `error at line ${line}`,
      createdAt: time ?? noTime,
      role: 'assistant',
      content: null,
      partType: 'error',
      error: { code: 'LLM_ERROR', message: message || 'unknown' },
      ...(model === null ? {} : { model }),
      origin: { kept: { event: givenRow }, ...beforeField(takeBefore()) },
    });
  }

  function undoTurns(turns: number): void {
    let remaining = turns;
    let at: Step | null = tip;
    for (; at && remaining > 0; at = at.parent) if (userSteps.has(at)) remaining--;
    if (lastReply) lastReply.followed = true;
    tip = at;
    reply = null;
  }

  /** The file has both the compacted items and their summary. An encrypted summary is only useful to its provider. */
  function takeCompaction(line: number, givenRow: JsonObject, payload: JsonObject): void {
    const replaced = objectsOf(payload.replacement_history).filter((item) => item.type === 'message');
    const texts = replaced.map((item) => textOfParts(readParts(item.content, new Map()).parts));
    const summary = textOrEmpty(payload.message) || (texts.at(-1) ?? '');
    reply = null;
    if (summary.trim() === '') {
      before.push(givenRow);
      return;
    }
    const textSet = new Set(texts);
    const besideSteps: Step[] = [];
    for (let at: Step | null = tip; at; at = at.parent)
      if (textSet.has(userSteps.get(at) ?? '\0')) besideSteps.unshift(at);
    const { message: _said, ...otherFields } = payload;
    const rest = payload.message === summary ? otherFields : payload;
    const draft = {
      name: `summary at line ${line}`,
      createdAt: time ?? noTime,
      role: 'system' as const,
      partType: 'summary' as const,
      content: summary,
      origin: { kept: { row: { ...givenRow, payload: rest } }, ...beforeField(takeBefore()) },
    };
    const compaction = { firstKeptId: '', clearedIds: [], besideIds: [] as string[], tokensBefore: 0, tokensAfter: 0 };
    const step = add({ parent: tip, drafts: () => [{ ...draft, compaction }] });
    compactions.push({ compaction, beside: besideSteps, step });
  }
  /** Its own id as the first kept message, since nothing before it is sent; filled in once ids are known. */
  const compactions: { compaction: { firstKeptId: string; besideIds: string[] }; beside: Step[]; step: Step }[] = [];

  function takeSession(givenRow: JsonObject, payload: JsonObject): void {
    before.push(givenRow);
    // A fork contains its parent session's metadata after its own.
    if (meta) return;
    meta = payload;
    folder = textOrEmpty(payload.cwd) || folder;
  }

  return {
    threads,
    problem: (problem) => problems.push(problem),
    take(line, original) {
      const givenRow = normalizeRow(original, time);
      time = timeOf(givenRow.timestamp) ?? time;
      const payload = jsonObjectOrNull(givenRow.payload);
      if (!payload) {
        before.push(givenRow);
        return;
      }
      switch (givenRow.type) {
        case 'session_meta':
          return takeSession(givenRow, payload);
        case 'response_item':
          return takeItem(line, givenRow, payload);
        case 'event_msg':
          return takeEvent(line, givenRow, payload);
        case 'compacted':
          return takeCompaction(line, givenRow, payload);
        case 'turn_context':
          model = textOrEmpty(payload.model) || model;
          folder ??= textOrEmpty(payload.cwd) || null;
          break;
        case 'token_usage_record': {
          const usage = jsonObjectOrNull(payload.usage);
          if (lastReply && usage) lastReply.usage = usageOf(usage);
          if (reply) reply.open = false;
        }
      }
      before.push(givenRow);
    },
    async history() {
      const session = textOrEmpty(meta?.id) || textOrEmpty(meta?.session_id) || sessionOfName(fileName);
      const { messages, endOf } = await messagesOfSteps('codex', session, steps);
      for (const { compaction, beside, step } of compactions) {
        compaction.firstKeptId = endOf(step);
        compaction.besideIds = beside.map(endOf);
      }
      const last = messages.at(-1);
      if (last?.origin && before.length > 0) last.origin.after = before;
      return {
        program: 'codex',
        session,
        title,
        folder,
        model: lastReply?.model ?? model,
        messages,
        headId: tip ? endOf(tip) : null,
        agents: [],
        attachments,
        problems,
      };
    },
  };
}

function thoughtOfEvent(event: JsonObject): string {
  if (event.type === 'agent_reasoning') return textOrEmpty(event.text);
  const item = event.type === 'item_completed' ? jsonObjectOrNull(event.item) : null;
  if (item?.type !== 'Reasoning' || !Array.isArray(item.summary_text)) return '';
  return item.summary_text.filter((summary) => typeof summary === 'string' && summary !== '').join('\n\n');
}

/** Codex ignores objects; old versions put text in them. */
function outputContent(output: unknown): unknown {
  if (typeof output === 'string' || Array.isArray(output)) return output;
  const fields = jsonObjectOrNull(output);
  return textOrEmpty(fields?.content) || (fields ? JSON.stringify(fields) : '');
}

function userContent(parts: ContentPart[]): string | ContentPart[] {
  const [only] = parts;
  if (parts.length === 0) return '';
  return parts.length === 1 && only?.type === 'text' ? only.text : parts;
}

function sessionOfName(name: string): string {
  return /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.exec(name)?.[0] ?? name;
}
