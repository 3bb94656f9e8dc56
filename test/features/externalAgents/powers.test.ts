// Powers of an agent that are confirmed outside of the window.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fail, ok } from '../../../shared/core/errors.ts';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { createScriptedAgents, endTurn } from '../../support/scriptedAgents.ts';

const choices = (...values: string[]) => values.map((value) => ({ value, name: value }));

test(cite('ACP-2', 'a mode in which an agent may stop asking is confirmed outside of the window'), async () => {
  const asked: string[] = [];
  const agents = createScriptedAgents({
    answer: async () => endTurn,
    options: [
      {
        id: 'mode',
        name: 'Mode',
        category: 'mode',
        type: 'select',
        current: 'ask',
        choices: choices('ask', 'yolo', 'plan'),
      },
      { id: 'model', name: 'Model', category: 'model', type: 'select', current: 'a', choices: choices('a', 'b') },
      { id: 'x', name: 'X', category: 'other', type: 'boolean', current: 'false', choices: choices('false', 'true') },
    ],
  });
  const app = await startTestApp({
    externalAgents: agents,
    confirm: {
      require({ sentence }) {
        asked.push(sentence);
        return fail('CONFIRMATION_REFUSED', 'Not here.');
      },
      answer: async () => ok(undefined),
    },
  });
  const conversationId = await app.start();
  await app.call('conversation.configure', { conversationId, model: agentModelRef('odd') });
  const set = async (option: string, value: string) =>
    (await app.client.call('agent.setOption', { conversationId, option, value })).ok;
  // Before its first start, nobody knows what an option means.
  expect([await set('mode', 'yolo'), asked.length]).toEqual([false, 1]);
  await app.turn(conversationId, 'hello');
  for (const [option, value] of [
    ['mode', 'ask'],
    ['mode', 'plan'],
    ['model', 'b'],
  ] as const) {
    expect([option, value, await set(option, value)]).toEqual([option, value, true]);
  }
  expect([await set('mode', 'yolo'), await set('x', 'true'), asked.length]).toEqual([false, false, 3]);
  expect(asked[1]).toContain('Set “Mode” of the agent “odd” to “yolo”');
  const metaFile = path.join(path.dirname(app.messagesFile(conversationId)), 'meta.json');
  expect(JSON.parse(readFileSync(metaFile, 'utf8'))).toMatchObject({
    externalAgents: { odd: { options: { mode: 'plan', model: 'b' } } },
  });
});

test(cite('ACP-2', 'allowing a sandboxed agent names what the sandbox leaves open to it'), async () => {
  const asked: string[] = [];
  const app = await startTestApp({
    confirm: {
      require({ sentence }) {
        asked.push(sentence);
        return ok(undefined);
      },
      answer: async () => ok(undefined),
    },
  });
  const command = [process.execPath, 'acp'];
  const wish = { name: 'Claude', command, variables: [], sandboxed: true, receivesServers: false };
  const saved = await app.call('agent.save', { ...wish, id: 'claude' });
  await app.call('agent.approve', { agent: saved.id, fingerprint: saved.fingerprint, allow: true });
  for (const open of ['~/.claude.json', '*.anthropic.com', 'folders that you do not trust']) {
    expect(asked.at(-1)).toContain(open);
  }
});
