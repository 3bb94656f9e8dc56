// A log that grows after its tree was asked for: the tree follows, and nothing of what the records say is kept for it.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createOpenLog } from '../../electron/stores/log/openLog.ts';
import { memorySource } from '../../electron/stores/log/recordSource.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { conversationOf, userMessage } from '../support/messageBuilder.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('what is appended while nobody asks for the tree is not held for it, and is in it when asked', async () => {
  const log = createOpenLog({
    shape: {} as Parameters<typeof createOpenLog>[0]['shape'],
    identity: null,
    obstacle: null,
    readOnly: null,
    notices: [],
    tornNotice: null,
    source: memorySource([]),
    last: null,
    readIds: async () => new Set(),
    // Records of a size of which none is kept beside the last one.
    add: (message, start, end) => ({ start, end, message }),
  });
  expect((await log.tree()).size).toBe(0);
  const size = 20 * 1024 * 1024;
  const held: WeakRef<Message>[] = [];
  const ids: string[] = [];
  for (const [index, message] of conversationOf(Array.from({ length: 10 }, () => userMessage('said'))).entries()) {
    held.push(new WeakRef(message));
    ids.push(message.id);
    log.appended(message, index * size, (index + 1) * size);
    await log.branch(null, { tail: 1 });
  }
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(held.filter((ref) => ref.deref() !== undefined).length).toBeLessThanOrEqual(2);
  const tree = await log.tree();
  expect(ids.map((id) => tree.find(id))).toEqual(ids.map((_id, index) => index));
  expect(tree.parent(9)).toBe(8);
  expect(tree.kind(9)).toBe('said');
});
