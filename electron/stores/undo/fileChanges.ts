// What calls changed in files, kept so that it can be undone and done again: beside each conversation, one file of notes and
// one of bytes for a call. What is undone now is a list of its own.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { callKey } from '../../../shared/conversation/event.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { createLanes } from '../../lib/lanes.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { ChangeDirection, ChangeScope, FileChanges } from '../../ports/changes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EntryChange, FolderTree, ReadContent, RestoreStep } from '../../ports/folderTree.ts';
import { type ConversationPlace, createDataFolder } from '../dataFolder.ts';
import { makeFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import { createJsonFiles } from '../files/jsonFile.ts';
import { type CallChanges, type CallFilesDeps, type CallPlace, callsIn, readCall, settleCall } from './callChanges.ts';
import { createHides } from './hides.ts';
import { netChanges, shownChanges, turned } from './netChanges.ts';
import { createSnapshots } from './snapshots.ts';
import { notWatched, watchCall } from './watchCall.ts';

export interface FileChangesDeps {
  dataDir: string;
  disk: Disk;
  clock: Clock;
  log: Log;
  /** What is never stored: the bytes of a file that has it are not kept. Nothing, when left out. */
  mask?: SecretMask;
  /** Resolves when the mask knows what to hide. */
  keysKnown?: () => Promise<void>;
  /** The person's folder. */
  tree: FolderTree;
}

const undoneSchema = z.looseObject({ v: z.number().default(1), calls: z.array(z.string()).default([]) });

interface MarkedCall extends CallPlace {
  key: string;
  agent?: string;
}

interface KnownCall extends MarkedCall, CallChanges {
  isUndone: boolean;
}

export function createFileChanges({ dataDir, disk, clock, log, tree, mask, keysKnown }: FileChangesDeps): FileChanges {
  const data = createDataFolder(dataDir, disk);
  const files = createJsonFiles(disk, () => clock.now());
  const hides = createHides(mask ?? null);
  const snapshots = createSnapshots(disk, randomBytes(4).toString('hex'), hides);
  const lanes = createLanes();
  const settled = new Set<string>();
  const deps: CallFilesDeps = { disk, tree, snapshots, hides, now: () => clock.now().toISOString() };

  const undonePath = (place: ConversationPlace): string => join(place.undo, 'undone.json');

  async function readUndone(place: ConversationPlace): Promise<string[]> {
    return (await files.read(undonePath(place), undoneSchema, () => undoneSchema.parse({}), 'undone.json')).value.calls;
  }

  /** What a crash left open. Once for each conversation: what this process begins it also ends. */
  async function settle(place: ConversationPlace): Promise<void> {
    if (settled.has(place.undo)) return;
    for (const call of await callsIn(disk, place)) await settleCall(deps, call);
    await snapshots.removeOthers(place);
    settled.add(place.undo);
  }

  /** What is kept of the calls, in their order; calls of which nothing is kept are left out. */
  async function known({ calls }: ChangeScope): Promise<Result<KnownCall[]>> {
    const found: KnownCall[] = [];
    const undone = new Map<string, Set<string>>();
    for (const { conversationId, messageId, index } of calls) {
      const place = await data.locate(conversationId);
      if (!place.ok) return place;
      const here = undone.get(conversationId) ?? new Set(await readUndone(place.value));
      undone.set(conversationId, here);
      const call = { place: place.value, messageId, index };
      const read = await readCall(deps, call);
      const key = callKey(call);
      if (read) found.push({ ...call, ...read, key, isUndone: here.has(key) });
    }
    return ok(found);
  }

  async function look(scope: ChangeScope, direction: ChangeDirection) {
    const found = await known(scope);
    if (!found.ok) return found;
    const meant = found.value.filter(({ isUndone }) => isUndone === (direction === 'redo'));
    const net = netChanges(meant.flatMap(({ changes }) => changes)).map(direction === 'undo' ? turned : same);
    const steps = net.map(({ path, before, after }): RestoreStep => ({ path, from: before, to: after }));
    return ok({ all: found.value, meant, net, steps, read: reader(meant), notCovered: told(meant) });
  }

  /** The calls that started agents which did one of `changed`, and those themselves. */
  async function withAgents(scope: ChangeScope, changed: readonly KnownCall[]): Promise<MarkedCall[]> {
    const agents = new Set(changed.map(({ place }) => place.conversationId));
    const found: MarkedCall[] = [...changed];
    for (const { conversationId, messageId, index, agent } of scope.calls) {
      if (agent === undefined || !agents.has(agent)) continue;
      const place = await data.locate(conversationId);
      if (place.ok) found.push({ place: place.value, messageId, index, agent, key: callKey({ messageId, index }) });
    }
    return found;
  }

  async function mark(calls: readonly MarkedCall[], undone: boolean): Promise<Result<void>> {
    const places = new Map(calls.map(({ place }) => [place.conversationId, place]));
    for (const [conversationId, place] of places) {
      const keys = calls.filter((call) => call.place.conversationId === conversationId).map(({ key }) => key);
      const rest = (await readUndone(place)).filter((key) => !keys.includes(key));
      const value = { v: 1, calls: undone ? [...rest, ...keys] : rest };
      const written = await files.write(undonePath(place), value, { synced: true, unreadable: false });
      if (!written.ok) return written;
    }
    return ok(undefined);
  }

  return {
    begin: ({ conversationId, messageId, index, folder }, watched) =>
      lanes.run(`begin:${conversationId}`, async () => {
        await keysKnown?.();
        const place = await data.locate(conversationId);
        if (!place.ok) return notWatched(`What this changes cannot be undone: ${place.error.message}`);
        await settle(place.value).catch((thrown: unknown) =>
          log('warning', `undo data of ${conversationId}: ${diskReason(thrown)}`),
        );
        return watchCall(deps, { place: place.value, messageId, index }, folder, watched);
      }),

    async preview(scope, direction) {
      const looked = await look(scope, direction);
      if (!looked.ok) return looked;
      const { net, steps, read, notCovered } = looked.value;
      const { conflicts, done } = await tree.check(scope.folder, steps);
      const shown = [];
      for (const change of shownChanges(net.filter(({ path }) => !done.has(path)))) {
        const conflict =
          conflicts.get(change.path) ?? (change.from === undefined ? undefined : conflicts.get(change.from));
        const file = await tree.describe(change, read, { diff: true });
        shown.push({ ...file, ...(conflict === undefined ? {} : { conflict }) });
      }
      return ok({ direction, files: shown, notCovered });
    },

    apply: (scope, direction) =>
      lanes.run(`apply:${scope.folder}`, async () => {
        const ids = new Set(scope.calls.map(({ conversationId }) => conversationId));
        try {
          for (const id of ids) {
            const place = await data.locate(id);
            if (place.ok) await settle(place.value);
            if (place.ok) await makeFolder(disk, place.value.undo, place.value.project);
          }
          for (const { conversationId, messageId, index } of scope.calls) {
            const place = await data.locate(conversationId);
            if (place.ok) await settleCall(deps, { place: place.value, messageId, index });
          }
        } catch (thrown) {
          return fail(
            'STORE_WRITE_FAILED',
            `Nothing was changed, because what was done could not be noted: ${diskReason(thrown)}.`,
          );
        }
        const looked = await look(scope, direction);
        if (!looked.ok) return looked;
        const { all, meant, net, steps, read } = looked.value;
        if (meant.every(({ changes }) => changes.length === 0))
          return fail('NOT_SUPPORTED', nothingToDo(all, direction));
        const restored = await tree.restore(scope.folder, steps, read);
        const skipped = new Set(restored.skipped.map(({ path }) => path));
        const changed = meant.filter(({ changes }) => changes.some(({ path }) => !skipped.has(path)));
        const noted = await withAgents(scope, changed);
        const marked = await mark(noted, direction === 'undo');
        if (!marked.ok) return marked;
        const done = new Set(restored.done);
        const shown = shownChanges(net.filter(({ path }) => done.has(path)));
        const described = await Promise.all(shown.map((change) => tree.describe(change, nothingRead, { diff: false })));
        return ok({
          done: shown.length,
          skipped: restored.skipped,
          files: described.map(({ path, from, kind }) => ({ path, ...(from === undefined ? {} : { from }), kind })),
          undone: noted.map(({ place, messageId, index, agent }) => ({
            conversationId: place.conversationId,
            messageId,
            index,
            ...(agent === undefined ? {} : { agent }),
            undone: direction === 'undo',
          })),
        });
      }),

    async review(scope) {
      const found = await known(scope);
      if (!found.ok) return found;
      const read = reader(found.value);
      const shown = [];
      for (const change of shownChanges(netChanges(found.value.flatMap(({ changes }) => changes)))) {
        shown.push(await tree.describe(change, read, { diff: true }));
      }
      return ok({ files: shown, notCovered: told(found.value) });
    },

    async undone(conversationId) {
      const place = await data.locate(conversationId);
      return place.ok ? readUndone(place.value) : [];
    },

    close: () => snapshots.close(),
  };
}

const same = (change: EntryChange): EntryChange => change;

const nothingRead: ReadContent = () => {
  throw new Error('it is not read');
};

function reader(calls: readonly KnownCall[]): ReadContent {
  return (hash) => {
    const call = calls.find(({ has }) => has(hash));
    if (!call?.read) throw new Error('it is not kept');
    return call.read(hash);
  };
}

function told(calls: readonly KnownCall[]): string[] {
  return [...new Set(calls.flatMap(({ notCovered }) => notCovered))];
}

function nothingToDo(calls: readonly KnownCall[], direction: ChangeDirection): string {
  if (calls.every(({ changes }) => changes.length === 0))
    return 'Nothing was kept of these changes, or there were none.';
  return direction === 'undo' ? 'These changes are undone already.' : 'These changes are not undone.';
}
