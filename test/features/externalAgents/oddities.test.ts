// Everything odd that agents were seen to do around a turn: at the start, when a session is opened again, at a stop.

import { describe, expect, test } from 'vitest';
import type { RunEnd } from '../../../shared/conversation/event.ts';
import { cite } from '../../support/cite.ts';
import { ownModel, startAgentApp } from '../../support/externalAgents/agentApp.ts';
import { expectSaid, expectSound } from '../../support/externalAgents/soundConversation.ts';
import { type Oddity, oddities } from '../../support/oddAgent/oddities.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { sample } from '../../support/volume.ts';

interface Expected {
  /** How the first message ends; default: done. */
  first?: RunEnd;
  /** How the message after the agent was killed ends; default: done. */
  again?: RunEnd;
  value?: string;
  /** The turn of the first message, stopped while it runs. */
  stop?: true;
}

const refused: Expected = { first: 'error', again: 'error' };

const expected: Partial<Record<Oddity, Expected>> = {
  'initialize-when': { value: '/' },
  'new-when': { value: '/' },
  'set-option-dies': { value: '/' },
  'other-version': refused,
  'version-text': refused,
  'dies-at-initialize': refused,
  'initialize-error': refused,
  'auth-required': refused,
  'auth-none': refused,
  'auth-fails': refused,
  'new-root': refused,
  'new-missing-program': refused,
  'new-without-id': refused,
  'new-cannot-prompt': refused,
  'cancel-ignored': { first: 'stopped', stop: true },
  'cancel-end-turn': { first: 'stopped', stop: true },
  'cancel-error': { first: 'stopped', stop: true },
  'cancel-late-updates': { first: 'stopped', stop: true },
  'cancel-wedges': { first: 'stopped', stop: true },
  'cancel-poisons': { first: 'stopped', stop: true },
};

/** They need minutes, or their own test. */
const elsewhere: readonly Oddity[] = [
  'silent',
  'pretty-initialize',
  'load-hangs',
  'forks-children',
  'ignores-stdin-end',
  'ignores-sigterm',
];

const names = (Object.keys(oddities) as Oddity[]).filter((name) => !elsewhere.includes(name));

describe(cite('ACP-2', 'the agent continues a conversation, or a new session does, or an error says why not'), () => {
  test.each(sample(10, names))('%s', async (name) => {
    const { first = 'done', again = 'done', value, stop } = expected[name] ?? {};
    const app = await startAgentApp({ odd: [value === undefined ? name : `${name}:${value}`], folder: tempFolder() });
    const id = await app.startWithAgent();
    const from = app.events.length;
    const ended = app.event('run.ended', undefined, from);
    await app.call('run.send', {
      conversationId: id,
      text: `first words\n${stop ? '!think+wait' : '!fail+say answer one'}`,
    });
    if (stop) {
      await app.event('call.started', undefined, from);
      await app.call('run.stop', { conversationId: id });
    }
    expect(await ended).toMatchObject({ end: first });

    if (first === 'done' || first === 'stopped') await app.killAgent();
    expect(await app.talk(id, 'second words\n!say answer two')).toMatchObject({ end: again });
    const messages = await app.branch(id);
    expectSound(messages);
    // A replay that differs changes nothing.
    const outcomes = messages.flatMap((message) => (message.role === 'tool' ? [message.outcome] : []));
    expect(outcomes).toEqual(first === 'done' ? ['error'] : stop ? ['cancelled'] : []);

    await app.use(id, ownModel);
    app.model.push({ text: 'Ours.' });
    expect(await app.talk(id, 'third words')).toEqual({ end: 'done' });
    const body = app.model.requests.at(-1)?.body;
    const answers = [first === 'done' ? ['answer one'] : [], again === 'done' ? ['answer two'] : []];
    const said = ['first words', ...(answers[0] ?? []), 'second words', ...(answers[1] ?? []), 'third words'];
    expectSaid(body as NonNullable<typeof body>, said);
    app.model.assertNoViolations();
  });
});
