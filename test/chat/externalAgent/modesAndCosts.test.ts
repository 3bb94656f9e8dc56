import { describe, expect, test } from 'vitest';
import type { AgentTurnEnd } from '../../../electron/ports/externalAgents.ts';
import type { AgentOption } from '../../../shared/features/externalAgents/externalAgent.ts';
import { agentConversation, announced } from '../../support/agentConversation.ts';
import { cite } from '../../support/cite.ts';
import { endTurn, type ScriptedAgentsOptions } from '../../support/scriptedAgents.ts';

const mode: AgentOption = {
  id: 'mode',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  current: 'build',
  choices: ['build', 'plan', 'yolo'].map((value) => ({ value, name: value })),
};

describe('plan mode and costs of an external agent', () => {
  test(
    cite('ACP-1', 'plan mode sets the agent’s own mode for planning, and the mode before it afterwards'),
    async () => {
      const current: (string | undefined)[] = [];
      const { app, id, agents } = await agentConversation(
        async ({ says }): Promise<AgentTurnEnd> => {
          current.push(agents.current('mode'));
          await says({ type: 'text', text: 'Done.' });
          return endTurn;
        },
        { options: [mode] },
      );
      for (const approvalMode of ['plan', 'plan', 'ask', 'ask'] as const) {
        await app.call('conversation.configure', { conversationId: id, approvalMode });
        expect(await app.turn(id, approvalMode)).toBe('done');
      }
      expect(current).toEqual(['plan', 'plan', 'build', 'build']);
      expect(agents.prompts).toHaveLength(4);
      expect(app.rows(id).filter(({ partType }) => partType === 'note')).toEqual([]);
    },
  );

  test(
    cite('ACP-1', 'an agent without a mode for planning is not taken for one that plans: a note says so, once'),
    async () => {
      const answer: ScriptedAgentsOptions['answer'] = async ({ says }) => {
        await says({ type: 'text', text: 'Done.' });
        return endTurn;
      };
      const { app, id } = await agentConversation(answer, { options: [{ ...mode, choices: [] }] });
      await app.call('conversation.configure', { conversationId: id, approvalMode: 'plan' });
      await app.turn(id, 'one');
      await app.turn(id, 'two');
      const notes = app.rows(id).filter(({ partType }) => partType === 'note');
      expect(notes.map(({ content }) => content)).toEqual([expect.stringContaining('Odd offers no plan mode')]);
    },
  );

  test(
    cite('ACP-1', 'the cost that an agent reports with its context counts, each turn by what it added'),
    async () => {
      const { app, id } = await agentConversation(async ({ says }, count) => {
        const usage = (amount: number) =>
          says({ type: 'usage', usage: { contextUsed: 1, contextSize: 2, cost: { amount, currency: 'USD' } } });
        await usage(count - 0.75);
        await says({ type: 'text', text: 'hi' });
        await usage(count - 0.5);
        return count === 2
          ? { reason: 'failed', error: { code: 'AGENT_FAILED', message: 'x' } }
          : { ...endTurn, usage: { inputTokens: 3 } };
      });
      await app.turn(id, 'one');
      await app.turn(id, 'two');
      const replies = app.rows(id).flatMap((row) => (row.role === 'assistant' && row.usage ? [row.usage] : []));
      expect(replies).toMatchObject([{ inputTokens: 3, reportedCost: 0.5 }, { reportedCost: 1 }]);
    },
  );

  test(cite('ACP-1', 'a spending limit that is reached ends the run before another prompt'), async () => {
    const { app, id, agents } = await agentConversation(async ({ says }) => {
      await says({ type: 'text', text: 'hi' });
      return { ...endTurn, usage: { cost: { amount: 2, currency: 'USD' } } };
    });
    await app.call('settings.update', { patch: { spendLimit: { day: null, conversation: 1 } } });
    expect(await app.turn(id, 'one')).toBe('done');
    expect(await app.turn(id, 'two')).toBe('error');
    expect(agents.prompts).toHaveLength(1);
    expect(app.rows(id).at(-1)).toMatchObject({ partType: 'error', error: { code: 'SPEND_LIMIT_REACHED' } });
    expect(app.events.filter((event) => JSON.stringify(event).includes('is unknown, so spending limits'))).toEqual([]);
  });

  test(cite('ACP-1', 'of many announced calls only new ones are shown, and all are recorded'), async () => {
    let count = 0;
    const { app, id } = await agentConversation(async ({ says }) => {
      for (let batch = 0; batch < 10; batch++) {
        await says(...Array.from({ length: 40 }, () => announced(`c${count++}`)));
      }
      return endTurn;
    });
    expect(await app.turn(id, 'go')).toBe('done');
    const events = app.events.filter((event) => JSON.stringify(event).includes('"reply.call"'));
    expect(events.length).toBeLessThanOrEqual(400);
    expect(app.rows(id).filter(({ role }) => role === 'tool')).toHaveLength(400);
  });
});
