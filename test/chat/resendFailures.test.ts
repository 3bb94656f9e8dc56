// Resending and regenerating have two steps: known problems are checked first, and if the second step fails and the
// first cannot be undone, that is reported.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTreeService } from '../../electron/features/branches/treeService.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { errorOf } from '../support/result.ts';
import { placesOf, startUndoApp } from '../support/undoTurns.ts';

test('a message whose attachment is missing undoes nothing and moves nothing', async () => {
  const app = await startUndoApp({ one: ['echo 1 > a.txt'] });
  const id = await app.start();
  await app.turn(id, 'one');
  const from = app.events.length;
  const gone = { hash: 'a'.repeat(64), name: 'a.png', mediaType: 'image/png', bytes: 10 };
  const messageId = placesOf(app, id).message('one');
  const params = { conversationId: id, messageId, text: 'x', attachments: [gone], files: true };
  expect(errorOf(await app.client.call('run.resend', params)).code).toBe('MESSAGE_NOT_FOUND');
  expect(readFileSync(path.join(app.folder, 'a.txt'), 'utf8')).toBe('1\n');
  const said = app.events.slice(from).map(({ event }) => event.type);
  expect(said).not.toContain('branch.changed');
  expect(said).not.toContain('changes.changed');
});

type Deps = Parameters<typeof createTreeService>;

function doorWith(unrewind: Awaited<ReturnType<Deps[2]['unrewind']>>) {
  const refused = fail('NO_MODEL', 'There is no model.');
  return createTreeService(
    { store: {} } as unknown as Deps[0],
    { isRunning: () => false, send: async () => refused, resume: async () => refused } as Deps[1],
    {
      rewind: async () => ok({ text: '', attachments: [], files: null }),
      unrewind: async () => unrewind,
      undoSince: async () => refused,
      redo: async () => refused,
    },
  );
}

const anew = { messageId: 'm', text: 'x', attachments: [], files: true };

test('a failed rollback is reported with the failure, and so are files that could not be restored', async () => {
  const back = errorOf(await doorWith(ok({ files: { done: 1, skipped: [] } })).resend('c', anew));
  expect(back).toEqual({ code: 'NO_MODEL', message: 'There is no model.' });
  const failed = errorOf(await doorWith(fail('STORE_WRITE_FAILED', 'The disk is full.')).resend('c', anew));
  expect(failed.code).toBe('NO_MODEL');
  expect(failed.message).toMatch(/There is no model\..*could not be undone: The disk is full\./);
  const skipped = [{ path: 'a.txt', reason: 'changed since' }];
  const partly = errorOf(await doorWith(ok({ files: { done: 0, skipped } })).resend('c', anew));
  expect(partly.message).toContain('a.txt');
});
