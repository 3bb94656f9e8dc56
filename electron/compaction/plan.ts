// Plans a compaction up front: first old results become references; if that is not enough, everything before the last
// turns becomes a summary.

import { type Context, isCompaction } from '../../shared/conversation/context.ts';
import { environmentOf } from '../../shared/conversation/environment.ts';
import { isHidden, isPinned, type Marks } from '../../shared/conversation/marks.ts';
import type { EnvironmentTopic, Message, ToolMessage } from '../../shared/conversation/message.ts';
import { findCutPoint } from './cutPoint.ts';
import type { Goal } from './policy.ts';

export interface PlanInput {
  context: Context;
  marks: Marks;
  /** Records sent alongside the current summary, unmodified; including those that the user hid. */
  alongside: readonly Message[];
  /** Tokens of each record as currently sent. */
  tokensOf: (record: Message) => number;
  used: number;
  goal: Goal;
  /** Whether the model can reopen a cleared result. */
  canReopen: boolean;
}

export type Plan =
  | { kind: 'nothing' }
  /** `saves`: approximate tokens. */
  | { kind: 'clear'; ids: string[]; saves: number }
  | {
      kind: 'summarise';
      /** The records that the summary replaces. */
      replaced: Message[];
      firstKeptId: string;
      clearedIds: string[];
      pinnedIds: string[];
      besideIds: string[];
    };

/** In tokens. Smaller results stay: a reference would hardly be shorter. */
const minCleared = 200;
/** Size of a reference, in tokens. */
const referenceTokens = 60;

export function planCompaction(input: PlanInput): Plan {
  const { context, marks, goal, used, tokensOf } = input;
  const cut = findCutPoint({ records: context.keptMessages, tokensOf, tail: goal.tail, turn: goal.turn });
  if (!cut) return { kind: 'nothing' };
  const replaced = context.keptMessages.slice(0, cut.at);
  const clearable = input.canReopen ? replaced.filter((record) => isClearable(record, input)) : [];
  const saves = clearable.reduce((sum, record) => sum + tokensOf(record) - referenceTokens, 0);
  if (clearable.length > 0 && used - saves <= goal.enough) {
    return { kind: 'clear', ids: clearable.map(({ id }) => id), saves };
  }
  const keptRecords = context.keptMessages.slice(cut.at);
  const summarised = replaced.filter((record) => !isUnsaid(record, marks));
  if (
    summarised.length === 0 ||
    summarised.every((record) => isPinned(record, marks) || environmentOf(record) !== null)
  ) {
    return { kind: 'nothing' };
  }
  const keptIds = new Set(keptRecords.map(({ id }) => id));
  const earlier = [...input.alongside, ...replaced];
  return {
    kind: 'summarise',
    replaced,
    firstKeptId: (keptRecords[0] as Message).id,
    clearedIds: [...context.cleared].filter((id) => keptIds.has(id)),
    pinnedIds: pinnedIdsOf(earlier, marks),
    besideIds: unique([...lastOfEachTopic(earlier, keptRecords), ...openQuestion(earlier, keptRecords, cut.question)]),
  };
}

/** Returns the pinned records that are still sent alongside a summary. */
export function pinnedIdsOf(records: readonly Message[], marks: Marks): string[] {
  return unique(records.filter((record) => isPinned(record, marks) && !isUnsaid(record, marks)));
}

function isClearable(record: Message, { context, marks, tokensOf }: PlanInput): record is ToolMessage {
  if (record.role !== 'tool' || record.partType === 'tool_run' || record.removed) return false;
  if (isPinned(record, marks) || isHidden(record, marks) || context.cleared.has(record.id)) return false;
  return tokensOf(record) > minCleared;
}

function isUnsaid(record: Message, marks: Marks): boolean {
  return record.partType === 'note' || isHidden(record, marks) || isCompaction(record);
}

/** Topics whose last record stays valid until the next one. */
const lastingTopics: readonly EnvironmentTopic[] = [
  'instructions',
  'folder',
  'moment',
  'plan',
  'team',
  'personal',
  'project',
  'conversation',
  'preset',
  'memory',
  'projectMemory',
  'skills',
  'agents',
  'agent',
];

/** Returns the last record of each topic, unless a newer one follows the cut; of the topic `folder`, of each folder. */
function lastOfEachTopic(earlier: readonly Message[], keptRecords: readonly Message[]): Message[] {
  const newer = new Set(keptRecords.map(topicKey));
  const last = new Map(earlier.map((record) => [topicKey(record), record]));
  return [...last].flatMap(([key, record]) => (key === null || newer.has(key) ? [] : record));
}

function topicKey(record: Message): string | null {
  const about = environmentOf(record);
  if (record.role !== 'system' || about === null || !lastingTopics.includes(about)) return null;
  return `${about} ${record.environment?.folder ?? ''}`;
}

/** Returns the question of the turn that is cut, which may have been cut before. */
function openQuestion(
  earlier: readonly Message[],
  keptRecords: readonly Message[],
  question: Message | null,
): Message[] {
  if (question) return [question];
  if (keptRecords.some((record) => record.role === 'user')) return [];
  const lastUser = earlier.findLast((record) => record.role === 'user');
  return lastUser ? [lastUser] : [];
}

function unique(records: readonly Message[]): string[] {
  return [...new Set(records.map(({ id }) => id))];
}
