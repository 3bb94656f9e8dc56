import { cpSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import type { AgentCall, AgentTurnEnd, AgentUpdate } from '../../../electron/ports/externalAgents.ts';
import { agentCallKinds, agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { createDice } from '../../support/powerLoss.ts';
import { createScriptedAgents, endTurn } from '../../support/scriptedAgents.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { volume } from '../../support/volume.ts';

const statuses: AgentCall['status'][] = ['pending', 'in_progress', 'completed', 'failed'];

function randomUpdate(random: (below: number) => number, phrase: string): AgentUpdate {
  const id = ['', 'a', 'b', 'ü 中', 'c'.repeat(300), 'call_x'][random(6)] as string;
  const status = statuses[random(4)] as AgentCall['status'];
  const rawInput = [undefined, null, 'text', [1], { command: 'ls' }, { path: 'a.txt', '\ud800': '\ud800\u0000' }][
    random(6)
  ];
  const content = [
    [],
    [{ type: 'text' as const, text: phrase }],
    [{ type: 'diff' as const, path: 'a', oldText: null, newText: 'x' }],
  ][random(3)] as AgentCall['content'];
  const kind = agentCallKinds[random(agentCallKinds.length)] ?? 'other';
  switch (random(8)) {
    case 0:
    case 1:
      return { type: 'text', text: `${phrase} `, ...(random(2) === 0 ? { messageId: String(random(3)) } : {}) };
    case 2:
      return { type: 'thought', text: 'Hm. ' };
    case 3:
    case 4:
      return { type: 'call', call: { id, title: 'T\u0000', kind, status, content, locations: [], rawInput } };
    case 5:
      return { type: 'call_update', call: { id, status, ...(random(2) === 0 ? { content } : {}) } };
    case 6:
      return { type: 'plan', entries: [{ content: phrase, priority: 'low', status: 'pending' }] };
    default:
      return { type: 'notice', text: phrase, level: 'info' };
  }
}

const ends: AgentTurnEnd[] = [
  endTurn,
  { reason: 'max_tokens' },
  { reason: 'refusal' },
  { reason: 'cancelled' },
  { reason: 'max_turn_requests' },
  { reason: 'failed', error: { code: 'AGENT_FAILED', message: 'It died.' }, gone: true },
];

async function choose(app: TestApp, conversationId: string, isAgent: boolean): Promise<void> {
  await app.call('conversation.configure', { conversationId, model: isAgent ? agentModelRef('odd') : null });
}

const seeds = Array.from({ length: volume({ short: 6, all: 60, long: 2000 }) }, (_, at) => at + 1);

describe('random walks', () => {
  test.each(seeds)(
    cite(
      'ACP-2',
      'after any updates and switches, a model gets a valid request that begins with what was said (seed %i)',
    ),
    async (seed) => {
      const random = createDice(seed);
      const spoken: string[] = [];
      const agents = createScriptedAgents({
        keeps: seed % 2 === 0,
        async answer({ says }, count) {
          for (let batch = random(6); batch >= 0; batch--) {
            await says(
              ...Array.from({ length: random(7) }, (_, at) => randomUpdate(random, `said-${count}-${batch}-${at}`)),
            );
          }
          const last = `last words ${count}.`;
          spoken.push(last);
          await says({ type: 'text', text: last });
          return ends[random(ends.length)] as AgentTurnEnd;
        },
      });
      const app = await startTestApp({ externalAgents: agents, settings: { approvalMode: 'all' } });
      const id = await app.start();
      for (let step = 0; step < 7; step++) {
        if (random(4) === 0) agents.kill();
        const isAgent = step === 0 || (step < 6 && random(3) > 0);
        await choose(app, id, isAgent);
        const question = `question ${step}.`;
        spoken.push(question);
        if (!isAgent) app.model.push({ text: `answer ${step}.` });
        await app.turn(id, question);
      }
      // The fake server refuses a request that breaks a rule.
      const sent = JSON.stringify(app.model.requests.at(-1)?.body ?? app.model.requests.at(-1));
      expect(sent).toContain('question 0.');
      expect(spoken.filter((words) => !sent.includes(words))).toEqual([]);
      expect(app.rows(id).at(-1)).toMatchObject({ role: 'assistant', content: 'answer 6.' });
    },
  );

  test(
    cite('ACP-1', 'a kill of the app in a turn leaves the text that was shown, and the call interrupted'),
    async () => {
      const copy = path.join(tempFolder(), 'copy');
      const agents = createScriptedAgents({
        async answer({ says, parts }, count) {
          if (count > 1) {
            await says({ type: 'text', text: JSON.stringify(parts) });
            return endTurn;
          }
          const call = { id: 'c1', title: 'T', kind: 'execute' as const, content: [], locations: [] };
          await says(
            { type: 'call', call: { ...call, status: 'in_progress' } },
            { type: 'text', text: 'Said meanwhile.' },
          );
          await says({ type: 'call', call: { ...call, id: 'c2', status: 'in_progress' } });
          await says({ type: 'text', text: 'Then ' }, { type: 'text', text: 'this.' });
          await says({ type: 'call_update', call: { id: 'c2', status: 'completed' } });
          cpSync(app.dataDir, copy, { recursive: true });
          return endTurn;
        },
      });
      const app = await startTestApp({ externalAgents: agents });
      const id = await app.start();
      await choose(app, id, true);
      await app.turn(id, 'go');
      await app.close();
      agents.kill();
      const again = await startTestApp({ externalAgents: agents, dataDir: copy, folder: app.folder });
      const opened = await again.call('conversation.open', { conversationId: id });
      expect(opened.reply?.text).toBe('Then this.');
      expect(opened.openCalls).toMatchObject([{ index: 0, state: 'unknown' }]);
      const [open] = opened.openCalls;
      const choice = { conversationId: id, messageId: open?.messageId ?? '', index: 0 };
      const refused = await again.client.call('call.resolve', { ...choice, choice: 'run_again' });
      expect(refused).toMatchObject({ ok: false, error: { code: 'NOT_SUPPORTED' } });
      await again.turn(id, 'and now?');
      const rows = again.rows(id);
      expect(rows.find((row) => row.content === 'Then this.')).toMatchObject({ finishReason: 'interrupted' });
      expect(rows.find((row) => row.role === 'tool' && row.tool_call_id === 'c1')).toMatchObject({
        outcome: 'interrupted',
      });
      expect(rows.at(-1)?.content).toContain('Then this.');
    },
  );

  test(cite('ACP-1', 'a flood of updates is stored whole without blocking the app'), { tags: ['all'] }, async () => {
    const count = 100_000;
    const agents = createScriptedAgents({
      async answer({ says }) {
        await says({
          type: 'call',
          call: { id: 'c', title: 'T', kind: 'other', status: 'in_progress', content: [], locations: [] },
        });
        for (let at = 0; at < count; at += 500) {
          await says(
            ...Array.from(
              { length: 500 },
              (_, more): AgentUpdate =>
                more % 2 === 0
                  ? { type: 'text', text: `${at + more} of a long text, ` }
                  : { type: 'call_update', call: { id: 'c', title: `T${at + more}` } },
            ),
          );
        }
        return endTurn;
      },
    });
    const app = await startTestApp({ externalAgents: agents });
    const id = await app.start();
    await choose(app, id, true);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    expect(await app.turn(id, 'go')).toBe('done');
    delay.disable();
    process.stdout.write(
      `flood: longest block ${Math.round(delay.max / 1e6)} ms, mean ${Math.round(delay.mean / 1e6)} ms\n`,
    );
    expect(app.rows(id).at(-1)?.content?.length).toBeGreaterThan(count * 10);
    expect(app.rows(id).at(-1)?.content).toContain(`${count - 2} of a long text, `);
  });
});
