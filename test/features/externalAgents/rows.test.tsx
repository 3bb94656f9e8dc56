// Calls of an external agent in the transcript: those of its sub-agents in the box of the call that started them, its
// to-do lists, files, and paths relative to its folder.

import { expect, test } from 'vitest';
import { externalAgentScenes } from '../../../e2e/gallery/features/externalAgents/scenes.ts';
import { callLine } from '../../../renderer/core/calls/callLine.ts';
import {
  type CallRef,
  callsOfItems,
  reuseItems,
  type TranscriptItem,
  transcriptItems,
} from '../../../renderer/core/calls/items.ts';
import { revealMessage } from '../../../renderer/core/state/revealMessage.ts';
import { rowIndexOf } from '../../../renderer/features/chat/transcript/rows.ts';
import { RowContent } from '../../../renderer/features/chat/transcript/TranscriptRow.tsx';
import { callKey } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { joinSession, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';
import { rows, stateOf } from '../../support/transcriptRows.ts';

const scene = externalAgentScenes.agentNested?.();
const messages = (scene?.conversation?.messages ?? []) as Message[];
const key = (messageId: string, index = 0): string => callKey({ messageId, index });
const groups = (items: readonly TranscriptItem[]): CallRef[] =>
  items.flatMap((item) => (item.type === 'calls' ? item.calls : []));

test(cite('ACP-1', 'calls of a sub-agent are below the call that started it, and in no row of their own'), () => {
  const items = transcriptItems(messages);
  expect(groups(items).map((call) => call.key)).toEqual([key('m1'), key('m6'), key('m6', 1)]);
  expect(groups(items)[0]?.nested?.map((call) => call.key)).toEqual([key('m2'), key('m2', 1)]);
  expect(callsOfItems(items)).toHaveLength(5);
  const list = rows(messages);
  expect(list[rowIndexOf(list, key('m2', 1))]?.key).toBe(key('m1'));
});

test(cite('ACP-1', 'what an agent thought before a call of its sub-agent is shown above it, in the box'), async () => {
  const thought = messages.map((message) =>
    message.id === 'm2' ? { ...message, reasoning: 'The handler counts rows.', callsLeftOut: true as const } : message,
  ) as Message[];
  const items = transcriptItems(thought);
  expect(groups(items).map((call) => call.key)).toEqual([key('m1'), key('m6'), key('m6', 1)]);
  expect(groups(items)[0]?.nested?.map((call) => call.reasoning)).toEqual(['The handler counts rows.', undefined]);
  expect(items.flatMap((item) => (item.type === 'note' ? item.message.id : []))).toEqual(['m2']);
  const { session } = await openScene();
  session.view.setState({ openCalls: { [key('m1')]: true }, openParts: { m2: true } });
  const markup = rows(thought, { openCalls: { [key('m1')]: true } }).map((row) =>
    staticMarkup(session, <RowContent row={row} idle />),
  );
  expect(wordsOf(markup.join('\n'))).toMatch(/Ran agent.*The handler counts rows\..*Read src\/health\.ts/);
});

test('a parent that is not loaded leaves the calls as rows', () => {
  const later = messages.filter(({ id }) => id !== 'm1' && id !== 'm3');
  expect(groups(transcriptItems(later)).map((call) => call.key)).toContain(key('m2'));
});

test('a result of a nested call makes its parent another row, and nothing else', () => {
  const without = messages.filter(({ id }) => id !== 'm5');
  const before = transcriptItems(without);
  const [outer, other] = groups(before);
  const after = groups(reuseItems(before, transcriptItems(messages)));
  expect(after[0]).not.toBe(outer);
  expect(after[0]?.nested?.[0]).toBe(outer?.nested?.[0]);
  expect(after[0]?.nested?.[1]?.result?.id).toBe('m5');
  expect(after[1]).toBe(other);
  expect(reuseItems(before, transcriptItems(without))).toEqual(before);
  expect(groups(reuseItems(before, transcriptItems(without)))[0]).toBe(outer);
});

test('a nested call that waits keeps the row of its parent on the page', () => {
  const waiting = rows(messages, {
    stateOf: (call) => (call.key === key('m2') ? 'waiting' : stateOf(call)),
    openCalls: { [key('m1')]: true },
  });
  expect(waiting.filter(({ waits }) => waits).map((row) => row.key)).toEqual([key('m1')]);
});

async function openScene() {
  if (!scene?.conversation) throw new Error('no scene');
  const joined = joinSession({ snapshot: snapshotFixture(), conversations: [scene.conversation] });
  joined.session.connection.start();
  await settled();
  joined.session.actions.show('current');
  await settled();
  return joined;
}

test(cite('ACP-1', 'an agent’s box has its sub-agent’s calls, its to-do list and its files'), async () => {
  const { session } = await openScene();
  expect(await revealMessage(session, 'm2', { callIndex: 1 })).toBe(true);
  const { openCalls } = session.view.getState();
  expect(openCalls).toMatchObject({ [key('m1')]: true, [key('m2', 1)]: true });
  session.view.setState({ openCalls: { ...openCalls, [key('m6')]: true, [key('m6', 1)]: true } });
  const list = rows(messages, { openCalls: session.view.getState().openCalls });
  const markup = list.map((row) => staticMarkup(session, <RowContent row={row} idle />));
  const [outer = ''] = markup.filter((one) => one.includes('data-nested-calls'));
  expect(wordsOf(outer)).toMatch(/Ran agent: Find the slow query.*Read src\/health\.ts.*grep -rn count src/);
  const all = wordsOf(markup.join('\n'));
  expect(all).toContain('Compare src/health.ts with its test');
  expect(all).toContain('src/health.ts:12');
  expect(all).toContain('1 of 2 done');
  expect(all).not.toContain('/home/mei/src/harbour-api');
});

test.each([
  ['Read /home/mei/a/src/x.ts', 'Read src/x.ts'],
  ['Compare /home/mei/a/x.ts with /home/mei/a/y.ts', 'Compare x.ts with y.ts'],
  ['Read /srv/home/mei/a/x.ts and /home/mei/ab/x.ts', 'Read /srv/home/mei/a/x.ts and /home/mei/ab/x.ts'],
  ['/home/mei/a', '.'],
])('the title %s reads %s in the folder /home/mei/a', (title, expected) => {
  const args = JSON.stringify({ title });
  expect(callLine({ name: 'think', arguments: args, folder: '/home/mei/a' }, 'running')).toBe(expected);
});

test('only paths lose the folder: a pattern stays as it is', () => {
  const search = { name: 'grep', arguments: JSON.stringify({ pattern: '/home/mei/a/x', path: '/home/mei/a/src' }) };
  const line = callLine({ ...search, folder: '/home/mei/a' }, 'ok');
  expect(line).toContain('/home/mei/a/x');
  expect(line).not.toContain('/home/mei/a/src');
});
