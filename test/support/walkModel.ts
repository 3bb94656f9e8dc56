// Predicts a conversation's next request from the bytes on disk by independent rules: which words must be in it, which
// must not, and in which order. It calls nothing from the program.

import type { Message } from '../../shared/conversation/message.ts';
import { activeBranch, effectiveHead } from './wholeBranch.ts';

export interface WalkFiles {
  records: Message[];
  meta: WalkMeta;
  queue: { id: string; text: string }[];
  partial: { messageId: string; parentId: string | null; text: string } | null;
}

interface WalkMeta {
  head?: { id: string; after: string } | null;
  marks?: Record<string, { hidden?: boolean; pinned?: boolean }>;
}

/** Words that occur only once. */
const wordPattern = /(?:say|reply|args|result|summary)_\d+_/g;

function wordsOf(value: unknown): string[] {
  return [...new Set(JSON.stringify(value ?? '').match(wordPattern))];
}

/** A conversation's files as bytes; an unreadable log line is skipped. */
export function readWalkFiles(folder: string, files: ReadonlyMap<string, Buffer>): WalkFiles {
  const textOf = (name: string): string => files.get(`${folder}/${name}`)?.toString('utf8') ?? '';
  const parse = <T>(text: string, otherwise: T): T => {
    try {
      return JSON.parse(text) as T;
    } catch {
      return otherwise;
    }
  };
  const lines = textOf('messages.json').split('\n');
  const records = lines.flatMap((line) => {
    const record = parse<unknown>(line.replace(/^,/, ''), null);
    return typeof record === 'object' && record !== null && !Array.isArray(record) ? [record as Message] : [];
  });
  const pending = parse<{ queue?: WalkFiles['queue'] }>(textOf('pending.json'), {});
  return {
    records,
    meta: parse<WalkMeta>(textOf('meta.json'), {}),
    queue: (pending.queue ?? []).filter(({ id }) => !records.some((record) => record.id === id)),
    partial: parse<WalkFiles['partial']>(textOf('partial.json'), null),
  };
}

export interface Expectation {
  /** In the required order. */
  inOrder: string[];
  present: string[];
  absent: string[];
}

export function expectationOf({ records, meta, queue, partial }: WalkFiles): Expectation {
  const branch = activeBranch(records, effectiveHead(records, meta.head));
  const marks = meta.marks ?? {};
  const isHidden = (record: Message): boolean => marks[record.id]?.hidden ?? record.includeInContext === false;
  const isPinned = (record: Message): boolean => marks[record.id]?.pinned === true && !isHidden(record);
  const compactions = branch.filter((record) => record.partType === 'summary' && !isHidden(record));
  const summary = compactions.findLast((record) => String(record.content).trim() !== '');
  const compactionOf = (record: Message): { firstKeptId: string; clearedIds: string[] } | undefined =>
    (record as { compaction?: { firstKeptId: string; clearedIds: string[] } }).compaction;
  const cleared = new Set(compactions.flatMap((record) => compactionOf(record)?.clearedIds ?? []));
  const from = summary ? branch.findIndex((record) => record.id === compactionOf(summary)?.firstKeptId) : 0;
  const out: Expectation = { inOrder: [], present: [], absent: [] };
  if (summary) out.inOrder.push(...wordsOf(summary.content));

  for (const [at, record] of branch.entries()) {
    if (record.partType === 'summary') {
      if (record !== summary) out.absent.push(...wordsOf(record.content));
      continue;
    }
    const text = wordsOf(record.content);
    const args = record.role === 'assistant' && record.partType !== 'error' ? wordsOf(record.tool_calls) : [];
    if (at < from) {
      (isPinned(record) ? out.present : out.absent).push(...text);
      continue;
    }
    if (record.partType === 'note') {
      out.absent.push(...text);
      continue;
    }
    (isHidden(record) ? out.absent : out.present).push(...args);
    if (isHidden(record) || (record.role === 'tool' && cleared.has(record.id) && !isPinned(record))) {
      out.absent.push(...text);
    } else if (record.role === 'tool') out.present.push(...text);
    else out.inOrder.push(...text);
  }
  const onBranch = new Set(branch.map((record) => record.id));
  for (const record of records) if (!onBranch.has(record.id)) out.absent.push(...wordsOf(record.content));
  const last = branch.at(-1)?.id ?? null;
  const isOpen = partial !== null && partial.parentId === last && !records.some(({ id }) => id === partial.messageId);
  if (isOpen && partial.text.trim() !== '') out.inOrder.push(...wordsOf(partial.text));
  for (const { text } of queue) out.inOrder.push(...wordsOf(text));
  return out;
}

/** The problems of a request, as sentences. */
export function wordProblems(expected: Expectation, request: unknown): string[] {
  const said = JSON.stringify(request);
  const problems: string[] = [];
  for (const word of [...expected.inOrder, ...expected.present]) {
    if (!said.includes(word)) problems.push(`${word} should be in the request and is not`);
  }
  for (const word of expected.absent) if (said.includes(word)) problems.push(`${word} should not be in the request`);
  const places = expected.inOrder.map((word) => said.indexOf(word));
  const turned = places.findIndex((place, at) => at > 0 && place < (places[at - 1] as number));
  if (turned > 0 && problems.length === 0) {
    problems.push(`${expected.inOrder[turned]} comes before ${expected.inOrder[turned - 1]}`);
  }
  return problems;
}
