import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice } from '../../support/sync/syncDevice.ts';

/** Grow with the history. The others hold what is still to be done, or one row for each device. */
const large = ['segments', 'registers', 'conversations', 'files', 'results', 'refs'];

function executed(): Set<string> {
  const texts = new Set<string>();
  for (const name of ['all', 'get', 'run'] as const) {
    const real = StatementSync.prototype[name];
    const spy = vi.spyOn(StatementSync.prototype, name).mockImplementation(function (
      this: StatementSync,
      ...values: unknown[]
    ) {
      texts.add(this.sourceSQL);
      return Reflect.apply(real, this, values);
    } as never);
    onTestFinished(() => spy.mockRestore());
  }
  return texts;
}

test('one more message, and a look with nothing new, read no table of the state as a whole', async () => {
  const pauses: { work: () => void; ms: number }[] = [];
  const a = openDevice('a', createMemoryRemote().connect(), {
    engine: { timers: { set: (work, ms) => pauses.push({ work, ms }), clear: () => {} } },
  });
  const project = okValue(await a.store.openFolderlessProject());
  const { conversationId } = okValue(await a.store.createConversation(project.id));
  okValue(await a.store.appendConversationMessage(conversationId, asNew(userMessage('one'))));
  const idle = () =>
    new Promise<void>((resolve) => {
      const stop = a.engine.onStatus(({ state }) => {
        if (state !== 'idle') return;
        stop();
        resolve();
      });
    });
  const started = idle();
  a.engine.start();
  await started;

  const texts = executed();
  okValue(await a.store.appendConversationMessage(conversationId, asNew(userMessage('two'))));
  for (const ms of [1_000, 60_000]) {
    await expect.poll(() => pauses.some((pause) => pause.ms === ms)).toBe(true);
    const done = idle();
    pauses.find((pause) => pause.ms === ms)?.work();
    await done;
  }
  vi.restoreAllMocks();
  const state = new DatabaseSync(join(a.dataDir, 'sync-state.db'), { readOnly: true });
  onTestFinished(() => state.close());
  // The index of the list has a table of the same name, with projects.
  const ofState = [...texts].filter(
    (text) => !text.includes('projectId') && large.some((table) => new RegExp(`\\b${table}\\b`).test(text)),
  );
  expect(ofState.length).toBeGreaterThan(5);
  // A partial index has only the rows that are still to be done.
  const partial = state.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'").all();
  const scans = ofState.flatMap((text) => {
    const plan = state.prepare(`EXPLAIN QUERY PLAN ${text}`).all() as { detail: string }[];
    return plan.flatMap(({ detail }) => {
      const isLarge = large.includes(/^SCAN (\w+)/.exec(detail)?.[1] ?? '');
      const isWhole = !partial.some(({ name }) => detail.includes(`INDEX ${name}`));
      // All segments in a state are nearly all segments.
      if (text.includes('conversation = ?') && detail.includes('segmentsIn (')) return [`${detail}: ${text}`];
      return isLarge && isWhole ? [`${detail}: ${text}`] : [];
    });
  });
  expect(scans).toEqual([]);
});
