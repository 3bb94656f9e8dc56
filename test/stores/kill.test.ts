// Real processes, killed with SIGKILL at any moment while they append, spill, rename and delete. More of them with
// THROUGHLINE_TESTS=long; THROUGHLINE_SEED selects the moments. A kill loses nothing in the system's cache, so the data
// need no disk.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { checkData } from '../../electron/stores/check/check.ts';
import type { RuntimeStore } from '../../electron/stores/runtimeStore.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { type BusyChild, compileBusyChild, startBusyChild } from '../support/busyChildren.ts';
import { type BusyWord, contentOf } from '../support/busyWords.ts';
import { cite } from '../support/cite.ts';
import { hashTree } from '../support/hashTree.ts';
import { asNew, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore, placeOf } from '../support/openStore.ts';
import { createDice } from '../support/powerLoss.ts';
import { okValue } from '../support/result.ts';
import { resultBytes } from '../support/resultBytes.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { volume } from '../support/volume.ts';

const kills = volume({ short: 4, all: 8, long: 210 });
const slots = 3;
const seed = Number(process.env.THROUGHLINE_SEED ?? 1);

/** What is known of one conversation after each child. */
interface Known {
  /** Acknowledged messages, in order; `null` for an attempt with an unknown result. */
  messages: { label: string; id: string | null }[];
  titles: string[];
  state: 'there' | 'perhaps' | 'gone';
}

function note(known: Map<string, Known>, common: string, words: readonly BusyWord[]): void {
  for (const [at, { what, conversation, label, done, id }] of words.entries()) {
    if (conversation === common) continue;
    const it: Known = known.get(conversation) ?? { messages: [], titles: [''], state: 'there' };
    known.set(conversation, it);
    const isCut = !done && at === words.length - 1;
    if (what === 'append' && (done || isCut)) it.messages.push({ label, id: id ?? null });
    if (what === 'title' && done) it.titles = [label];
    if (what === 'title' && isCut) it.titles.push(label);
    if (what === 'delete' && (done || isCut)) it.state = done ? 'gone' : 'perhaps';
  }
}

/** An interrupted action is there or not; from then on that is known. */
async function look(store: RuntimeStore, id: string, it: Known): Promise<number> {
  const branch = await store.readBranch(id);
  if (!branch.ok) {
    expect([it.state, branch.error.code]).not.toContain('there');
    expect(branch.error.code).toBe('CONVERSATION_NOT_FOUND');
    it.state = 'gone';
    return 0;
  }
  expect(it.state).not.toBe('gone');
  it.state = 'there';
  const { messages, meta } = branch.value;
  expect(it.titles).toContain(meta.title);
  const labels = new Map(messages.map((message) => [labelOf(message), message.id]));
  it.messages = it.messages.filter(({ label, id: own }) => own !== null || labels.has(label));
  expect(messages.map(labelOf)).toEqual(it.messages.map(({ label }) => label));
  for (const [at, { id: acknowledged }] of it.messages.entries()) {
    if (acknowledged !== null) expect(messages[at]?.id).toBe(acknowledged);
  }
  for (const message of messages.slice(-3)) await expectWhole(store, id, message);
  return messages.length;
}

function labelOf({ content }: Message): string {
  return String(content).slice(0, String(content).indexOf(' '));
}

async function expectWhole(store: RuntimeStore, conversation: string, message: Message): Promise<void> {
  if (message.role !== 'tool') return expect(message.content).toBe(contentOf(labelOf(message), false));
  const bytes = await resultBytes(store, conversation, message.id);
  expect(bytes.toString('utf8')).toBe(contentOf(labelOf(message), true));
}

test(cite(
  ['STORE-2', 'STORE-12'],
  'processes killed again and again at any moment lose nothing acknowledged',
), async () => {
  const {
    dataDir,
    projectId,
    conversationId: common,
  } = await openConversation({
    dataDir: join(tempFolder(), 'data'),
  });
  const cache = tempFolder();
  await compileBusyChild(cache);
  const dice = createDice(seed);
  const known = new Map<string, Known>();
  const ofCommon: BusyWord[][] = [];
  const count = { kills: 0, acknowledged: 0, records: 0 };

  async function work(slot: number): Promise<void> {
    let own: string[] = [];
    let next = start(slot, own);
    while (count.kills < kills) {
      const child: BusyChild = next;
      await child.ready;
      await sleep(dice(4) === 0 ? dice(120) : dice(25));
      await child.kill();
      count.kills++;
      const mine = new Set([...own, ...child.words.map(({ conversation }) => conversation)]);
      mine.delete(common);
      note(known, common, child.words);
      ofCommon.push(child.words.filter(({ conversation }) => conversation === common));
      count.acknowledged += child.words.filter(({ done }) => done).length;
      const { store } = openStore({ dataDir });
      for (const id of mine) count.records += await look(store, id, known.get(id) as Known);
      await store.close();
      own = [...mine].filter((id) => known.get(id)?.state === 'there').slice(-4);
      next = start(slot, own);
    }
    await next.kill();
    note(known, common, next.words);
    ofCommon.push(next.words.filter(({ conversation }) => conversation === common));
  }

  function start(slot: number, own: readonly string[]): BusyChild {
    const name = `${slot}x${count.kills}`;
    return startBusyChild(cache, dataDir, projectId, name, String(seed + count.kills * 7 + slot), common, ...own);
  }

  await Promise.all(Array.from({ length: slots }, (_, slot) => work(slot)));
  expect(count.kills).toBeGreaterThanOrEqual(kills);
  expect(count.acknowledged).toBeGreaterThan(count.kills);

  const { store } = openStore({ dataDir });
  for (const [id, it] of known) count.records += await look(store, id, it);
  const all = okValue(await store.readBranch(common)).messages;
  for (const words of ofCommon) {
    const acknowledged = words.flatMap(({ id }) => id ?? []);
    const places = acknowledged.map((id) => all.findIndex((message) => message.id === id));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
  expect(new Set(all.map(labelOf)).size).toBe(all.length);
  for (const message of all) await expectWhole(store, common, message);

  // Everything continues from there, and a repair leaves nothing that was deleted.
  for (const id of [common, ...known.keys()].filter((candidate) => known.get(candidate)?.state !== 'gone')) {
    const last = okValue(await store.appendConversationMessage(id, asNew(userMessage('goes-on after it'))));
    const rows = JSON.parse(readFileSync(placeOf(dataDir, projectId, id).messagesPath, 'utf8')) as Message[];
    expect(rows.at(-1)).toEqual(last);
  }
  await store.close();
  const later = { now: () => new Date(Date.now() + 3_600_000), elapsed: () => 0, wait: async () => {} };
  await checkData(dataDir, null, { repair: true }, { clock: later });
  const { problems } = await checkData(dataDir, null, { repair: false }, { clock: later });
  // The children write only results, without the call.
  expect(
    problems.filter(({ what }) => !/^This is the result of a missing call .*; it is not sent\.$/.test(what)),
  ).toEqual([]);
  const left = Object.keys(hashTree(dataDir, (path) => path.startsWith('set-aside') || path.startsWith('locks')));
  expect(left.filter((path) => path.includes('.tmp-'))).toEqual([]);
  const gone = [...known].filter(([, { state }]) => state === 'gone').map(([id]) => id);
  expect(left.filter((path) => gone.some((id) => path.includes(id)))).toEqual([]);
  console.log(
    `${count.kills} kills, ${count.acknowledged} acknowledged, ${count.records} records looked at, ` +
      `${gone.length} conversations deleted; none lost (seed ${seed})`,
  );
}, 1_800_000);
