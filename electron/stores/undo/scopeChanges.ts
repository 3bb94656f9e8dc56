// The combined changes of all calls in a scope, in start order.

import { callKey } from '../../../shared/conversation/event.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ChangeDirection, ChangeScope } from '../../ports/changes.ts';
import type { EntryChange, ReadContent, RestoreStep } from '../../ports/folderTree.ts';
import type { DataFolder } from '../dataFolder.ts';
import { type CallChanges, type CallFilesDeps, type CallRun, readCallChanges } from './callChanges.ts';
import type { CallLocation } from './callFiles.ts';
import { netChanges, reverseChange } from './netChanges.ts';
import type { UndoneCalls } from './undoneCalls.ts';

export interface MarkedCall extends CallLocation {
  key: string;
  agent?: string;
}

export interface CallInScope extends MarkedCall, CallChanges {
  isUndone: boolean;
  isPartialUndo: boolean;
  /** Some changes were made in a former folder of the conversation and are left out. */
  wasElsewhere: boolean;
}

export const outsideReason = say`Some of these changes were made in a folder that this conversation no longer uses. They are left unchanged.`;

/** For a path whose last change may not be a call's. */
export const unsureReason = say`The app closed while the call was running, and this was changed later, perhaps by someone else. It is left unchanged.`;

export interface ScopeChanges {
  all: CallInScope[];
  /** Those that match the direction. */
  meant: CallInScope[];
  net: EntryChange[];
  steps: RestoreStep[];
  unsure: EntryChange[];
  read: ReadContent;
  notCovered: string[];
}

/** Undo data of the calls; calls without any are skipped. */
export async function readScopedCalls(
  { data, beside, files }: { data: DataFolder; beside: UndoneCalls; files: CallFilesDeps },
  { calls, elsewhere = [] }: ChangeScope,
): Promise<Result<CallInScope[]>> {
  const scopedCalls: CallInScope[] = [];
  const undone = new Map<string, Set<string>>();
  for (const { conversationId, messageId, index, isPartialUndo = false } of calls) {
    const place = await data.locate(conversationId);
    if (!place.ok) return place;
    const here = undone.get(conversationId) ?? new Set(await beside.undone(place.value));
    undone.set(conversationId, here);
    const call = { paths: place.value, messageId, index };
    const read = await readCallChanges(files, call);
    const key = callKey(call);
    if (!read) continue;
    const runs = read.runs.filter(({ root }) => !elsewhere.includes(root));
    const wasElsewhere = runs.length < read.runs.length;
    const notCovered = [...read.notCovered, ...(wasElsewhere ? [outsideReason.text] : [])];
    scopedCalls.push({ ...call, ...read, runs, notCovered, key, isUndone: here.has(key), isPartialUndo, wasElsewhere });
  }
  return ok(scopedCalls);
}

/** `all` includes both undone and active calls. */
export function computeScopeChanges(
  all: CallInScope[],
  direction: ChangeDirection,
  which: 'meant' | 'all' = 'meant',
): ScopeChanges {
  const meant = which === 'all' ? all : all.filter(({ isUndone }) => isUndone === (direction === 'redo'));
  const unknown = new Set(meant.flatMap(({ runs }) => runs.flatMap(({ unsure }) => unsure)));
  const forward = netChangesOf(meant);
  const changes = direction === 'undo' ? forward.map(reverseChange) : forward;
  const net = changes.filter(({ path }) => !unknown.has(path));
  return {
    all,
    meant,
    net,
    steps: net.map(({ path, before, after }) => ({ path, from: before, to: after })),
    unsure: changes.filter(({ path }) => unknown.has(path)),
    read: contentReaderOf(meant),
    notCovered: uncoveredNotesOf(meant),
  };
}

export function netChangesOf(calls: readonly CallInScope[]): EntryChange[] {
  const runs = calls.flatMap((call) => call.runs).sort(byBeginning);
  return netChanges(runs.flatMap(({ changes }) => changes));
}

function byBeginning(a: CallRun, b: CallRun): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.n - b.n;
}

export function contentReaderOf(calls: readonly CallInScope[]): ReadContent {
  return (hash) => {
    const call = calls.find(({ has }) => has(hash));
    if (!call?.read) throw new Error('it is not kept');
    return call.read(hash);
  };
}

export function uncoveredNotesOf(calls: readonly CallInScope[]): string[] {
  return [...new Set(calls.flatMap(({ notCovered }) => notCovered))];
}

export function hasChanges({ runs }: CallChanges): boolean {
  return runs.some(({ changes }) => changes.length > 0);
}
