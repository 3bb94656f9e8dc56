// What runs without asking in a project: for conversations without their own choice, over the contract of a whole app.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fail } from '../../../shared/core/errors.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

async function started(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(options);
  const conversationId = await app.start();
  const { projects } = await app.call('app.open', {});
  const project = projects.find(({ folder }) => folder === app.folder);
  if (!project) throw new Error('no project');
  const open = async (id = conversationId) => app.call('conversation.open', { conversationId: id, tail: 20 });
  const mode = async (id?: string) => (await open(id)).approvalMode;
  return { app, conversationId, projectId: project.id, mode };
}

test(cite('APPROVE-1', "a conversation without a choice uses its project's mode, else the app's"), async () => {
  const { app, conversationId, projectId, mode } = await started();
  expect(await mode()).toBe('reads');
  const chosen = await app.call('project.configure', { projectId, approvalMode: 'edits' });
  expect(chosen).toMatchObject({ approvalMode: 'edits', trusted: false });
  expect(await mode()).toBe('edits');
  const next = await app.call('conversation.create', { projectId });
  expect(await mode(next.conversationId)).toBe('edits');

  await app.call('conversation.configure', { conversationId, approvalMode: 'ask' });
  expect(await mode()).toBe('ask');
  await app.call('settings.update', { patch: { approvalMode: 'plan' } });
  expect(await mode(next.conversationId)).toBe('edits');
  await app.call('project.configure', { projectId, approvalMode: null });
  expect(await mode(next.conversationId)).toBe('plan');
  const elsewhere = await app.call('conversation.create', { projectId: null });
  expect(await mode(elsewhere.conversationId)).toBe('plan');
});

test(
  cite('APPROVE-1', 'running everything without asking is confirmed for a project too, each time again'),
  async () => {
    const asked: string[] = [];
    const confirm = {
      require(power: { sentence: string }) {
        asked.push(power.sentence);
        return fail('CONFIRMATION_NEEDED', 'Not confirmed.');
      },
      answer: async () => fail('CONFIRMATION_NEEDED', 'Not confirmed.'),
    };
    const { app, projectId, mode } = await started({ confirm });
    const refused = await app.client.call('project.configure', { projectId, approvalMode: 'all' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_NEEDED' } });
    expect(asked).toEqual([expect.stringMatching(/every tool run without asking in the project “.+”/)]);
    expect(await mode()).toBe('reads');
    for (const approvalMode of ['sandbox', 'plan', null] as const)
      await app.call('project.configure', { projectId, approvalMode });
    expect(asked).toHaveLength(1);
  },
);

test(
  cite('APPROVE-1', "it is stored with the app's data for this machine; an unknown value counts as none"),
  async () => {
    const { app, projectId } = await started();
    await app.call('project.configure', { projectId, approvalMode: 'edits' });
    const file = path.join(app.dataDir, 'projects', projectId, 'project.json');
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    const [host] = Object.keys(kept.approvalModes);
    writeFileSync(file, JSON.stringify({ ...kept, approvalModes: { [host ?? '']: 'whatever', elsewhere: 'all' } }));
    const { projects } = await app.call('app.open', {});
    expect(projects.find(({ id }) => id === projectId)).toMatchObject({ approvalMode: null });
  },
);

test('a project without a folder has none', async () => {
  const { app } = await started();
  await app.call('conversation.create', { projectId: null });
  const { projects } = await app.call('app.open', {});
  const chats = projects.find(({ folder }) => folder === null);
  const answer = await app.client.call('project.configure', { projectId: chats?.id ?? '', approvalMode: 'edits' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
});
