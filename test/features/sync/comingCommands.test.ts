// Commands of the terminal on conversations that are still on another machine: each fetches the one first, with a line on
// standard error.

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import { createComingFetch } from '../../../electron/features/sync/coming/comingFetch.ts';
import { createRowsToCome } from '../../../electron/features/sync/coming/comingRows.ts';
import { createSyncEngine } from '../../../electron/features/sync/engine/syncEngine.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import type { RuntimeStore } from '../../../electron/stores/runtimeStore.ts';
import { ok } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { asNew, assistantMessage, userMessage } from '../../support/messageBuilder.ts';
import { quickPlace } from '../../support/quickPlace.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, shiftedClock, testSpace } from '../../support/sync/syncDevice.ts';
import { createTestSealer } from '../../support/sync/testSealer.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const place = mkdtempSync(join(quickPlace(), 'coming-'));
const folder = join(place, 'project');
afterAll(() => rmSync(place, { recursive: true, force: true }));

let before: Promise<string> | null = null;

/** Data with a project. */
async function dataWithProject(): Promise<string> {
  const dataDir = join(place, 'data');
  mkdirSync(folder);
  await commandHere(['run', '-p', 'Before', '--data', dataDir, '--project', folder]);
  return dataDir;
}

function copyOf(dataDir: string): string {
  const copy = `${tempFolder()}/data`;
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

/** A machine that knows of a conversation and has none of its messages. Both have the same project in the same folder. */
async function machine() {
  const remote = createMemoryRemote();
  before ??= dataWithProject();
  const a = openDevice('a', remote.connect(), { dataDir: copyOf(await before) });
  const [project] = await a.store.listProjects();
  const dataDir = copyOf(await before);
  const { conversationId: id } = okValue(await a.store.createConversation(project?.id ?? ''));
  okValue(await a.store.appendConversationMessage(id, asNew(userMessage('How do tides work?'))));
  okValue(await a.store.appendConversationMessage(id, asNew(assistantMessage('The moon pulls.'))));
  okValue(await a.engine.syncNow());
  const b = openDevice(
    'b',
    remote.connect((_call, name) => (name.includes('/c/') ? 'refuse' : null)),
    { dataDir },
  );
  await b.engine.syncNow();
  await b.close();
  let isOffline = false;
  const connect = (core: Core): void => {
    const store = core.store as RuntimeStore;
    const engine = createSyncEngine({
      ...{ store, dataDir, disk: nodeDisk, space: testSpace, sealer: createTestSealer('b') },
      ...{ remote: remote.connect(() => (isOffline ? 'refuse' : null)), clock: shiftedClock(0) },
      timers: { set: () => null, clear: () => {} },
    });
    const rows = createRowsToCome(nodeDisk, dataDir, async () => true);
    store.setMissingFiles({
      attachment: engine.fetchAttachment,
      result: engine.fetchResult,
      runsElsewhere: () => false,
      conversation: createComingFetch(rows, { readOnly: null, engine, connectAccount: async () => ok(engine) }),
      rows: rows.all,
      row: rows.one,
    });
  };
  return {
    id,
    run: (...args: string[]) => commandHere([...args, '--data', dataDir, '--project', folder], {}, '', '.', connect),
    setOffline(now: boolean) {
      isOffline = now;
    },
  };
}

const fetching = 'Fetching “How do tides work?” from your other machines…\n';

const commands: [name: string, args: (id: string) => string[], printed: string][] = [
  ['show', (id) => ['show', id.slice(0, 8)], 'The moon pulls.'],
  ['export', (id) => ['export', id, '--to', 'markdown'], 'The moon pulls.'],
  ['run --resume', (id) => ['run', '--resume', id, '-p', 'Hello'], ''],
  ['run --continue', () => ['run', '--continue', '-p', 'Hello'], ''],
  ['chat --continue', () => ['chat', '--continue'], ''],
  ['tag', (id) => ['tag', 'add', id, 'sea'], ''],
];

test.each(commands)(
  cite('SYNC-6', '%s fetches a conversation that is still to come first'),
  async (_name, args, printed) => {
    const { id, run, setOffline } = await machine();
    setOffline(true);
    const refused = await run(...args(id));
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr.startsWith(fetching)).toBe(true);
    expect(refused.stderr).toContain('This conversation is not on this machine yet: ');
    setOffline(false);
    const done = await run(...args(id));
    expect([done.code, done.stderr.startsWith(fetching)]).toEqual([0, true]);
    expect(done.stdout).toContain(printed);
    const again = await run('show', id);
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(again.stdout).toContain('The moon pulls.');
  },
);
