// Agents that break the protocol, hang, flood or die, as real ones were seen to do (the sources are in
// test/support/oddAgent): each ends in a record, or in a sentence that names the agent.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { AgentUpdate } from '../../electron/ports/externalAgents.ts';
import { textOf } from '../../shared/core/sentence.ts';
import { type AgentsHere, agentsHere, keepingHandlers, prompted, saidIn } from '../support/agentsHere.ts';
import { cite } from '../support/cite.ts';
import { oddAgentCommand } from '../support/oddAgent/startOddAgent.ts';
import { goneWithin, numberIn } from '../support/processes.ts';
import { errorOf, okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

const opened: AgentsHere[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ agents }) => agents.close()));
});

type Odd = NonNullable<Parameters<typeof oddAgentCommand>[0]['odd']>;

/** An agent that is allowed to run, as the only one of its app. */
async function odd(...oddities: Odd) {
  const here = agentsHere();
  opened.push(here);
  const sessions = path.join(here.dataDir, 'sessions');
  mkdirSync(sessions, { recursive: true });
  const id = await here.add(oddAgentCommand({ sessions, odd: oddities }));
  return { here, id };
}

async function oddSession(...oddities: Odd) {
  const { here, id } = await odd(...oddities);
  return { here, id, session: okValue(await here.open(id)) };
}

const noticesIn = (updates: readonly AgentUpdate[]): string[] =>
  updates.flatMap((update) => (update.type === 'notice' ? [textOf(update.text)] : []));

describe('starting', () => {
  test(
    cite('ACP-1', 'other output, missing fields and methods of its own do not keep an agent from working'),
    async () => {
      const oddities: Odd[] = [
        ['banner', 'json-logs', 'garbage', 'bad-utf8'],
        ['pretty-initialize'],
        ['auth-untyped', 'no-capabilities'],
        ['unasked-notifications', 'unasked-requests'],
      ];
      await Promise.all(
        oddities.map(async (names) => {
          const { session } = await oddSession(...names);
          const { end, said } = await prompted(session, '!say Grüße 你好');
          expect(end, names.join()).toMatchObject({ reason: 'end_turn' });
          expect(said()).toBe('Grüße 你好');
        }),
      );
    },
  );

  test(cite('ACP-1', 'one that cannot be used is a sentence that names it and the reason'), async () => {
    const sentences: [Odd[number], string, string][] = [
      [
        'other-version',
        'AGENT_FAILED',
        'Odd speaks version 2 of the Agent Client Protocol. This app speaks version 1.',
      ],
      ['version-text', 'AGENT_FAILED', 'Odd answered in a way that is not the Agent Client Protocol.'],
      ['dies-at-initialize', 'AGENT_FAILED', 'Odd stopped: the process ended with code 1. Its last output: '],
      ['initialize-error', 'AGENT_FAILED', 'Odd answered with an error: '],
      ['auth-required', 'AGENT_SIGNED_OUT', 'Odd is not signed in. It offers: '],
      ['auth-none', 'AGENT_SIGNED_OUT', 'Odd is not signed in. Sign in with its own program, then try again.'],
      ['new-root', 'AGENT_FAILED', '--dangerously-skip-permissions cannot be used with root'],
      ['new-missing-program', 'AGENT_FAILED', 'Odd answered with an error: '],
      ['new-without-id', 'AGENT_FAILED', 'Odd opened a session without an ID.'],
    ];
    await Promise.all(
      sentences.map(async ([oddity, code, sentence]) => {
        const { here, id } = await odd(oddity);
        const error = errorOf(await here.open(id));
        expect(error.code, oddity).toBe(code);
        expect(error.message).toContain(sentence);
        const info = await here.agents.find(id);
        expect(info?.status).toBe(code === 'AGENT_SIGNED_OUT' ? 'signed_out' : 'failed');
        expect(info?.problem && textOf(info.problem)).toContain(sentence);
      }),
    );
  });

  test(cite('ACP-1', 'a start is stopped with its run, and nothing is left running'), async () => {
    const pidFile = path.join(tempFolder(), 'pid');
    const { here, id } = await odd('silent', `forks-children:${pidFile}`);
    const stop = new AbortController();
    const opening = here.open(id, { signal: stop.signal });
    const child = await numberIn(pidFile);
    expect(await here.agents.find(id)).toMatchObject({ status: 'starting' });
    stop.abort();
    expect(errorOf(await opening)).toMatchObject({ code: 'ENGINE_ABORTED' });
    expect(await here.agents.find(id)).toMatchObject({ status: 'idle' });
    await goneWithin(child, 3000);
  });

  test(cite('ACP-1', 'a start can be cancelled for all who wait for it, whichever of them began it'), async () => {
    const pidFile = path.join(tempFolder(), 'pid');
    const { here, id } = await odd('silent', `forks-children:${pidFile}`);
    const [opening, checking] = [here.open(id), here.agents.check(id)];
    const child = await numberIn(pidFile);
    await expect.poll(async () => (await here.agents.find(id))?.status).toBe('starting');
    okValue(await here.agents.cancelStart(id));
    expect(errorOf(await opening)).toMatchObject({
      code: 'ENGINE_ABORTED',
      message: 'The start of Odd was canceled.',
    });
    expect(errorOf(await checking).code).toBe('ENGINE_ABORTED');
    expect(await here.agents.find(id)).toMatchObject({ status: 'idle' });
    await goneWithin(child, 3000);
  });

  test(cite('ACP-1', 'a sign-in of the agent opens the next session; one in a terminal is a command'), async () => {
    const { here, id } = await odd('auth-required');
    expect(errorOf(await here.open(id)).code).toBe('AGENT_SIGNED_OUT');
    const signIn = (await here.agents.find(id))?.signIns.find(({ type }) => type === 'agent');
    expect(okValue(await here.agents.signIn(id, signIn?.id ?? '')).status).toBe('ready');
    okValue(await here.open(id));

    const { here: signedOut, id: third } = await odd('auth-required');
    for (const _ of [1, 2]) {
      expect(okValue(await signedOut.agents.check(third)).status, 'a check opens a session').toBe('signed_out');
    }
    await signedOut.agents.signIn(third, signIn?.id ?? '');
    const stop = new AbortController();
    stop.abort();
    expect(errorOf(await signedOut.agents.check(third, stop.signal)).code).toBe('ENGINE_ABORTED');

    const { here: elsewhere, id: other } = await odd('auth-terminal');
    const { signIns, command } = okValue(await elsewhere.agents.check(other));
    const inTerminal = signIns.find(({ type }) => type === 'terminal');
    expect(inTerminal?.command).toEqual(['env', 'ODD_LOGIN=1', ...command, '--login']);
    expect(errorOf(await elsewhere.agents.signIn(other, inTerminal?.id ?? ''))).toMatchObject({
      code: 'NOT_SUPPORTED',
    });
  });
});

describe('a turn', () => {
  test(cite('ACP-1', 'malformed, unknown, foreign and huge messages take nothing else with them'), async () => {
    const { session } = await oddSession();
    const turns: [string, string][] = [
      ['wrong-types', 'Still here.'],
      ['unknown-updates', 'Still here.'],
      ['other-session', 'For you.'],
      ['garbage-between', 'Before. After.'],
      ['split-characters', 'Grüße 🙂 你好'],
      ['bad-characters', 'Gr\ufffdsse'],
      ['unknown-request', 'Answer: "-32601"'],
      ['long-line 34', 'After the long line.'],
    ];
    const notices: string[] = [];
    for (const [turn, text] of turns) {
      const { end, said, updates } = await prompted(session, `!${turn}`);
      expect(end, turn).toMatchObject({ reason: 'end_turn' });
      expect(said()).toBe(text);
      notices.push(...noticesIn(updates));
    }
    expect(new Set(notices).size, 'one notice of a kind').toBe(notices.length);
    for (const kind of ['agent_message_chunk', 'tool_call', 'plan', 'size'])
      expect(notices).toContain(`Odd sent something that could not be read (${kind}).`);
  });

  test(cite('ACP-1', 'odd permission prompts are asked once and answered as the protocol wants'), async () => {
    const { session } = await oddSession();
    const answers: [string, string][] = [
      ['permission-no-options', 'cancelled'],
      ['permission-kind-unknown', '"optionId":"session"'],
      ['permission-duplicates', '"optionId":"same"'],
    ];
    for (const [turn, answer] of answers) {
      let askCount = 0;
      const { end, said } = await prompted(session, `!${turn}`, {
        async onPermission({ options }) {
          askCount++;
          return options[0] ? { optionId: options[0].id } : null;
        },
      });
      expect(end.reason, turn).toBe('end_turn');
      expect(askCount).toBe(1);
      expect(said()).toContain(answer);
    }
  });

  test(cite('ACP-1', 'a question that is withdrawn, or left open at the end, no longer waits'), async () => {
    const { here, session } = await oddSession();
    for (const turn of ['permission-withdrawn', 'permission-left-open']) {
      const signals: AbortSignal[] = [];
      const { end } = await prompted(session, `!${turn} ${turn}`, {
        onPermission(_request, signal) {
          signals.push(signal);
          writeFileSync(path.join(here.folder, turn), '');
          return new Promise(() => {});
        },
      });
      expect(end.reason, turn).toBe('end_turn');
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    }
  });

  test(
    cite('ACP-1', 'when the process dies, the error has its last output; the next message starts another'),
    async () => {
      const { here, id, session } = await oddSession();
      const { end, updates } = await prompted(session, '!die');
      expect(end).toMatchObject({ reason: 'failed', gone: true, error: { code: 'AGENT_FAILED' } });
      expect(end.reason === 'failed' && end.error.message).toMatch(/Odd stopped: .*134.*heap out of memory/s);
      expect(updates.at(-1)).toMatchObject({ type: 'call_update', call: { status: 'in_progress' } });
      const again = okValue(await here.open(id, { previous: session.sessionId }));
      expect(again.reached).toBe('loaded');
    },
  );

  test(cite('ACP-1', 'an error that the agent answers fails the turn, and says what could help'), async () => {
    const { here, id, session } = await oddSession();
    const failures: [string, object][] = [
      ['unknown', { code: 'AGENT_FAILED', details: { sessionLost: true } }],
      ['stop-reason-unknown', { code: 'AGENT_FAILED' }],
      ['signed-out', { code: 'AGENT_SIGNED_OUT' }],
    ];
    for (const [turn, error] of failures) {
      const { end } = await prompted(session, `!${turn}`);
      expect(end, turn).toMatchObject({ reason: 'failed', error });
      expect('gone' in end).toBe(false);
    }
    expect(await here.agents.find(id)).toMatchObject({ status: 'signed_out' });
  });

  test(
    cite('ACP-1', 'updates soon after the end are part of the turn, later ones of the conversation; none is lost'),
    async () => {
      const { here, id } = await odd();
      const handling = keepingHandlers();
      const session = okValue(await here.open(id, { handlers: handling.handlers }));
      const { said } = await prompted(session, '!after-the-end');
      await expect.poll(() => `${said()}${handling.said()}`).toBe('Before the end. After the end.');
    },
  );

  test(cite('ACP-1', 'a flood arrives complete, in batches; a slow store slows the agent'), async () => {
    const { session } = await oddSession();
    let batches = 0;
    const updates: AgentUpdate[] = [];
    const { end } = await prompted(session, '!flood 1', {
      async onUpdates(batch) {
        batches++;
        updates.push(...batch);
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
    });
    expect(end.reason).toBe('end_turn');
    expect(saidIn(updates)).toBe(`${Array.from({ length: 10_000 }, (_, n) => `${n} `).join('')}Flood over.`);
    expect(updates.filter(({ type }) => type === 'call_update')).toHaveLength(100);
    expect(batches).toBeLessThan(400);
  });
});

describe('stopping', () => {
  test(cite('ACP-1', 'an agent that ends its turn in its own way stays usable'), async () => {
    const oddities: Odd[] = [[], ['cancel-error'], ['cancel-end-turn'], ['cancel-late-updates']];
    await Promise.all(
      oddities.map(async (names) => {
        const { session } = await oddSession(...names);
        const stop = new AbortController();
        const { end } = await prompted(session, '!wait', { onUpdates: async () => stop.abort() }, stop.signal);
        expect(['cancelled', 'end_turn'], names.join()).toContain(end.reason);
        expect((await prompted(session, '!say again')).said()).toBe('again');
      }),
    );
  });

  test(cite('ACP-1', 'an agent that does not is ended with everything it started'), { tags: ['all'] }, async () => {
    const pidFile = path.join(tempFolder(), 'pid');
    const { here, id, session } = await oddSession(
      ...(['cancel-ignored', 'ignores-stdin-end', 'ignores-sigterm'] as const),
      `forks-children:${pidFile}`,
    );
    const child = await numberIn(pidFile);
    const stop = new AbortController();
    const { end } = await prompted(session, '!wait', { onUpdates: async () => stop.abort() }, stop.signal);
    expect(end).toMatchObject({ reason: 'cancelled', gone: true });
    await goneWithin(child, 3000);
    expect(okValue(await here.open(id, { previous: session.sessionId })).reached).toBe('loaded');
  });
});

describe('continuing', () => {
  /** An agent that had a session in an earlier run of the app. */
  async function restarted(oddity: Odd[number]) {
    const { here: before, id, session: earlier } = await oddSession(oddity);
    await prompted(earlier, 'remember me');
    await before.agents.close();
    const here = agentsHere({ root: path.dirname(before.dataDir) });
    opened.push(here);
    const handling = keepingHandlers();
    const session = okValue(await here.open(id, { previous: earlier.sessionId, handlers: handling.handlers }));
    return { session, handling };
  }

  test(cite('ACP-2', 'a new session says why the earlier one could not be continued'), async () => {
    const reasons: [Odd[number], RegExp][] = [
      ['no-load', /^Odd cannot continue earlier sessions\.$/],
      ['load-gone', /could not continue its earlier session: .*[Uu]nknown session/],
      ['load-partial', /could not continue its earlier session: .*without its body/],
      ['load-locked', /could not continue its earlier session: .*another process/],
    ];
    await Promise.all(
      reasons.map(async ([oddity, reason]) => {
        const { session, handling } = await restarted(oddity);
        expect(session.reached, oddity).toBe('new');
        expect(session.lost && textOf(session.lost)).toMatch(reason);
        expect((await prompted(session, '!say on')).said()).toBe('on');
        expect(handling.said()).toBe('');
      }),
    );
  });

  test(cite('ACP-2', 'a replay is handed over as it came, and never mixed into the conversation'), async () => {
    const replays: [Odd[number], number][] = [
      ['load-late', 1],
      ['load-silent', 0],
      ['load-null', 1],
    ];
    await Promise.all(
      replays.map(async ([oddity, count]) => {
        const { session, handling } = await restarted(oddity);
        expect(
          session.replay?.filter(({ type }) => type === 'user'),
          oddity,
        ).toHaveLength(count);
        expect((await prompted(session, '!say on')).said()).toBe('on');
        expect(handling.said()).toBe('');
      }),
    );
  });
});

test(cite('ACP-1', 'modes of older agents are options; a refused option is a sentence'), async () => {
  const { session } = await oddSession('modes-only');
  const mode = session.options().find(({ category }) => category === 'mode');
  const other = mode?.choices.find(({ value }) => value !== mode.current)?.value ?? '';
  okValue(await session.setOption(mode?.id ?? '', other));
  expect(session.options().find(({ id }) => id === mode?.id)?.current).toBe(other);
  expect(errorOf(await session.setOption('nothing', 'x'))).toMatchObject({ code: 'AGENT_FAILED' });
});

test(cite('ACP-1', 'sessions are listed once each, and an agent that cannot list has none'), async () => {
  const { here, session } = await oddSession('list-repeats');
  await prompted(session, 'to be listed');
  const listed = await here.agents.listSessions();
  expect(listed.map(({ sessionId }) => sessionId)).toEqual([session.sessionId]);
  await Promise.all(
    (['list-wrong', 'no-list', 'list-login'] as const).map(async (oddity) => {
      const { here: other } = await oddSession(oddity);
      expect(await other.agents.listSessions(), oddity).toEqual([]);
    }),
  );
});

test(cite('ACP-1', 'values of variables reach the agent; its file and its output have none of them'), async () => {
  const here = agentsHere();
  opened.push(here);
  const secret = 'sk-a-secret-of-the-user-123456';
  const script = "process.stderr.write('key ' + process.env.ODD_KEY + '\\n'); process.exit(3)";
  const id = await here.add([process.execPath, '-e', script], { variables: [{ name: 'ODD_KEY', value: secret }] });
  const error = errorOf(await here.open(id));
  expect(error.message).toContain('key [key removed]');
  const file = readFileSync(path.join(here.dataDir, 'external-agents.json'), 'utf8');
  expect(file).toContain('ODD_KEY');
  expect(file).not.toContain(secret);
  expect(JSON.stringify(await here.agents.list())).not.toContain(secret);
});

test(
  cite('ACP-1', 'an untrusted folder runs an agent only in the sandbox; without a folder it gets an empty one'),
  async () => {
    const { here, id } = await odd();
    const error = errorOf(await here.open(id, { trusted: false }));
    expect(error).toMatchObject({ code: 'AGENT_FAILED', details: { untrusted: true } });
    expect(okValue(await here.open(id, { folder: null })).reached).toBe('new');
    expect(existsSync(path.join(`${here.dataDir}-agents`, 'one'))).toBe(true);
  },
);
