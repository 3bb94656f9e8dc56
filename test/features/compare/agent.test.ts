// An external agent as a contestant: in its own worktree, next to a model, and continued with its session.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { gitEnvironment, gitProject } from '../../support/gitProject.ts';
import { createScriptedAgents, endTurn } from '../../support/scriptedAgents.ts';

test(
  cite('AGENT-5', 'an agent and a model answer the same message; the conversation continues with the agent’s session'),
  async () => {
    const { folder } = gitProject();
    const agents = createScriptedAgents({
      answer: async ({ says }, count) => {
        if (count === 1) writeFileSync(path.join(agents.opened[0]?.folder ?? '', 'a.txt'), 'by the agent\n');
        await says({ type: 'text', text: `Agent’s answer ${count}.` });
        return endTurn;
      },
    });
    const app = await startTestApp({
      externalAgents: agents,
      otherwise: { text: 'I am a model.' },
      folder,
      env: gitEnvironment(),
    });
    const { startProjectId } = await app.call('app.open', {});
    await app.call('project.trust', { projectId: startProjectId ?? '', trusted: true });
    const id = await app.start();
    await app.turn(id, 'hello');
    const model = (name: string) => ({ model: { provider: 'environment', model: name }, modelOptions: {} });
    const agent = (name: string) => ({ model: agentModelRef(name), modelOptions: {} });
    const wish = { conversationId: id, text: 'write it', attachments: [], bring: false, overLimit: false };
    // It may change files without asking, so it never works in the folder itself; and it must be ready to run.
    for (const [name, edits, status, problem] of [
      ['odd', false, 'idle', 'Here it needs a worktree.'],
      ['none', true, 'idle', 'not set up on this machine'],
      ['odd', true, 'missing', 'Odd is not installed.'],
      ['odd', true, 'unapproved', 'Odd has not been allowed to run yet.'],
    ] as const) {
      agents.setStatus(status);
      const contestants = [agent(name), model('fake-model')];
      const refused = await app.client.call('compare.start', { ...wish, contestants, edits });
      expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining(problem) } });
    }
    agents.setStatus('idle');
    const contestants = [agent('odd'), model('fake-model')];
    const { compareId } = await app.call('compare.start', { ...wish, contestants, edits: true });
    const named = { conversationId: id, compareId };
    const look = async () => (await app.call('compare.look', named)).contestants;
    await expect
      .poll(async () => (await look()).map(({ state, problem }) => [state, problem]), { timeout: 20_000 })
      .toEqual([
        ['done', null],
        ['done', null],
      ]);
    const prompt = JSON.stringify(agents.prompts[0]);
    expect(prompt).toContain('write it');
    expect(prompt).toContain('hello');
    expect(await look()).toMatchObject([{ hasAnswer: true, outputTokens: 0 }, { hasAnswer: true }]);
    expect(agents.opened[0]?.folder).toMatch(/\.worktrees\/.*write-it-odd$/);
    const contestantIds = (await look()).map(({ conversationId }) => conversationId);
    const opened = contestantIds.map((conversationId) => app.call('conversation.open', { conversationId }));
    expect((await Promise.all(opened)).map(({ title }) => title)).toEqual(['Odd', 'fake-model']);

    const [first] = await look();
    expect(await app.call('compare.adopt', { ...named, contestantId: first?.conversationId ?? '' })).toEqual({
      hasChanges: true,
    });
    expect(await app.turn(id, 'and now?')).toBe('done');
    expect(agents.opened.at(-1)).toMatchObject({ previous: 's1', conversationId: id });
    const { messages } = await app.call('conversation.open', { conversationId: id });
    const replies = messages.flatMap((message) =>
      message.role === 'assistant' && message.partType === undefined ? [message.content] : [],
    );
    expect(replies).toEqual(['I am a model.', 'Agent’s answer 1.', 'Agent’s answer 2.']);
  },
);
