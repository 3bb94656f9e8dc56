// PERF-3: the time to build a conversation's next request as a run does: read the context, repair the sequence,
// validate it, and estimate its size. At several lengths, with and without a summary.

import { join } from 'node:path';
import type { ChatDeps } from '../../electron/chat/chatDeps.ts';
import { createAutoCompaction } from '../../electron/chat/context/autoCompaction.ts';
import { buildRequest } from '../../electron/chat/context/nextRequest.ts';
import { runSettings } from '../../electron/chat/runSettings.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { fail } from '../../shared/core/errors.ts';
import { writeLongConversation } from '../support/longConversation.ts';
import { startWalkProcess } from '../support/walkProcess.ts';
import { createScriptedModel } from '../support/walkProvider.ts';
import { count, type Figure, median, milliseconds, type Section, timed } from './figures.ts';
import { mustBeOk } from './openedStore.ts';

const rounds = 25;
const active = 2_000;

interface Times {
  first: number;
  next: number;
  /** `next` without the size estimate. */
  bare: number;
}

export async function requestBench(folder: string, scale: (size: number) => number): Promise<Section> {
  const lengths = [
    { stored: 200, kept: 200 },
    { stored: active, kept: active },
    { stored: scale(100_000), kept: active },
    { stored: scale(100_000), kept: scale(100_000) },
  ];
  const figures: Figure[] = [];
  const times: Times[] = [];
  for (const { stored, kept } of lengths) {
    const took = await measure(join(folder, `request-${stored}-${kept}`), stored, kept);
    times.push(took);
    const name =
      kept === stored
        ? `${count(stored)} stored, all of them active`
        : `${count(stored)} stored, ${count(kept)} of them active`;
    figures.push({ name: `${name}: first request after opening`, value: milliseconds(took.first) });
    const figure: Figure = {
      name: `${name}: each later request`,
      value: milliseconds(took.next),
      note: `${milliseconds(took.bare)} without the size check`,
    };
    const most = kept <= active ? 20 : 50;
    figures.push({ ...figure, promise: { row: 'PERF-3', text: `at most ${most} ms`, kept: took.next <= most } });
  }
  const ratio = (times[2]?.next ?? 0) / (times[1]?.next ?? 1);
  figures.push({
    name: `${count(lengths[2]?.stored ?? 0)} stored ÷ ${count(active)} stored, both with ${count(active)} active`,
    value: ratio.toFixed(2),
    promise: { row: 'PERF-3', text: 'flat (at most 1.5)', kept: ratio <= 1.5 },
  });
  return {
    title: 'Request',
    how: `Reading the active context, building the request and deciding whether to compact, as before every model call; median of ${rounds}.`,
    figures,
  };
}

async function measure(folder: string, stored: number, kept: number): Promise<Times> {
  const options = { messages: stored, textLength: 300, ...(kept < stored ? { keptAfterSummary: kept } : {}) };
  const { dataDir, conversationId } = writeLongConversation(join(folder, 'data'), options);
  const all: Record<keyof Times, number[]> = { first: [], next: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    const { provider } = createScriptedModel('bench', () => '');
    const process = startWalkProcess({ dataDir, disk: nodeDisk, clock: systemClock, provider, tools: [] });
    const { deps, store } = process;
    const settings = mustBeOk(
      await runSettings(deps, mustBeOk(await store.readBranch(conversationId, { tail: 1 })), {}),
    );
    await store.close();
    // A store with empty caches.
    const change = (deps: ChatDeps): ChatDeps => ({ ...deps, strict: false });
    const fresh = startWalkProcess({ dataDir, disk: nodeDisk, clock: systemClock, provider, tools: [], change });
    const append = async () => fail('INTERNAL', 'Nothing is stored here.');
    const keeper = createAutoCompaction(fresh.deps, {
      conversationId,
      settings,
      signal: new AbortController().signal,
      append,
      compactionHooks: { before: async () => null, after: async () => {} },
    });
    const build = async (): Promise<void> => void mustBeOk(await keeper.next());
    all.first.push(await timed(build));
    all.next.push(await timed(build));
    all.bare.push(
      await timed(async () =>
        buildRequest(fresh.deps, mustBeOk(await fresh.store.readBranch(conversationId, 'context')), settings),
      ),
    );
    await fresh.close();
  }
  return { first: median(all.first), next: median(all.next), bare: median(all.bare) };
}
