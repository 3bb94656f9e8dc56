// The list and Activity: how they show a conversation while its answers run.

import { expect, test } from 'vitest';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { gitEnvironment, gitProject } from '../../support/gitProject.ts';

test(
  cite('AGENT-5', 'running answers are shown in the compared conversation, which waits while one of them waits'),
  async () => {
    const args = JSON.stringify({ path: 'a.txt', content: 'new' });
    const app = await startTestApp({
      otherwise: ({ model }) =>
        model === 'alpha'
          ? [{ calls: [{ id: 'c', name: 'write_file', arguments: args }] }]
          : [{ text: 'So' }, { hang: true }],
      folder: gitProject().folder,
      env: gitEnvironment(),
    });
    const { startProjectId } = await app.call('app.open', {});
    await app.call('project.trust', { projectId: startProjectId ?? '', trusted: true });
    const conversationId = await app.start();
    const named = (model: string) => ({ model: { provider: 'environment', model }, modelOptions: {} });
    const { compareId } = await app.call('compare.start', {
      ...{ conversationId, text: 'write it', attachments: [], edits: true, bring: false, overLimit: false },
      contestants: [named('alpha'), named('beta')],
    });
    const listed = async () => (await app.call('app.open', {})).conversations.map(({ id, activity }) => [id, activity]);
    const { contestants } = await app.call('compare.look', { conversationId, compareId });
    const [alpha, beta] = contestants.map((each) => each.conversationId);
    await expect
      .poll(async () => (await app.call('activity.open', {})).activities, { timeout: 20_000 })
      .toMatchObject([
        {
          conversationId,
          startedAt: expect.any(String),
          asks: [],
          agents: expect.arrayContaining([
            expect.objectContaining({
              conversationId: alpha,
              title: 'alpha',
              compare: { compareId, asks: [{ id: expect.any(String), kind: 'approval' }] },
            }),
            expect.objectContaining({ conversationId: beta, title: 'beta', compare: { compareId, asks: [] } }),
          ]),
        },
      ]);
    await expect.poll(listed).toEqual([[conversationId, 'waiting']]);
    await app.call('run.stop', { conversationId: alpha ?? '' });
    await expect.poll(listed).toEqual([[conversationId, 'running']]);
    await app.call('compare.stop', { conversationId, compareId });
    await expect.poll(listed).toEqual([[conversationId, 'idle']]);
    expect((await app.call('activity.open', {})).activities).toEqual([]);
  },
);
