// Regenerating a reply that changed files: the files stay, or are restored first, as the user chooses.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { errorOf } from '../support/result.ts';

const write = (id: string, name: string, content: string) => ({
  id,
  name: 'write_file',
  arguments: JSON.stringify({ path: name, content }),
});

async function changed() {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const at = (name: string): string => path.join(app.folder, name);
  writeFileSync(at('a.txt'), 'mine');
  const id = await app.start();
  app.model.push(
    { calls: [write('1', 'a.txt', 'theirs')] },
    { calls: [write('2', 'new.txt', 'x')] },
    { text: 'Done.' },
  );
  expect(await app.turn(id, 'change it')).toBe('done');
  const messageId = app.rows(id).find(({ role }) => role === 'user')?.id ?? '';
  const again = async (files: boolean): Promise<void> => {
    const from = app.events.length;
    app.model.push({ text: 'Another.' });
    await app.call('run.regenerate', { conversationId: id, messageId, files });
    await app.event('run.ended', undefined, from);
  };
  return { app, id, at, messageId, again };
}

test(
  cite('AGENT-4', 'regenerating with restored files leaves them as they were before the replaced reply'),
  async () => {
    const { app, id, at, again } = await changed();
    await again(true);
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('mine');
    expect(existsSync(at('new.txt'))).toBe(false);
    // The new reply knows of no change; the other branch still has it, as undone.
    const asked = app.model.requests.at(-1)?.body.messages ?? [];
    expect(asked.filter(({ role }) => role === 'tool')).toEqual([]);
    expect(JSON.stringify(asked)).not.toContain('theirs');
    const { forks } = await app.call('conversation.forks', { conversationId: id });
    expect(forks.at(-1)?.branches).toHaveLength(2);
  },
);

test(cite('AGENT-4', 'regenerating without restoring keeps the files; if it fails, nothing changes'), async () => {
  const { app, id, at, again, messageId } = await changed();
  const reply = app.rows(id).at(-1)?.id ?? '';
  for (const wrong of [reply, 'nothere']) {
    const refused = await app.client.call('run.regenerate', { conversationId: id, messageId: wrong, files: true });
    expect(errorOf(refused).code).toMatch(/PARAMS_INVALID|MESSAGE_NOT_FOUND/);
  }
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('theirs');
  await again(false);
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('theirs');
  expect(existsSync(at('new.txt'))).toBe(true);
  expect(messageId).not.toBe('');
});

test(cite('AGENT-4', 'if regenerating fails, earlier undos stay undone, and nothing is recorded'), async () => {
  const { app, id, at } = await changed();
  const calls = app.rows(id).filter((row) => row.role === 'assistant' && row.tool_calls);
  const target = { type: 'call', messageId: calls[1]?.id ?? '', index: 0 } as const;
  await app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
  expect(existsSync(at('new.txt'))).toBe(false);
  const before = app.rows(id).length;
  const messageId = calls[0]?.id ?? '';
  const refused = await app.client.call('run.regenerate', { conversationId: id, messageId, files: true });
  expect(errorOf(refused).code).toBe('PARAMS_INVALID');
  expect(existsSync(at('new.txt'))).toBe(false);
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('theirs');
  expect(app.rows(id)).toHaveLength(before);
});

test(cite('AGENT-4', 'if the reply cannot start, the files are as before, including earlier undos'), async () => {
  const { app, id, at, messageId } = await changed();
  const calls = app.rows(id).filter((row) => row.role === 'assistant' && row.tool_calls);
  const target = { type: 'call', messageId: calls[1]?.id ?? '', index: 0 } as const;
  await app.call('changes.apply', { conversationId: id, target, direction: 'undo' });
  // There is nothing left to answer.
  await app.call('context.mark', { conversationId: id, messageId, hidden: true });
  const refused = await app.client.call('run.regenerate', { conversationId: id, messageId, files: true });
  expect(refused.ok).toBe(false);
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('theirs');
  expect(existsSync(at('new.txt'))).toBe(false);
});

test(cite('AGENT-4', 'if nothing was changed, regenerating with files simply regenerates'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await app.start();
  app.model.push({ text: 'One.' }, { text: 'Two.' });
  expect(await app.turn(id, 'say it')).toBe('done');
  const messageId = app.rows(id).find(({ role }) => role === 'user')?.id ?? '';
  const from = app.events.length;
  await app.call('run.regenerate', { conversationId: id, messageId, files: true });
  expect((await app.event('run.ended', undefined, from)).end).toBe('done');
  expect(app.rows(id).at(-1)?.content).toBe('Two.');
});
