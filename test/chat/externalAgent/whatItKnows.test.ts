import { cpSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AgentTurnEnd } from '../../../electron/ports/externalAgents.ts';
import { agentConversation, announced, chooseAgent } from '../../support/agentConversation.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { createScriptedAgents, endTurn } from '../../support/scriptedAgents.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const failed: AgentTurnEnd = { reason: 'failed', error: { code: 'AGENT_FAILED', message: 'It broke.' } };

/** Another start of the app on what is on disk now, as after a kill. */
async function restarted(dataDir: string, app: TestApp, agents: ReturnType<typeof createScriptedAgents>) {
  return startTestApp({ dataDir, folder: app.folder, model: app.model, externalAgents: agents });
}

describe('what an agent’s session knows', () => {
  test(cite('ACP-2', 'a prompt that failed is part of the next one, with the history that it contained'), async () => {
    const { app, id, agents } = await agentConversation(async ({ says }, count) => {
      if (count === 1) return failed;
      await says({ type: 'text', text: 'Both.' });
      return endTurn;
    });
    await chooseAgent(app, id, null);
    app.model.push({ text: 'From the model.' });
    await app.turn(id, 'zero');
    await chooseAgent(app, id, 'odd');
    expect(await app.turn(id, 'FIRST')).toBe('error');
    expect(await app.turn(id, 'SECOND')).toBe('done');
    expect(await app.turn(id, 'THIRD')).toBe('done');
    const [, second, third] = agents.prompts;
    expect(second?.[0]).toMatchObject({ type: 'embedded', text: expect.stringContaining('From the model.') });
    expect(second?.[1]).toEqual({ type: 'text', text: 'FIRST\n\nSECOND' });
    expect(third).toEqual([{ type: 'text', text: 'THIRD' }]);
    expect(agents.opened.map(({ previous }) => previous)).toEqual([null, 's1', 's1']);
  });

  test(cite('ACP-2', 'after a kill the agent receives a prompt again unless it answered it'), async () => {
    const copies = [tempFolder(), tempFolder()].map((folder) => path.join(folder, 'data'));
    let app: TestApp | null = null;
    const keep = (at: number): void => cpSync(app?.dataDir ?? '', copies[at] ?? '', { recursive: true });
    const first = await agentConversation(
      async ({ says }, count) => {
        if (count === 1) return endTurn;
        keep(0);
        await says({ type: 'text', text: 'I begin.' }, announced('c1', { status: 'in_progress' }));
        keep(1);
        return endTurn;
      },
      { keeps: true },
    );
    app = first.app;
    await app.turn(first.id, 'zero');
    await app.turn(first.id, 'one');
    await app.close();
    for (const [at, expected] of ['one\n\ntwo', 'two'].entries()) {
      const agents = createScriptedAgents({ answer: async () => endTurn, keeps: true, knows: ['s1'] });
      const after = await restarted(copies[at] ?? '', app, agents);
      await after.call('conversation.open', { conversationId: first.id });
      expect(await after.turn(first.id, 'two')).toBe('done');
      expect(agents.opened[0]?.previous).toBe('s1');
      expect(agents.prompts).toEqual([[{ type: 'text', text: expected }]]);
      await after.close();
    }
  });

  test(
    cite('ACP-2', 'a session that knows a removed reply is not continued, even if the app was killed in it'),
    async () => {
      const copy = path.join(tempFolder(), 'data');
      let app: TestApp | null = null;
      const first = await agentConversation(
        async ({ says }) => {
          await says({ type: 'text', text: 'REMOVED' }, announced('c1', { status: 'in_progress' }));
          cpSync(app?.dataDir ?? '', copy, { recursive: true });
          return endTurn;
        },
        { keeps: true },
      );
      app = first.app;
      await app.turn(first.id, 'one');
      await app.close();
      const agents = createScriptedAgents({ answer: async () => endTurn, keeps: true, knows: ['s1'] });
      const after = await restarted(copy, app, agents);
      await after.call('conversation.open', { conversationId: first.id });
      const question = after.rows(first.id).find((row) => row.role === 'user');
      const from = after.events.length;
      await after.call('run.regenerate', { conversationId: first.id, messageId: question?.id ?? '' });
      await after.event('run.ended', () => true, from);
      expect(agents.opened[0]?.previous).toBeNull();
      expect(agents.prompts).toEqual([[{ type: 'text', text: 'one' }]]);
    },
  );
});
