// Builds a conversation from an agent's session file, row by row. Rows form a tree by their ids; a row without a known
// parent follows the previous one. A reply and its results are one step, so a late result never moves the conversation.

import type { Message, Outcome, SystemMessage, ToolCall, ToolDetails } from '../../../shared/conversation/message.ts';
import { openCallText } from '../../../shared/conversation/repair.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ImportProgram } from '../../../shared/features/import/otherApps.ts';
import type { HistoryProblem } from '../history.ts';
import { type Draft, type MadeRecords, messagesOfSteps, type Step } from '../steps.ts';

/** Where a row is in the tree. `parent` undefined: it follows the previous row; null: it begins the conversation. */
export interface RowPosition {
  id: string;
  parent: string | null | undefined;
}

export type ReplyDraft = Extract<Draft, { role: 'assistant' }>;

interface ResultFields {
  name: string;
  createdAt: string;
  content: string;
  outcome: Outcome;
  details: ToolDetails;
  images: readonly { hash: string; mediaType: string }[];
  startedAt?: string | undefined;
  /** Milliseconds. */
  duration?: number | undefined;
  kept: JsonObject;
}

interface SummaryFields {
  name: string;
  createdAt: string;
  text: string;
  tokensBefore: number;
  tokensAfter: number;
  /** Row of the first message that is still sent; null: nothing before the summary is. */
  firstKept: string | null;
  /** Texts of the user's earlier messages that are still sent. */
  besideTexts: ReadonlySet<string>;
  kept: JsonObject;
}

interface Reply {
  step: Step;
  draft: ReplyDraft;
  calls: readonly ToolCall[];
  results: Map<number, ResultFields>;
  isStopped: boolean;
}

interface BuiltSession {
  messages: Message[];
  headId: string | null;
  model: string | null;
}

type AddResult = 'added' | 'second' | 'orphan';

export interface SessionSteps {
  /** A row that is no message: kept before the next one, unless null. */
  pass(place: RowPosition, row: JsonObject | null): void;
  add(place: RowPosition, draft: Draft): void;
  /** The draft may be completed until the session is built. */
  reply(place: RowPosition, draft: ReplyDraft): ReplyDraft;
  /** `id` null: answers the first open call of the tool. */
  result(place: RowPosition, call: { id: string | null; tool: string }, fields: ResultFields): AddResult;
  summary(place: RowPosition, fields: SummaryFields): void;
  /** The user stopped the run: open calls do not continue. */
  stop(): void;
  /** Returns to the end of the row before this one, because it and everything after it were undone. False: unknown. */
  rewindBefore(id: string): boolean;
  hasCall(id: string): boolean;
  /** Call once. `session`: names the messages, so the same session must have the same name at every read. */
  build(session: string): Promise<BuiltSession>;
  /** Once built. */
  callPosition(id: string): { messageId: string; index: number } | null;
}

/** Limit for rows that are no messages, in UTF-16 units. */
const maxKept = 32 * 1024 * 1024;

/** Reports a result that belongs to no open call. */
export function strayResult(file: string, line: number, added: Exclude<AddResult, 'added'>): HistoryProblem {
  const message =
    added === 'second'
      ? say`A second result for the same call was left out`
      : say`A result without a matching call was left out`;
  return { file, line, message };
}

export function createSessionSteps(program: ImportProgram): SessionSteps {
  const steps: Step[] = [];
  const stepOf = new Map<string, Step | null>();
  const before = new Map<string, Step | null>();
  const replies = new Map<Step, Reply>();
  const slots = new Map<string, { reply: Reply; at: number }[]>();
  const userTexts = new Map<Step, string>();
  const summaries: { record: NonNullable<SystemMessage['compaction']>; fields: SummaryFields; step: Step }[] = [];
  const drafts = new Map<Step, () => Draft[]>();
  let waiting: JsonObject[] = [];
  let keptLength = 0;
  let tip: Step | null = null;
  let made: MadeRecords | null = null;

  function parentOf({ parent }: RowPosition): Step | null {
    if (parent === null) return null;
    const parentStep = parent === undefined ? undefined : stepOf.get(parent);
    return parentStep === undefined ? tip : parentStep;
  }

  function addStep(place: RowPosition, draftsOf: () => Draft[]): Step {
    const parent = parentOf(place);
    const step: Step = { parent, drafts: () => draftsOf() };
    steps.push(step);
    drafts.set(step, draftsOf);
    before.set(place.id, parent);
    stepOf.set(place.id, step);
    tip = step;
    return step;
  }

  function withBefore<D extends Draft>(draft: D): D {
    if (waiting.length === 0) return draft;
    const rows = waiting;
    waiting = [];
    return { ...draft, origin: { ...draft.origin, before: rows } };
  }

  function resultDraft(call: ToolCall, fields: ResultFields): Draft {
    const { images, kept, details, startedAt, duration, ...rest } = fields;
    return {
      ...rest,
      role: 'tool',
      tool_call_id: call.id,
      toolName: call.function.name,
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(duration === undefined ? {} : { duration }),
      ...(Object.keys(details).length > 0 ? { details } : {}),
      ...(images.length > 0 ? { attachments: images.map(({ hash, mediaType }) => ({ hash, mediaType })) } : {}),
      origin: Object.keys(kept).length > 0 ? { kept } : {},
    };
  }

  function replyDrafts(reply: Reply): Draft[] {
    const { draft, calls, results } = reply;
    const answered = [...results].map(([at, fields]) => resultDraft(calls[at] as ToolCall, fields));
    // Calls of the newest reply may still be running.
    if (reply.step === tip && !reply.isStopped) return [draft, ...answered];
    const open = calls.filter((_, at) => !results.has(at));
    return [
      draft,
      ...answered,
      ...open.map(
        (call): Draft => ({
          name: `${draft.name} open ${call.id}`,
          createdAt: draft.createdAt,
          role: 'tool',
          tool_call_id: call.id,
          toolName: call.function.name,
          content: openCallText('unknown'),
          outcome: 'interrupted',
          origin: { kept: { made: true } },
        }),
      ),
    ];
  }

  function slotOf(id: string | null, tool: string) {
    if (id !== null) return slots.get(id)?.findLast(({ reply, at }) => !reply.results.has(at));
    for (const open of slots.values()) {
      const slot = open.find(({ reply, at }) => !reply.results.has(at) && reply.calls[at]?.function.name === tool);
      if (slot) return slot;
    }
    return undefined;
  }

  return {
    pass(place, row) {
      const parent = parentOf(place);
      before.set(place.id, parent);
      stepOf.set(place.id, parent);
      if (place.parent !== undefined) tip = parent;
      if (!row) return;
      keptLength += JSON.stringify(row).length;
      if (keptLength <= maxKept) waiting.push(row);
    },
    add(place, draft) {
      const whole = withBefore(draft);
      const step = addStep(place, () => [whole]);
      if (draft.role === 'user') userTexts.set(step, textIn(draft.content));
    },
    reply(place, given) {
      const draft = withBefore({ ...given });
      const reply: Reply = {
        step: addStep(place, () => replyDrafts(reply)),
        draft,
        calls: draft.tool_calls ?? [],
        results: new Map(),
        isStopped: false,
      };
      replies.set(reply.step, reply);
      for (const [at, { id }] of reply.calls.entries()) {
        const open = slots.get(id);
        if (open) open.push({ reply, at });
        else slots.set(id, [{ reply, at }]);
      }
      return draft;
    },
    result(place, { id, tool }, fields) {
      const parent = parentOf(place);
      before.set(place.id, parent);
      stepOf.set(place.id, parent);
      if (place.parent !== undefined) tip = parent;
      const slot = slotOf(id, tool);
      if (!slot) return id !== null && slots.has(id) ? 'second' : 'orphan';
      slot.reply.results.set(slot.at, fields);
      return 'added';
    },
    summary(place, fields) {
      const { name, createdAt, text, tokensBefore, tokensAfter, kept } = fields;
      const record = { firstKeptId: '', clearedIds: [], besideIds: [], tokensBefore, tokensAfter };
      const draft = withBefore<Draft>({
        ...{ name, createdAt, role: 'system', partType: 'summary', content: text, compaction: record },
        origin: { kept },
      });
      summaries.push({ record, fields, step: addStep(place, () => [draft]) });
    },
    stop() {
      const reply = tip && replies.get(tip);
      if (!reply) return;
      reply.isStopped = true;
      if (reply.calls.length === 0) reply.draft.finishReason ??= 'stopped';
    },
    rewindBefore(id) {
      const step = before.get(id);
      if (step === undefined) return false;
      tip = step;
      return true;
    },
    hasCall: (id) => slots.has(id),
    async build(session) {
      made = await messagesOfSteps(program, session, steps);
      const { messages, beginOf, endOf } = made;
      for (const { record, fields, step } of summaries) {
        const firstKeptStep = fields.firstKept === null ? null : (stepOf.get(fields.firstKept) ?? null);
        record.firstKeptId = firstKeptStep ? beginOf(firstKeptStep) : endOf(step);
        const beside: string[] = [];
        for (let at: Step | null = step.parent; at && fields.besideTexts.size > 0; at = at.parent)
          if (fields.besideTexts.has(userTexts.get(at) ?? '\0')) beside.unshift(endOf(at));
        if (beside.length > 0) record.besideIds = beside;
        else delete record.besideIds;
      }
      const last = messages.at(-1);
      if (last?.origin && waiting.length > 0) last.origin.after = waiting;
      const named = messages.findLast((message) => message.role === 'assistant' && message.model !== undefined);
      const model = named?.role === 'assistant' ? (named.model ?? null) : null;
      return { messages, headId: tip ? endOf(tip) : null, model };
    },
    callPosition(id) {
      const slot = slots.get(id)?.at(-1);
      return slot && made ? { messageId: made.beginOf(slot.reply.step), index: slot.at } : null;
    },
  };
}

function textIn(content: Extract<Draft, { role: 'user' }>['content']): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}
