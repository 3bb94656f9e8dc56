// Counts what calls did by kind: edited files, commands, a server's tools. Calls that did nothing are counted by
// outcome. Pure; classifies each call once.

import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import { isBuiltInTool, parseArguments, serverToolName } from '../../../shared/features/tools/toolInfo.ts';
import { changesOf } from './callChanges.ts';
import type { BoxState } from './callState.ts';
import type { CallRef } from './items.ts';
import { notRunReason } from './refusal.ts';

/** In display order. */
const kinds = [
  'commands',
  'edited',
  'written',
  'read',
  'searched',
  'listed',
  'web',
  'fetched',
  'agents',
  'server',
  'tool',
  'asked',
  'plans',
  'todo',
  'other',
] as const;

type DoneKind = (typeof kinds)[number];

export interface CallKind {
  kind: DoneKind;
  /** Deduplication key: editing a file three times counts as one file. */
  what: string;
  /** The tool's server. */
  server?: string;
  added: number;
  removed: number;
  /** It is a file-changing tool, or it changed a file. */
  changes: boolean;
}

const toolKinds: Partial<Record<string, [kind: DoneKind, counted?: 'path' | 'url']>> = {
  run_command: ['commands'],
  edit_file: ['edited', 'path'],
  write_file: ['written', 'path'],
  read_file: ['read', 'path'],
  search_files: ['searched'],
  list_files: ['listed', 'path'],
  web_search: ['web'],
  fetch_url: ['fetched', 'url'],
  run_agent: ['agents'],
  ask_user: ['asked'],
  present_plan: ['plans'],
  todo_write: ['todo'],
};

const kindCache = new WeakMap<CallRef, CallKind>();

export function callKind(call: CallRef): CallKind {
  const before = kindCache.get(call);
  if (before) return before;
  const made = kindOf(call);
  kindCache.set(call, made);
  return made;
}

function kindOf(call: CallRef): CallKind {
  const { name, arguments: text } = toNativeCall(call);
  const files = changesOf(call)?.files ?? [];
  const sum = (side: 'added' | 'removed'): number => files.reduce((total, file) => total + (file[side] ?? 0), 0);
  const diff = files.length === 0 ? diffLines(call.result?.details?.diff) : null;
  const own = Object.hasOwn(toolKinds, name) ? toolKinds[name] : undefined;
  const writes = own?.[0] === 'edited' || own?.[0] === 'written';
  const common = {
    added: diff?.added ?? sum('added'),
    removed: diff?.removed ?? sum('removed'),
    changes: files.length > 0 || writes,
  };
  if (own) {
    const [kind, counted] = own;
    const value = counted && parseArguments(text)[counted];
    return { kind, what: typeof value === 'string' ? value : call.key, ...common };
  }
  const used = name === 'use_tool' ? parseArguments(text).name : name;
  const tool = typeof used === 'string' ? used : name;
  const ofServer = serverToolName(tool);
  if (ofServer) return { kind: 'server', what: tool, server: ofServer.server, ...common };
  return isBuiltInTool(tool) ? { kind: 'other', what: call.key, ...common } : { kind: 'tool', what: tool, ...common };
}

const maxDiffLength = 200_000;

/** For changes known only from a diff, as in imported conversations. */
function diffLines(diff: unknown): { added: number; removed: number } | null {
  if (typeof diff !== 'string' || diff.length > maxDiffLength) return null;
  const [added, removed] = [/^\+(?!\+\+ )/gm, /^-(?!-- )/gm].map((mark) => diff.match(mark)?.length ?? 0);
  return { added: added ?? 0, removed: removed ?? 0 };
}

export interface DoneCall {
  call: CallRef;
  state: BoxState;
}

export interface DoneCount {
  kind: DoneKind;
  count: number;
  /** Display name, if there is only one. */
  name: string;
}

export interface CallsSummary {
  counts: DoneCount[];
  failed: number;
  denied: number;
  /** Canceled or interrupted. */
  unfinished: number;
  /** In lines. */
  added: number;
  removed: number;
  /** Total in ms. */
  duration: number;
}

/** Maximum kinds to name; the rest become "other calls". */
const maxKinds = 5;

export function summarizeCalls(calls: readonly DoneCall[]): CallsSummary {
  const done = { failed: 0, denied: 0, unfinished: 0, added: 0, removed: 0, duration: 0 };
  const things = new Map<DoneKind, Set<string>>();
  const servers = new Set<string>();
  const times = new Map<DoneKind, number>();
  for (const { call, state } of calls) {
    done.duration += call.result?.duration ?? 0;
    const { kind, what, server, added, removed } = callKind(call);
    if (state === 'error') done.failed++;
    else if (state === 'denied') done.denied++;
    else if (state !== 'ok') done.unfinished++;
    // A failed command still ran, unless it was rejected first.
    const ran = kind === 'commands' && state === 'error' && notRunReason(call.result) === null;
    if (state !== 'ok' && !ran) continue;
    done.added += added;
    done.removed += removed;
    things.set(kind, (things.get(kind) ?? new Set()).add(what));
    times.set(kind, (times.get(kind) ?? 0) + 1);
    if (server !== undefined) servers.add(server);
  }
  const counts = kinds.flatMap((kind): DoneCount[] => {
    const names = things.get(kind);
    if (!names) return [];
    const named = kind === 'server' ? servers : names;
    return [{ kind, count: names.size, name: named.size === 1 ? ([...named][0] as string) : '' }];
  });
  return { counts: shortened(counts, times), ...done };
}

function shortened(counts: DoneCount[], times: ReadonlyMap<DoneKind, number>): DoneCount[] {
  if (counts.length <= maxKinds) return counts;
  const visibleCounts = counts.filter(({ kind }) => kind !== 'other').slice(0, maxKinds - 1);
  const rest = counts.filter((count) => !visibleCounts.includes(count));
  const count = rest.reduce((sum, { kind }) => sum + (times.get(kind) ?? 0), 0);
  return [...visibleCounts, { kind: 'other', count, name: '' }];
}
