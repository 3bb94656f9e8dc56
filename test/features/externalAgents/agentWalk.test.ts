// Random walks: messages to an agent and to a model, stops, rewinds, and kills of either process at any moment. After each
// step the log reads back with everything that was said, and the next request to one of our models is valid and begins
// with it.

import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Message, textOf } from '../../../shared/conversation/message.ts';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { cite } from '../../support/cite.ts';
import { throughline } from '../../support/commandLine.ts';
import { ownModel } from '../../support/externalAgents/agentApp.ts';
import { type BuiltApp, startBuiltApp } from '../../support/externalAgents/builtApp.ts';
import { expectSaid } from '../../support/externalAgents/soundConversation.ts';
import type { RequestBody } from '../../support/fakeReply.ts';
import { openAiRuleBreaks } from '../../support/openAiRules.ts';
import { createDice } from '../../support/powerLoss.ts';
import { volume } from '../../support/volume.ts';

const turns = [
  'say',
  'think+say',
  'read+say',
  'edit',
  'write+say',
  'run+say',
  'fail',
  'plan+search',
  'subagent+say',
  'title+usage',
];
const steps = ['agent', 'agent', 'agent', 'model', 'stop', 'killAgent', 'killHost', 'killIdle', 'rewind'] as const;

interface Walk {
  app: BuiltApp;
  id: string;
  /** Texts of the user on the branch, in order. */
  said: string[];
  count: number;
}

async function branch({ app, id }: Walk): Promise<Message[]> {
  return (await app.call('conversation.open', { conversationId: id, tail: 5000 })).messages;
}

async function say(walk: Walk, rest: string): Promise<number> {
  const text = `words_${++walk.count}_`;
  const from = walk.app.events().length;
  await walk.app.call('run.send', { conversationId: walk.id, text: `${text}\n${rest}` });
  walk.said.push(text);
  return from;
}

async function toAgent(walk: Walk, rest: string): Promise<number> {
  await walk.app.call('conversation.configure', { conversationId: walk.id, model: agentModelRef(walk.app.agentId) });
  return say(walk, rest);
}

async function expectDone({ app }: Walk, from: number): Promise<void> {
  const { end, error } = await app.event('run.ended', from);
  expect(end, JSON.stringify(error)).toBe('done');
}

async function step(walk: Walk, kind: (typeof steps)[number], dice: (below: number) => number): Promise<void> {
  const { app, id } = walk;
  if (kind === 'agent') {
    const from = await toAgent(walk, `!${turns[dice(turns.length)]} a.txt`);
    await expectDone(walk, from);
  } else if (kind === 'model') {
    await app.call('conversation.configure', { conversationId: id, model: ownModel });
    await expectDone(walk, await say(walk, 'for a model'));
  } else if (kind === 'rewind') {
    const users = (await branch(walk)).filter(({ role }) => role === 'user');
    const place = dice(users.length || 1);
    const target = users[place];
    if (!target) return;
    await app.call('conversation.rewind', { conversationId: id, messageId: target.id, files: false });
    walk.said.length = walk.said.findIndex((words) => textOf(target).includes(words));
  } else if (kind === 'killIdle') {
    await app.killAgent();
  } else {
    const from = await toAgent(walk, '!think+say+read+wait a.txt');
    // Anywhere in the turn.
    if (dice(2) === 0) await app.event('call.started', from);
    await wait(dice(60));
    if (kind === 'stop') await app.call('run.stop', { conversationId: id });
    if (kind === 'killAgent' && !(await app.killAgent())) {
      // It was not started yet.
      await app.event('call.started', from);
      await app.killAgent();
    }
    if (kind !== 'killHost') {
      await app.event('run.ended', from);
      return;
    }
    await app.killHost();
    await app.startHost();
  }
}

/** Checks the log and the next request; starts no run. */
async function check(walk: Walk): Promise<void> {
  const { app, id, said } = walk;
  const texts = (await branch(walk)).filter(({ role }) => role === 'user').map((message) => textOf(message));
  expect(texts.map((text) => text.split('\n')[0])).toEqual(said);
  await app.call('conversation.configure', { conversationId: id, model: ownModel });
  const { body } = await app.call('conversation.request', { conversationId: id, text: 'and now?' });
  expect(openAiRuleBreaks(body)).toEqual([]);
  expectSaid(body as RequestBody, [...said, 'and now?']);
}

test(cite(
  ['ACP-1', 'ACP-2'],
  'whatever is killed or stopped, nothing that was said is lost and no conversation is wedged',
), { timeout: 600_000 }, async () => {
  const walks = volume({ short: 1, all: 3, long: 40 });
  for (let number = 0; number < walks; number++) {
    const seed = Number(process.env.THROUGHLINE_SEED ?? Math.floor(Math.random() * 1_000_000)) + number;
    console.log(`walk of seed ${seed}`);
    const dice = createDice(seed);
    const app = await startBuiltApp({ settings: { approvalMode: 'ask' } });
    const walk: Walk = { app, id: await app.start(), said: [], count: 0 };
    for (let at = 0; at < volume({ short: 5, all: 24 }); at++) {
      const kind = steps[dice(steps.length)] ?? 'agent';
      await step(walk, kind, dice)
        .then(() => check(walk))
        .catch((error: unknown) => {
          throw new Error(`seed ${seed}, step ${at}: ${kind}: ${String(error)}`, { cause: error });
        });
    }
    await expectDone(walk, await toAgent(walk, '!say the end'));
    app.model.assertNoViolations();
    await app.stop();
    const { code, stdout } = await throughline(['check', '--data', app.dataDir]);
    expect(`${code} ${stdout}`).toMatch(/^0 /);
  }
});
