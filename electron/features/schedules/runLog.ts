// schedule-runs/<id>.jsonl: what happened to each due time, one record per line, each durable before anything depends on it. Only
// the process with the schedules' lock writes. Lines torn by a crash are skipped.

import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import { type HistoryEntry, runEnds } from '../../../shared/features/schedules/schedule.ts';
import { atomicWrite, makeFolder, writeAll } from '../../stores/files/atomicWrite.ts';
import { type Disk, fileMode, readWholeFile } from '../../stores/files/disk.ts';

const at = z.iso.datetime();
const runId = z.string();
const cause = z.object({
  type: z.enum(['time', 'files', 'command', 'webhook', 'pullRequest', 'user']),
  due: z.string().optional(),
  event: z.string().optional(),
  about: z.string().optional(),
});

const record = z.discriminatedUnion('type', [
  /** It will run once: written before anything runs. */
  z.object({ type: z.literal('claimed'), at, runId, cause }),
  /** Written before the model is asked: from here on it never runs again. */
  z.object({ type: z.literal('started'), at, runId, conversationId: z.string() }),
  z.object({
    type: z.literal('ended'),
    at,
    runId,
    end: z.enum(runEnds),
    reason: z.custom<UserTextData>().nullable().default(null),
    usd: z.number().nullable().default(null),
  }),
  /** Due times that passed without a run. */
  z.object({
    type: z.literal('missed'),
    at,
    from: at,
    to: at,
    count: z.number(),
    atLeast: z.boolean().default(false),
    why: z.enum(['notRunning', 'busy']),
  }),
  /** The clock was set back: missed times after `at` are still to come. */
  z.object({ type: z.literal('clock'), at }),
  /** A trigger's last look, to notice changes. */
  z.object({ type: z.literal('seen'), at, state: z.string() }),
  /** In place of removed records: times up to `until` are accounted for, and these times and events never run again. */
  z.object({
    type: z.literal('until'),
    at,
    until: at.optional(),
    ran: z.array(z.string()).optional(),
    events: z.array(z.string()).optional(),
  }),
]);
export type RunRecord = z.input<typeof record>;

type RunEntry = Extract<HistoryEntry, { type: 'run' }>;

export interface ScheduleLog {
  /** Oldest first. */
  entries: HistoryEntry[];
  runs: Map<string, RunEntry>;
  /** Every due time up to it is accounted for; null: none. */
  cursor: string | null;
  /** Due times with a run of their own. */
  ran: Set<string>;
  /** Events that were taken. */
  events: Set<string>;
  seen: string | null;
  /** Size of the file, about. */
  lines: number;
  characters: number;
}

/** A longer file is shortened to its newest runs. */
const maxLines = 3_000;
const shortenedLines = 1_000;
/** Requests and outputs that start runs can be long. */
const maxCharacters = 8_000_000;
/** An average record. */
const lineCharacters = 150;
/** Times and events of removed records that are remembered at most. */
const maxRemembered = 10_000;

export function isLong({ lines, characters }: ScheduleLog): boolean {
  return lines > maxLines || characters > maxCharacters;
}

/** `folder`: of the schedules. Apart from them, because histories are encrypted with the user's data. */
export function logPath(folder: string, id: string): string {
  return join(dirname(folder), 'schedule-runs', `${id}.jsonl`);
}

export function emptyLog(): ScheduleLog {
  return {
    entries: [],
    runs: new Map(),
    cursor: null,
    ran: new Set(),
    events: new Set(),
    seen: null,
    lines: 0,
    characters: 0,
  };
}

/** Throws if the file exists and cannot be read. */
export async function readLog(disk: Disk, path: string): Promise<ScheduleLog> {
  const read = await readWholeFile(disk, path);
  if (read.kind === 'unreadable') throw new Error(`${path} could not be read`);
  const log = emptyLog();
  const text = read.kind === 'content' ? read.bytes.toString('utf8') : '';
  for (const each of recordsOf(text)) apply(log, each);
  log.characters = text.length;
  return log;
}

function recordsOf(text: string): RunRecord[] {
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = record.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}

/** Pure except for `log`. */
export function apply(log: ScheduleLog, each: RunRecord): void {
  log.lines++;
  log.characters += each.type === 'claimed' ? lineCharacters + (each.cause.about?.length ?? 0) : lineCharacters;
  if (each.type === 'claimed') {
    // Only a damaged or edited file has a second claim.
    if (log.runs.has(each.runId)) return;
    const entry: RunEntry = {
      type: 'run',
      runId: each.runId,
      cause: { ...each.cause },
      claimedAt: each.at,
      startedAt: null,
      conversationId: null,
      endedAt: null,
      end: null,
      reason: null,
      usd: null,
    };
    log.runs.set(each.runId, entry);
    log.entries.push(entry);
    if (each.cause.event !== undefined) log.events.add(each.cause.event);
    if (each.cause.due === undefined) return;
    log.ran.add(each.cause.due);
    log.cursor = later(log.cursor, each.cause.due);
  } else if (each.type === 'started') {
    const run = log.runs.get(each.runId);
    if (run) Object.assign(run, { startedAt: each.at, conversationId: each.conversationId });
  } else if (each.type === 'ended') {
    const run = log.runs.get(each.runId);
    if (run?.end !== null) return;
    // Only the run needed it, and its conversation has it.
    delete run.cause.about;
    Object.assign(run, { endedAt: each.at, end: each.end, reason: each.reason ?? null, usd: each.usd ?? null });
  } else if (each.type === 'missed') {
    const { at: reportedAt, from, to, count, atLeast = false, why } = each;
    log.entries.push({ type: 'missed', at: reportedAt, from, to, count, atLeast, why });
    log.cursor = later(log.cursor, to);
  } else if (each.type === 'clock') forgetFuture(log, each.at);
  else if (each.type === 'seen') log.seen = each.state;
  else {
    if (each.until !== undefined) log.cursor = later(log.cursor, each.until);
    for (const due of each.ran ?? []) log.ran.add(due);
    for (const event of each.events ?? []) log.events.add(event);
  }
}

function later(one: string | null, other: string): string {
  return one !== null && one > other ? one : other;
}

/** Times that were only reported as missed have not come yet; those that ran never run again. */
function forgetFuture(log: ScheduleLog, now: string): void {
  log.entries = log.entries.flatMap((entry) => {
    if (entry.type === 'run' || entry.to <= now) return [entry];
    return entry.from > now ? [] : [{ ...entry, to: now, count: 1, atLeast: true }];
  });
  log.cursor = now;
}

/** Appends and syncs; on failure leaves the file as it was, if the disk allows. */
export async function appendRecords(disk: Disk, path: string, records: readonly RunRecord[]): Promise<void> {
  await makeFolder(disk, dirname(path));
  const handle = await disk.open(path, 'a+', fileMode);
  try {
    const { size } = await handle.stat();
    const text = records.map((each) => `${JSON.stringify(each)}\n`).join('');
    try {
      const torn = size > 0 && !(await endsInLine(handle, size)) ? '\n' : '';
      await writeAll(handle, Buffer.from(torn + text), size);
      await handle.datasync();
    } catch (thrown) {
      await handle.truncate(size).catch(() => {});
      throw thrown;
    }
  } finally {
    await handle.close();
  }
}

async function endsInLine(handle: Awaited<ReturnType<Disk['open']>>, size: number): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}

/** Removes old records of a long file. What they account for stays accounted for. */
export async function shortenLog(disk: Disk, path: string, log: ScheduleLog, now: Date): Promise<ScheduleLog> {
  if (!isLong(log)) return log;
  const read = await readWholeFile(disk, path);
  if (read.kind !== 'content') return log;
  const all = recordsOf(read.bytes.toString('utf8'));
  const isOpen = (each: RunRecord): boolean => 'runId' in each && log.runs.get(each.runId)?.end === null;
  const remaining = [...all.slice(0, -shortenedLines).filter(isOpen), ...all.slice(-shortenedLines)].map((each) => {
    const isOver = each.type === 'claimed' && !isOpen(each);
    return isOver ? { ...each, cause: { ...each.cause, about: undefined } } : each;
  });
  const time = now.toISOString();
  const newest = (all: ReadonlySet<string>): string[] => [...all].slice(-maxRemembered);
  const until = log.cursor === null ? {} : { until: log.cursor };
  remaining.unshift({ type: 'until', at: time, ...until, ran: newest(log.ran), events: newest(log.events) });
  if (log.seen !== null) remaining.push({ type: 'seen', at: time, state: log.seen });
  await atomicWrite(disk, path, remaining.map((each) => `${JSON.stringify(each)}\n`).join(''));
  return readLog(disk, path);
}
