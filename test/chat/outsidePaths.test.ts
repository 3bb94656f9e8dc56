import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../shared/core/sentence.ts';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';

const call = (name: string, args: unknown) => ({ calls: [{ id: '1', name, arguments: JSON.stringify(args) }] });

async function outside(): Promise<TestApp & { id: string; file: string }> {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const folder = path.join(path.dirname(app.folder), 'outside');
  mkdirSync(folder);
  const file = path.join(folder, 'notes.txt');
  writeFileSync(file, 'what stands outside\n');
  return { ...app, id: await app.start(), file };
}

async function asked(app: TestApp & { id: string }, name: string, args: unknown) {
  app.model.push(call(name, args), { text: 'ok' });
  const waiting = app.event('call.waiting');
  const from = app.events.length;
  await app.call('run.send', { conversationId: app.id, text: 'go' });
  const { approval } = await waiting;
  return {
    approval,
    async answer(decision: 'allow' | 'deny') {
      await app.call('approval.answer', { conversationId: app.id, approvalId: approval.approvalId, decision });
      await app.event('run.ended', undefined, from);
      const row = app.rows(app.id).findLast((message) => message.role === 'tool');
      return row?.role === 'tool' ? row : null;
    },
  };
}

test(
  cite('TOOL-2', 'a place outside asks with its real path even in the mode that never asks, and is read when allowed'),
  async () => {
    const app = await outside();
    symlinkSync(app.file, path.join(app.folder, 'innocent.md'));
    const first = await asked(app, 'read_file', { path: 'innocent.md' });
    expect(first.approval.preview).toMatchObject({
      type: 'text',
      text: `Read ${app.file} (outside the project folder)`,
    });
    expect(textOf(first.approval.reason)).toContain(app.file);
    expect((await first.answer('allow'))?.content).toContain('what stands outside');
    const second = await asked(app, 'read_file', { path: '../outside/notes.txt' });
    const refused = await second.answer('deny');
    expect(refused?.outcome).toBe('denied');
    expect(refused?.content).not.toContain('what stands outside');
  },
);

test(
  cite('TOOL-2', 'a place outside is never allowed everywhere: at most in the conversation, where it then applies'),
  async () => {
    const app = await outside();
    const { approval, answer } = await asked(app, 'read_file', { path: '../outside/notes.txt' });
    expect(approval.readsPass).toBeUndefined();
    const remember = (scope: 'always' | 'conversation') => ({
      conversationId: app.id,
      approvalId: approval.approvalId,
      decision: 'allow' as const,
      remember: { offer: 1, scope },
    });
    await expect(app.call('approval.answer', remember('always'))).rejects.toThrow(
      'can only be allowed in this conversation or project, not everywhere',
    );
    await app.call('approval.answer', remember('conversation'));
    await app.event('run.ended');
    app.model.push(call('read_file', { path: '../outside/notes.txt' }), { text: 'ok' });
    const from = app.events.length;
    await app.call('run.send', { conversationId: app.id, text: 'again' });
    await app.event('run.ended', undefined, from);
    expect(app.rows(app.id).filter(({ role }) => role === 'tool')).toHaveLength(2);
    expect(answer).toBeDefined();
  },
);

test(cite('TOOL-2', 'a link redirected during the approval leads nowhere'), async () => {
  const app = await outside();
  const secret = path.join(path.dirname(app.file), 'secret.txt');
  writeFileSync(secret, 'the secret');
  const link = path.join(app.folder, 'link');
  symlinkSync(app.file, link);
  for (const [name, args] of [
    ['read_file', { path: 'link' }],
    ['write_file', { path: 'link', content: 'x' }],
  ] as const) {
    const question = await asked(app, name, args);
    rmSync(link);
    symlinkSync(secret, link);
    const result = await question.answer('allow');
    expect(result?.outcome).toBe('error');
    expect(result?.content).toContain('now points elsewhere');
    rmSync(link);
    symlinkSync(app.file, link);
  }
  expect(readFileSync(secret, 'utf8')).toBe('the secret');
});

test(
  cite('TOOL-3', "the app's own data is not written, whatever is allowed, and the user is not asked to allow it"),
  async () => {
    const app = await outside();
    const target = path.join(app.dataDir, 'permissions.json');
    app.model.push(call('write_file', { path: target, content: '{}' }), { text: 'ok' });
    await app.turn(app.id, 'go');
    const row = app.rows(app.id).findLast((message) => message.role === 'tool');
    expect(row).toMatchObject({ outcome: 'error', details: { errorCode: expect.stringMatching(/^PATH_/) } });
    expect(
      app.events.some(({ event }) => event.type === 'call.waiting' && event.approval.toolName === 'write_file'),
    ).toBe(false);
  },
);
