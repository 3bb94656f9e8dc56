import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AgentCall, AgentUpdate } from '../../../electron/ports/externalAgents.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { interruption } from '../../../shared/conversation/resume.ts';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { createScriptedAgents, endTurn, type ScriptedAgentsOptions } from '../../support/scriptedAgents.ts';

async function appWith(answer: ScriptedAgentsOptions['answer'], more: Partial<ScriptedAgentsOptions> = {}) {
  const agents = createScriptedAgents({ answer, ...more });
  const app = await startTestApp({ externalAgents: agents, settings: { approvalMode: 'ask' } });
  const id = await app.start();
  await choose(app, id, 'odd');
  return { app, id, agents };
}

async function choose(app: TestApp, conversationId: string, agent: string | null): Promise<void> {
  const model = agent === null ? null : agentModelRef(agent);
  await app.call('conversation.configure', { conversationId, model });
}

const untilAborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : new Promise((resolve) => signal.addEventListener('abort', resolve));
const call = (id: string, more: Partial<AgentCall> = {}): AgentUpdate => ({
  type: 'call',
  call: { id, title: 'A call', kind: 'other', status: 'pending', content: [], locations: [], ...more },
});
const change = (id: string, more: Partial<AgentCall>): AgentUpdate => ({ type: 'call_update', call: { id, ...more } });
const text = (words: string): AgentUpdate => ({ type: 'text', text: words });
const roles = (rows: Message[]): string[] => rows.map((row) => row.partType ?? row.role);

describe('a turn of an external agent', () => {
  test(cite('ACP-1', 'text, calls and results become records; no model of ours is asked'), async () => {
    let onDisk: Message[] = [];
    const { app, id } = await appWith(async ({ says }) => {
      await says({ type: 'thought', text: 'Hm.' }, text('I look.'));
      await says(call('c1', { kind: 'read', title: 'Read a.txt' }));
      await says(change('c1', { status: 'in_progress', rawInput: { filePath: 'a.txt' } }));
      onDisk = app.rows(id);
      await says(change('c1', { status: 'completed', content: [{ type: 'text', text: 'one' }] }));
      await says(text('It says '), text('one.'));
      return { ...endTurn, usage: { inputTokens: 10, outputTokens: 5, cost: { amount: 0.5, currency: 'USD' } } };
    });
    expect(await app.turn(id, 'look')).toBe('done');
    const rows = app.rows(id);
    expect(roles(rows)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(onDisk.at(-1)).toMatchObject({
      content: 'I look.',
      reasoning: 'Hm.',
      tool_calls: [{ id: 'c1', function: { name: 'read', arguments: '{"filePath":"a.txt"}' } }],
      external: { agentId: 'odd', sessionId: 's1' },
    });
    expect(rows[2]).toMatchObject({
      outcome: 'ok',
      content: 'one',
      toolName: 'read',
      details: { external: { agentId: 'odd', title: 'Read a.txt', kind: 'read' } },
    });
    expect(rows[3]).toMatchObject({
      content: 'It says one.',
      finishReason: 'stop',
      usage: { inputTokens: 10, outputTokens: 5, reportedCost: 0.5, cost: { usd: 0.5, by: 'reported' } },
    });
    expect(app.model.requests).toHaveLength(0);
  });

  test(cite('ACP-1', 'a turn that the agent ends after a call, or without a word, is not interrupted'), async () => {
    const { app, id } = await appWith(async ({ says }, count) => {
      if (count === 1) await says(text('I do it.'), call('c1', { status: 'completed' }));
      if (count === 2) await says({ type: 'thought', text: 'Nothing to say.' });
      if (count === 4)
        await says(text('Planned.'), {
          type: 'plan',
          entries: [{ content: 'One', status: 'pending', priority: 'low' }],
        });
      return count === 5 ? { reason: 'max_tokens' } : endTurn;
    });
    for (const message of ['one', 'two', 'three', 'four']) {
      expect(await app.turn(id, message)).toBe('done');
      expect(interruption(app.rows(id))).toBeNull();
      const note = app.rows(id).at(-1)?.content === 'Odd ended its turn without a closing reply.';
      expect(note).toBe(message !== 'four');
    }
    await app.turn(id, 'five');
    expect(interruption(app.rows(id))).toBe('request');
  });

  test(
    cite('ACP-2', 'after an agent, a model receives everything that was said, and then the agent what it missed'),
    async () => {
      const { app, id, agents } = await appWith(async ({ says }, count) => {
        await says(text('Here.'));
        if (count > 1) return endTurn;
        await says(call('c1', { status: 'in_progress' }), call('c2', { status: 'in_progress' }));
        await says(change('c2', { status: 'failed', content: [{ type: 'text', text: 'no' }] }), text('Between.'));
        await says(call('c3', { status: 'in_progress' }));
        await says(change('c1', { status: 'completed' }), change('c3', { status: 'completed' }), text('Done.'));
        return endTurn;
      });
      await app.turn(id, 'first');
      await choose(app, id, null);
      app.model.push({ text: 'From the model.' });
      expect(await app.turn(id, 'second')).toBe('done');
      const sent = JSON.stringify(app.model.requests.at(-1));
      for (const phrase of ['first', 'Between.', 'Done.', 'second']) expect(sent).toContain(phrase);
      await choose(app, id, 'odd');
      expect(await app.turn(id, 'third')).toBe('done');
      const prompt = agents.prompts.at(-1) ?? [];
      expect(prompt[0]).toMatchObject({ type: 'embedded', text: expect.stringContaining('From the model.') });
      expect(JSON.stringify(prompt[0])).not.toContain('Between.');
      expect(prompt[1]).toEqual({ type: 'text', text: 'third' });
      expect(app.rows(id).findLast((row) => row.partType === 'note')?.content).toContain('was given what was said');
    },
  );

  test(
    cite('ACP-1', 'odd orders of updates leave one result for each call, and notes about what cannot be kept'),
    async () => {
      const { app, id } = await appWith(async ({ says }) => {
        await says(change('ghost', { status: 'in_progress' }), call('c1', { status: 'completed', title: 'First' }));
        await says(change('c1', { status: 'failed' }), call('c1', { status: 'completed', title: 'Second' }));
        await says(call('p1', { title: 'Never begun' }), text('After it.'));
        await says({ type: 'plan', entries: [{ content: 'One', priority: 'high', status: 'in_progress' }] });
        await says({ type: 'title', title: 'Their title' }, { type: 'notice', level: 'info', text: 'Slow today' });
        await says(...Array.from({ length: 200 }, (_, at) => call(`many${at}`, { status: 'completed' })));
        return { reason: 'max_tokens' };
      });
      expect(await app.turn(id, 'go')).toBe('done');
      const rows = app.rows(id);
      const calls = rows.flatMap((row) => (row.role === 'assistant' ? (row.tool_calls ?? []) : []));
      const results = rows.filter((row) => row.role === 'tool');
      expect(new Set(calls.map((each) => each.id)).size).toBe(calls.length);
      expect(results.map((row) => row.tool_call_id).toSorted()).toEqual(calls.map((each) => each.id).toSorted());
      expect(Math.max(...rows.map((row) => (row.role === 'assistant' ? (row.tool_calls?.length ?? 0) : 0)))).toBe(128);
      const outcomes = Object.groupBy(results, (row) => row.outcome);
      expect(outcomes.interrupted).toHaveLength(2);
      expect(results.find((row) => row.toolName === 'todo_write')).toMatchObject({
        details: { todos: { before: [], after: [{ content: 'One', status: 'in_progress' }] } },
      });
      const notes = rows.filter((row) => row.partType === 'note').map((row) => row.content);
      expect(notes).toEqual(['Odd: Slow today', expect.stringContaining('changed a call after it had ended')]);
      expect(rows.at(-2)).toMatchObject({ content: null, finishReason: 'length' });
      expect((await app.call('conversation.open', { conversationId: id })).title).toBe('Their title');
    },
  );

  test(cite('ACP-1', 'a permission prompt has the agent’s options; a denied call is stored as denied'), async () => {
    const options = [
      { id: 'y', name: 'Yes', kind: 'allow_once' as const },
      { id: 'a', name: 'Always', kind: 'allow_always' as const },
      { id: 'n', name: 'No', kind: 'reject_once' as const },
    ];
    const answers: unknown[] = [];
    const { app, id } = await appWith(async ({ says, handlers, signal }) => {
      for (const name of ['c1', 'c2']) {
        await says(call(name, { kind: 'execute', rawInput: { command: 'make it' } }));
        answers.push(await handlers.onPermission({ call: { id: name, status: 'pending' }, options }, signal));
        await says(change(name, { status: name === 'c1' ? 'completed' : 'failed' }));
      }
      return endTurn;
    });
    const from = app.events.length;
    const turn = app.turn(id, 'go');
    const answer = async (more: object): Promise<void> => {
      const seen = answers.length;
      const { approval } = await app.event(
        'call.waiting',
        ({ approval: each }) => each.index === 0 && !done.has(each.approvalId),
        from,
      );
      done.add(approval.approvalId);
      expect(approval).toMatchObject({
        external: { agent: 'Odd', options },
        preview: { type: 'command', command: 'make it' },
      });
      const prompt = { conversationId: id, approvalId: approval.approvalId };
      expect(await app.client.call('approval.answer', { ...prompt, decision: 'allow', option: 'n' })).toMatchObject({
        ok: false,
      });
      await app.call('approval.answer', { ...prompt, decision: 'allow', ...more });
      await expect.poll(() => answers.length).toBe(seen + 1);
    };
    const done = new Set<string>();
    await answer({ option: 'a' });
    const second = answer({ decision: 'deny' });
    await second;
    expect(await turn).toBe('done');
    expect(answers).toEqual([{ optionId: 'a' }, { optionId: 'n' }]);
    const results = app.rows(id).filter((row) => row.role === 'tool');
    expect(results.map((row) => row.outcome)).toEqual(['ok', 'denied']);
    expect(results[0]?.details?.external?.permission).toEqual({ option: 'Always', kind: 'allow_always', by: 'person' });
  });

  test(cite('ACP-1', 'a denial withdraws a prompt whose refusal has the id of an option that allows'), async () => {
    const options = [
      { id: 'same', name: 'Yes', kind: 'allow_once' as const },
      { id: 'same', name: 'No', kind: 'reject_once' as const },
    ];
    const answers: unknown[] = [];
    const { app, id } = await appWith(async ({ says, handlers, signal }) => {
      for (const name of ['c1', 'c2']) {
        await says(call(name, { kind: 'execute', rawInput: { command: 'make it' } }));
        answers.push(await handlers.onPermission({ call: { id: name, status: 'pending' }, options }, signal));
        await says(change(name, { status: 'failed' }));
      }
      return endTurn;
    });
    const turn = app.turn(id, 'go');
    const seen = new Set<string>();
    for (const more of [{}, { option: 'same' }]) {
      const { approval } = await app.event('call.waiting', ({ approval: each }) => !seen.has(each.approvalId), 0);
      seen.add(approval.approvalId);
      const prompt = { conversationId: id, approvalId: approval.approvalId };
      await app.call('approval.answer', { ...prompt, decision: 'deny', ...more });
    }
    expect(await turn).toBe('done');
    expect(answers).toEqual([null, null]);
    expect(app.rows(id).flatMap((row) => (row.role === 'tool' ? [row.outcome] : []))).toEqual(['denied', 'denied']);
  });

  test(cite('ACP-1', 'files and commands of an agent go through our rules, and can be undone'), async () => {
    const seen: unknown[] = [];
    const { app, id } = await appWith(async ({ says, handlers }) => {
      const inside = path.join(app.folder, 'made.txt');
      await says(call('c1', { kind: 'edit', status: 'in_progress', locations: [{ path: inside }] }));
      seen.push(await handlers.writeTextFile(inside, 'new\n'));
      seen.push(await handlers.readTextFile(inside, { line: 1, limit: 1 }));
      seen.push(await handlers.readTextFile('/etc/hostname', {}));
      await says(change('c1', { status: 'completed' }));
      const request = { command: 'echo', args: ['hello'], environment: {}, cwd: null, outputBytes: null };
      const made = await handlers.terminals.create(request);
      if (made.ok) {
        seen.push(await handlers.terminals.waitForExit(made.value.terminalId));
        seen.push(await handlers.terminals.output(made.value.terminalId));
      } else seen.push(made);
      // The agent's own hand.
      writeFileSync(path.join(app.folder, 'own.txt'), 'own');
      return endTurn;
    });
    await app.call('conversation.configure', { conversationId: id, approvalMode: 'all' });
    const turn = app.turn(id, 'go');
    const { approval } = await app.event('call.waiting', () => true, 0);
    await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'deny' });
    expect(await turn).toBe('done');
    expect(seen).toMatchObject([
      { ok: true },
      { ok: true, value: 'new\n' },
      { ok: false },
      { ok: true, value: { exitCode: 0 } },
      { ok: true, value: { output: expect.stringContaining('hello') } },
    ]);
    const [question] = app.rows(id);
    await app.call('changes.apply', {
      conversationId: id,
      target: { type: 'turn', messageId: question?.id ?? '' },
      direction: 'undo',
    });
    expect([existsSync(path.join(app.folder, 'made.txt')), existsSync(path.join(app.folder, 'own.txt'))]).toEqual([
      false,
      false,
    ]);
  });

  test(
    cite('ACP-1', 'an agent that dies leaves the call interrupted and an error; the next message starts it again'),
    async () => {
      const { app, id, agents } = await appWith(async ({ says, signal }, count) => {
        await says(text('Working.'), call('c1', { status: 'in_progress' }));
        if (count === 1)
          return { reason: 'failed', gone: true, error: { code: 'AGENT_FAILED', message: 'It was killed.' } };
        if (count === 2) {
          await untilAborted(signal);
          return { reason: 'cancelled' };
        }
        return endTurn;
      });
      expect(await app.turn(id, 'one')).toBe('error');
      expect(roles(app.rows(id))).toEqual(['user', 'assistant', 'tool', 'error']);
      expect(app.rows(id)[2]).toMatchObject({
        outcome: 'interrupted',
        content: expect.stringContaining('It was killed'),
      });
      const stopped = app.turn(id, 'two');
      await app.event('call.started');
      await app.call('run.stop', { conversationId: id });
      expect(await stopped).toBe('stopped');
      expect(app.rows(id).at(-1)).toMatchObject({ role: 'tool', outcome: 'cancelled' });
      const [history, message] = agents.prompts[1] ?? [];
      expect(history).toMatchObject({ type: 'embedded', text: expect.stringContaining('Working.') });
      expect(message).toEqual({ type: 'text', text: 'two' });
      expect(agents.opened[1]?.previous).toBe('s1');
      const notes = app.rows(id).filter((row) => row.partType === 'note');
      expect(notes.map((row) => row.content)).toEqual([
        expect.stringContaining('could not reopen its earlier session'),
      ]);
    },
  );

  test(
    cite('ACP-2', 'after an edit, the agent gets the history in a new session; a replay never changes the record'),
    async () => {
      const { app, id, agents } = await appWith(
        async ({ says }, count) => {
          await says(text(`Reply ${count}.`), call('c1', { status: 'failed' }));
          return endTurn;
        },
        { keeps: true, replay: () => [call('c1', { status: 'completed' }), call('new', { status: 'completed' })] },
      );
      await app.turn(id, 'one');
      await app.turn(id, 'two');
      expect(agents.prompts[1]).toEqual([{ type: 'text', text: 'two' }]);
      agents.kill();
      await app.turn(id, 'three');
      expect(agents.prompts[2]).toEqual([{ type: 'text', text: 'three' }]);
      const { session } = await app.call('agent.session', { conversationId: id });
      expect(session).toMatchObject({ agentId: 'odd', continuation: 'loaded', sessionId: 's1' });
      expect(JSON.stringify(session?.notes)).toContain('reports the call');
      const results = app.rows(id).filter((row) => row.role === 'tool');
      expect(results.map((row) => row.outcome)).toEqual(['error', 'error', 'error']);

      const second = app.rows(id).find((row) => row.content === 'two');
      const from = app.events.length;
      await app.call('run.resend', { conversationId: id, messageId: second?.id ?? '', text: 'two, edited' });
      await app.event('run.ended', () => true, from);
      const [history, message] = agents.prompts.at(-1) ?? [];
      expect(history).toMatchObject({ text: expect.stringContaining('Reply 1.') });
      expect(JSON.stringify(history)).not.toContain('Reply 2.');
      expect(message).toEqual({ type: 'text', text: 'two, edited' });
      const after = await app.call('agent.session', { conversationId: id });
      expect(after).toMatchObject({ session: { continuation: 'history' } });
      expect(await app.client.call('context.compact', { conversationId: id })).toMatchObject({ ok: false });
    },
  );

  test(cite('ACP-1', 'our rules and mode decide first, and never choose an option for always'), async () => {
    const inside = (app: TestApp) => path.join(app.folder, 'a.txt');
    const results: unknown[] = [];
    let folder: TestApp | null = null;
    let count = 0;
    const options = [
      { id: 'y', name: 'Yes', kind: 'allow_once' as const },
      { id: 'a', name: 'Always', kind: 'allow_always' as const },
      { id: 'n', name: 'No', kind: 'reject_once' as const },
    ];
    const { app, id } = await appWith(async ({ handlers, signal }) => {
      const ask = async (kind: AgentCall['kind'], more: Partial<AgentCall>, offered = options) => {
        const about = { id: `c${++count}`, status: 'pending' as const, title: 'T', kind, ...more };
        results.push(await handlers.onPermission({ call: about, options: offered }, signal));
      };
      const at = [{ path: inside(folder as TestApp) }];
      await ask('read', { locations: at });
      await ask('edit', { locations: at });
      await ask('execute', { rawInput: { command: 'rm -r build' } });
      await ask('delete', { locations: at });
      return endTurn;
    });
    folder = app;
    const configure = (approvalMode: 'plan' | 'edits' | 'all') =>
      app.call('conversation.configure', { conversationId: id, approvalMode });
    await configure('plan');
    await app.turn(id, 'plan');
    expect(results.splice(0)).toEqual([{ optionId: 'y' }, { optionId: 'n' }, { optionId: 'n' }, { optionId: 'n' }]);
    await configure('all');
    await app.call('permission.add', {
      effect: 'deny',
      match: { tool: 'run_command', command: ['rm'] },
      scope: { type: 'conversation', conversationId: id },
    });
    await app.turn(id, 'all');
    expect(results.splice(0)).toEqual([{ optionId: 'y' }, { optionId: 'y' }, { optionId: 'n' }, { optionId: 'y' }]);
    await configure('edits');
    const turn = app.turn(id, 'edits');
    // Deleting is more than an edit.
    const { approval } = await app.event('call.waiting');
    expect(results).toEqual([{ optionId: 'y' }, { optionId: 'y' }, { optionId: 'n' }]);
    await app.call('run.stop', { conversationId: id });
    expect(await turn).toBe('stopped');
    expect(results.at(-1)).toBeNull();
    expect(approval.external?.agent).toBe('Odd');
  });

  test(
    cite(
      'ACP-1',
      'an option for always needs the user even where everything is allowed; a dead agent leaves no prompt',
    ),
    async () => {
      let answer: unknown = 'none';
      let die = (): void => {};
      const dead = new Promise<void>((resolve) => {
        die = resolve;
      });
      const { app, id } = await appWith(async ({ handlers, signal }) => {
        const options = [{ id: 'a', name: 'Always', kind: 'allow_always' as const }];
        const about = { id: 'c1', kind: 'execute' as const, rawInput: { command: 'make' } };
        const asking = handlers.onPermission({ call: about, options }, signal).then((given) => {
          answer = given;
        });
        await dead;
        void asking;
        return { reason: 'failed', gone: true, error: { code: 'AGENT_FAILED', message: 'It died.' } };
      });
      await app.call('conversation.configure', { conversationId: id, approvalMode: 'all' });
      const turn = app.turn(id, 'go');
      const { approval } = await app.event('call.waiting');
      const question = { conversationId: id, approvalId: approval.approvalId };
      const allowed = await app.client.call('approval.answer', { ...question, decision: 'allow' });
      expect(allowed).toMatchObject({ ok: false, error: { code: 'PARAMS_INVALID' } });
      die();
      expect(await turn).toBe('error');
      expect(answer).toBeNull();
      const late = await app.client.call('approval.answer', { ...question, decision: 'allow', option: 'a' });
      expect(late).toMatchObject({ ok: false, error: { code: 'TOOL_DENIED' } });
    },
  );
});
