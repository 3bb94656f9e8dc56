// A session longer than the first view's part: its end is there immediately, the rest follows, and additions are read
// from its end only.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { sessionHome, type Turn } from '../../support/sessionHome.ts';
import { diskFolder } from '../../support/tempFolder.ts';

const long = 'soundings of the outer roads '.repeat(1500);
const turn = (n: number): Turn => ({
  asked: `Question ${n}`,
  command: `sound ${n}`,
  printed: `${n} ${long}`,
  said: `Answer ${n}`,
});
/** More than eight megabytes: 45 kB of each turn are in the file twice. */
const turns = Array.from({ length: 110 }, (_, n) => turn(n));

test(cite('INTEROP-9', 'the end of a long session comes before the rest, with the same IDs, and grows at its end'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(diskFolder());
  const file = home.claude(1, turns);
  expect(statSync(file).size).toBeGreaterThan(9e6);
  const app = await startTestApp({ env: { HOME: home.home, CLAUDE_CONFIG_DIR: '' } });
  await app.call('inPlace.show', { program: 'claude-code', shown: true });
  const [row] = (await app.call('inPlace.list', {})).rows;
  const conversationId = row?.conversationId ?? '';
  const open = () => app.call('conversation.open', { conversationId, tail: 40 });

  const first = await open();
  expect(first.messages.at(-1)?.content).toBe('Answer 109');
  const exported = await app.call('conversation.export', { conversationId, to: 'markdown', cursor: null });
  expect(exported.text).toContain('Question 0');
  await expect.poll(async () => (await open()).notices).toEqual([]);
  const whole = await open();
  expect(whole.messages.map(idOf)).toEqual(first.messages.map(idOf));
  const stored = (): Message[] =>
    JSON.parse(
      readFileSync(
        path.join(app.dataDir, 'projects/inplace-claude-code/conversations', conversationId, 'messages.json'),
        'utf8',
      ),
    );
  expect(stored()).toHaveLength(4 * turns.length);
  const before = stored();

  home.growClaude(file, 1, [turn(110)]);
  await app.event('message.appended', ({ message }) => message.content === 'Answer 110');
  expect(stored().slice(0, before.length)).toEqual(before);
  expect(stored()).toHaveLength(before.length + 4);

  // An app that rewound: what it removed is not kept at the end.
  writeFileSync(
    file,
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, 4 * 108)
      .join('\n')
      .concat('\n'),
  );
  await app.event('branch.changed');
  await expect.poll(async () => (await open()).messages.at(-1)?.content).toBe('Answer 107');
});

function idOf({ id }: Message): string {
  return id;
}
