// Everything odd that agents were seen to do in a turn: whatever it is, the record is whole, the conversation answers the
// next message, and one of our models can continue it.

import { describe, expect, test } from 'vitest';
import type { RunEnd } from '../../../shared/conversation/event.ts';
import { cite } from '../../support/cite.ts';
import { type AgentApp, ownModel, startAgentApp } from '../../support/externalAgents/agentApp.ts';
import { expectSaid, expectSound } from '../../support/externalAgents/soundConversation.ts';
import { oddTurns } from '../../support/oddAgent/oddTurns.ts';
import { openCodeTurns } from '../../support/oddAgent/openCodeTurns.ts';
import { sample, volume } from '../../support/volume.ts';

type TurnName = keyof typeof oddTurns | keyof typeof openCodeTurns;

/** Words of turns that would otherwise be larger than needed here. */
const words: Partial<Record<TurnName, string>> = { flood: '1', 'long-line': '4' };
/** They end only when the user stops them. */
const stopped: Partial<Record<TurnName, 'reply.delta' | 'call.started'>> = {
  hang: 'reply.delta',
  'answer-missing': 'reply.delta',
  'closes-input': 'reply.delta',
  'opencode-stopped': 'call.started',
};

/** How a turn ends; default: done, or stopped. */
const ends: Partial<Record<TurnName, RunEnd>> = {
  'stop-reason-unknown': 'error',
  die: 'error',
  'closes-output': 'error',
  unknown: 'error',
  'signed-out': 'error',
};

async function oddTurn(app: AgentApp, name: TurnName): Promise<void> {
  const id = await app.startWithAgent();
  const from = app.events.length;
  const ended = app.event('run.ended', undefined, from);
  await app.call('run.send', { conversationId: id, text: `first words of ${name}\n!${name} ${words[name] ?? ''}` });
  const sign = stopped[name];
  if (sign) {
    await app.event(sign, undefined, from);
    await app.call('run.stop', { conversationId: id });
  }
  const { end } = await ended;
  expect(end).toBe(ends[name] ?? (sign ? 'stopped' : 'done'));
  expectSound(await app.branch(id));

  // It is not wedged.
  expect(await app.talk(id, 'second words\n!say still here')).toEqual({ end: 'done' });
  const after = await app.branch(id);
  expectSound(after);
  // What an agent says late may arrive within the next turn.
  expect(after.at(-1)).toMatchObject({ role: 'assistant', content: expect.stringMatching(/still here$/) });

  await app.use(id, ownModel);
  app.model.push({ text: `A model of ours, after ${end}.` });
  expect(await app.talk(id, 'third words')).toEqual({ end: 'done' });
  const request = app.model.requests.at(-1)?.body;
  expectSaid(request as NonNullable<typeof request>, [
    `first words of ${name}`,
    'second words',
    'still here',
    'third words',
  ]);
  app.model.assertNoViolations();
}

const all = [...Object.keys(oddTurns), ...Object.keys(openCodeTurns)] as TurnName[];
// An agent may take ten seconds to stop: not in the short run.
const names = volume({ short: all.filter((name) => !stopped[name]), all });

describe(cite('ACP-1', 'whatever an agent does in a turn, the record is whole and the conversation continues'), () => {
  test.each(sample(6, names))('%s', async (name) => {
    const app = await startAgentApp();
    await oddTurn(app, name);
  });
});
