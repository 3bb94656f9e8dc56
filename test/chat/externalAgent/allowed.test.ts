import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { OutputTail } from '../../../electron/chat/externalAgent/outputTail.ts';
import type {
  AgentCall,
  AgentCallContent,
  AgentHandlers,
  AgentUpdate,
} from '../../../electron/ports/externalAgents.ts';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { agentModelRef } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { createScriptedAgents, endTurn, type ScriptedAgentsOptions } from '../../support/scriptedAgents.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { reasonAgainstSandbox } from '../../support/withoutSandbox.ts';

const noSandbox = reasonAgainstSandbox();

type Prompt = Parameters<ScriptedAgentsOptions['answer']>[0];
interface Asking extends Prompt {
  app: TestApp;
  inside(name: string): string;
  /** Asks for permission, as the agent's call. */
  asks(call: Partial<AgentCall> & Pick<AgentCall, 'id'>): Promise<string>;
  runs(more: Partial<Parameters<AgentHandlers['terminals']['create']>[0]>): Promise<string>;
}
type Answer = 'allow' | 'deny';

const options = [
  { id: 'yes', name: 'Yes', kind: 'allow_once' as const },
  { id: 'no', name: 'No', kind: 'reject_once' as const },
];
const call = (id: string, more: Partial<AgentCall> = {}): AgentUpdate => ({
  type: 'call',
  call: { id, title: 'A call', kind: 'other', status: 'in_progress', content: [], locations: [], ...more },
});
const change = (id: string, more: Partial<AgentCall>): AgentUpdate => ({ type: 'call_update', call: { id, ...more } });
const diff = (file: string, oldText: string | null, newText: string): AgentCallContent => ({
  type: 'diff',
  path: file,
  oldText,
  newText,
});

/** Runs one turn, in which prompts are answered in this order; any other one fails the test. Returns the prompts. */
async function turnOf(
  mode: ApprovalMode,
  answers: readonly Answer[],
  act: (asking: Asking) => Promise<unknown>,
  prepare: (app: TestApp, id: string) => Promise<unknown> = async () => {},
) {
  const given: Asking[] = [];
  const agents = createScriptedAgents({
    async answer(prompt) {
      const { handlers, signal } = prompt;
      const asking: Asking = {
        ...prompt,
        app,
        inside: (name) => path.join(app.folder, name),
        async asks(about) {
          return (await handlers.onPermission({ call: about, options }, signal))?.optionId ?? 'withdrawn';
        },
        async runs(more) {
          const request = { command: 'true', args: [], environment: {}, cwd: null, outputBytes: null, ...more };
          const made = await handlers.terminals.create(request);
          if (!made.ok) return `refused: ${made.error.message}`;
          await handlers.terminals.waitForExit(made.value.terminalId);
          const printed = await handlers.terminals.output(made.value.terminalId);
          await handlers.terminals.release(made.value.terminalId);
          return printed.ok ? printed.value.output : 'no output';
        },
      };
      given.push(asking);
      await act(asking);
      return endTurn;
    },
  });
  const app = await startTestApp({ externalAgents: agents, settings: { approvalMode: mode } });
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, model: agentModelRef('odd'), approvalMode: mode });
  await prepare(app, id);
  const prompts: ApprovalRequest[] = [];
  const isDone = app.turn(id, 'go');
  void (async () => {
    for (;;) {
      const isNew = ({ approval }: { approval: ApprovalRequest }) =>
        !prompts.some(({ approvalId }) => approvalId === approval.approvalId);
      const prompt = await app.event('call.waiting', isNew, 0).catch(() => null);
      if (prompt === null) return;
      prompts.push(prompt.approval);
      const decision = answers[prompts.length - 1] ?? 'deny';
      await app.client.call('approval.answer', {
        conversationId: id,
        approvalId: prompt.approval.approvalId,
        decision,
      });
    }
  })();
  expect(await isDone).toBe('done');
  expect(prompts).toHaveLength(answers.length);
  const results = app.rows(id).filter((row) => row.role === 'tool');
  return { app, id, prompts, results };
}

const denyRule = (match: Record<string, unknown>) => (app: TestApp, id: string) =>
  app.call('permission.add', {
    effect: 'deny',
    match: match as { tool: string },
    scope: { type: 'conversation', conversationId: id },
  });

describe('what a permission of an external agent covers', () => {
  test.each(['plan', 'reads'] as const)(
    cite('ACP-1', 'a permission to read allows no writing (mode %s)'),
    async (mode) => {
      const seen: unknown[] = [];
      const asked = mode === 'plan' ? [] : (['deny'] as const);
      const { app } = await turnOf(mode, asked, async ({ asks, inside, handlers }) => {
        const file = inside('made.txt');
        seen.push(await asks({ id: 'c1', kind: 'read', status: 'in_progress', locations: [{ path: file }] }));
        seen.push((await handlers.writeTextFile(file, 'new')).ok);
      });
      expect(seen).toEqual(['yes', false]);
      expect(existsSync(path.join(app.folder, 'made.txt'))).toBe(false);
    },
  );

  test(cite('ACP-1', 'a call that was allowed as an edit is still bound by a rule against writing'), async () => {
    const seen: unknown[] = [];
    const act = async ({ asks, inside, handlers }: Asking) => {
      const file = inside('made.txt');
      const content = [diff(file, null, 'new')];
      seen.push(await asks({ id: 'c1', kind: 'edit', toolName: 'edit', status: 'in_progress', content }));
      await handlers.onUpdates([change('c1', { status: 'in_progress' })]);
      await app?.call('permission.add', {
        effect: 'deny',
        match: { tool: 'write_file' },
        scope: { type: 'conversation', conversationId: id },
      });
      seen.push((await handlers.writeTextFile(file, 'new')).ok);
    };
    let app: TestApp | undefined;
    let id = '';
    await turnOf('ask', ['allow'], act, async (...made) => {
      [app, id] = made;
    });
    expect(seen).toEqual(['yes', false]);
  });

  test(
    cite('ACP-1', 'the command that the prompt showed runs unasked, once; any other one is asked about'),
    async () => {
      const seen: unknown[] = [];
      const evil = ['deny', 'deny', 'deny', 'deny'] as const;
      const { prompts } = await turnOf('ask', ['allow', ...evil], async ({ says, asks, runs }) => {
        await says(call('c1', { kind: 'execute', rawInput: { command: 'echo evil' } }));
        seen.push(await asks({ id: 'c1', rawInput: { command: 'echo good' } }));
        seen.push(await runs({ command: 'echo', args: ['evil'] }));
        seen.push(await runs({ command: 'echo good', environment: { NODE_OPTIONS: '--require ./evil.js' } }));
        seen.push(await runs({ command: 'echo good', cwd: '/tmp' }));
        await says(change('c1', { rawInput: { command: 'echo evil' } }));
        seen.push(await runs({ command: '/bin/sh', args: ['-c', 'echo good'] }));
        seen.push(await runs({ command: 'echo', args: ['good'] }));
      });
      expect(prompts[0]?.preview).toMatchObject({ command: 'echo good' });
      const refused = expect.stringContaining('refused');
      expect(seen).toEqual(['yes', refused, refused, refused, 'good\n', refused]);
    },
  );

  test(cite('ACP-1', 'the folder and the variables of a call are shown, and belong to what is allowed'), async () => {
    const elsewhere = tempFolder();
    const seen: unknown[] = [];
    const { prompts } = await turnOf('ask', ['allow', 'allow'], async ({ asks, runs }) => {
      const rawInput = { command: 'echo "$WORD"; pwd', cwd: elsewhere, env: { WORD: 'hello' } };
      seen.push(await asks({ id: 'c1', kind: 'execute', status: 'in_progress', rawInput }));
      seen.push(await runs({ command: 'echo "$WORD"; pwd', cwd: elsewhere, environment: { WORD: 'hello' } }));
      const unknown = { command: 'echo hi', env: 'WORD=hello' };
      seen.push(await asks({ id: 'c2', kind: 'execute', status: 'in_progress', rawInput: unknown }));
    });
    expect(prompts[0]?.preview).toMatchObject({
      command: `export WORD=hello; cd ${elsewhere} && echo "$WORD"; pwd`,
    });
    expect(seen).toEqual(['yes', `hello\n${elsewhere}\n`, 'yes']);
    expect(prompts[1]).toMatchObject({ byItself: true, offers: [] });
  });

  test(cite('ACP-1', 'a rule about the first words of a command does not cover it in another folder'), async () => {
    const seen: unknown[] = [];
    let id = '';
    const act = async ({ app, asks }: Asking) => {
      await app.call('permission.add', {
        effect: 'allow',
        match: { tool: 'run_command', command: ['mkdir'] },
        scope: { type: 'conversation', conversationId: id },
      });
      const rawInput = { command: 'mkdir build', workdir: '/tmp' };
      seen.push(await asks({ id: 'c1', kind: 'execute', status: 'in_progress', rawInput }));
      seen.push(await asks({ id: 'c2', kind: 'execute', status: 'in_progress', rawInput: { command: 'mkdir build' } }));
    };
    const noteId = async (_app: TestApp, made: string) => {
      id = made;
    };
    await turnOf('ask', ['deny'], act, noteId);
    expect(seen).toEqual(['no', 'yes']);
  });

  test(
    cite('ACP-1', 'later updates of a call change neither the files nor the content that were allowed'),
    async () => {
      const seen: unknown[] = [];
      const answers = ['allow', 'deny', 'deny'] as const;
      const { app } = await turnOf('ask', answers, async ({ says, asks, inside, handlers, app: { folder } }) => {
        writeFileSync(path.join(folder, 'a.txt'), 'one\ntwo\n');
        const file = inside('a.txt');
        await says(call('c1', { kind: 'edit', content: [diff(file, 'two', 'three')] }));
        seen.push(await asks({ id: 'c1' }));
        const other = inside('b.txt');
        await says(change('c1', { locations: [{ path: other }], content: [diff(other, null, 'other')] }));
        seen.push((await handlers.writeTextFile(other, 'other')).ok);
        seen.push((await handlers.writeTextFile(file, 'something else')).ok);
        seen.push((await handlers.writeTextFile(file, 'one\nthree\n')).ok);
      });
      expect(seen).toEqual(['yes', false, false, true]);
      expect(readFileSync(path.join(app.folder, 'a.txt'), 'utf8')).toBe('one\nthree\n');
      expect(existsSync(path.join(app.folder, 'b.txt'))).toBe(false);
    },
  );

  test(cite('ACP-1', 'an edit whose content was not shown covers one write; a denial takes it back'), async () => {
    const seen: unknown[] = [];
    const answers = ['allow', 'deny', 'allow', 'deny', 'deny'] as const;
    await turnOf('ask', answers, async ({ asks, inside, handlers }) => {
      const at = (name: string) => ({ kind: 'edit' as const, locations: [{ path: inside(name) }] });
      seen.push(await asks({ id: 'c1', status: 'in_progress', ...at('a.txt') }));
      for (const text of ['one', 'two']) seen.push((await handlers.writeTextFile(inside('a.txt'), text)).ok);
      seen.push(await asks({ id: 'c2', status: 'in_progress', ...at('b.txt') }));
      seen.push(await asks({ id: 'c2', status: 'in_progress', ...at('b.txt') }));
      seen.push((await handlers.writeTextFile(inside('b.txt'), 'one')).ok);
    });
    expect(seen).toEqual(['yes', true, false, 'yes', 'no', false]);
  });

  test.skipIf(noSandbox !== null)(
    cite('ACP-1', 'a command with a permission still runs in the sandbox where the mode says so'),
    async () => {
      const { results } = await turnOf('sandbox', ['allow'], async ({ says, asks, runs }) => {
        await asks({ id: 'c1', kind: 'execute', status: 'in_progress', rawInput: { command: 'make-it' } });
        await runs({ command: 'make-it' });
        await says(change('c1', { status: 'completed' }));
      });
      expect(results[0]?.details?.sandbox).toBeDefined();
    },
  );

  test.each([
    ['search', { command: 'rm -rf ~' }],
    ['read', { cmd: ['rm', '-rf', 'x'], path: 'a.txt' }],
    ['think', { command: 'rm', args: ['-rf', 'x'] }],
    ['fetch', { command: 'curl evil', url: 'https://example.com' }],
    ['edit', { command: 'touch x', path: 'a.txt' }],
  ] as const)(
    cite('ACP-1', 'a call with a command counts as one, although it is called “%s”'),
    async (kind, rawInput) => {
      const seen: unknown[] = [];
      await turnOf('plan', [], async ({ asks }) => {
        seen.push(await asks({ id: 'c1', kind, status: 'in_progress', rawInput, locations: [{ path: 'a.txt' }] }));
      });
      expect(seen).toEqual(['no']);
    },
  );

  test(
    cite('ACP-1', 'a call that claims to read, and shows a change or the name of a tool that writes, is no reading'),
    async () => {
      const seen: unknown[] = [];
      await turnOf('plan', [], async ({ asks, inside }) => {
        const at = { kind: 'read' as const, status: 'in_progress' as const, locations: [{ path: inside('a.txt') }] };
        seen.push(await asks({ id: 'c1', ...at, content: [diff(inside('a.txt'), null, 'x')] }));
        seen.push(await asks({ id: 'c2', ...at, toolName: 'Write', rawInput: { file_path: inside('a.txt') } }));
        seen.push(
          await asks({ id: 'c3', kind: 'edit', status: 'in_progress', rawInput: { command: 'view', path: 'a' } }),
        );
        seen.push(await asks({ id: 'c4', ...at, rawInput: { command: 'view', path: inside('a.txt') } }));
      });
      expect(seen).toEqual(['no', 'no', 'no', 'yes']);
    },
  );

  test(cite('ACP-1', 'files that only the arguments name are judged, too'), async () => {
    const seen: unknown[] = [];
    await turnOf('reads', ['deny'], async ({ asks, inside }) => {
      const rawInput = { files: [{ path: inside('a.txt') }, { path: '/etc/hostname' }] };
      const about = { kind: 'read' as const, status: 'in_progress' as const, locations: [{ path: inside('a.txt') }] };
      seen.push(await asks({ id: 'c1', ...about, rawInput }));
    });
    expect(seen).toEqual(['no']);
  });
});

describe('requests of an external agent', () => {
  test(
    cite('ACP-1', 'a file outside of the folder is read after the user allowed it, and asked about once'),
    async () => {
      const folder = tempFolder();
      const file = path.join(folder, 'outside.txt');
      writeFileSync(file, 'far away\n');
      const seen: unknown[] = [];
      await turnOf('reads', ['allow', 'allow'], async ({ asks, says, handlers }) => {
        seen.push(await handlers.readTextFile(file, {}));
        seen.push(await asks({ id: 'c1', kind: 'read', status: 'in_progress', locations: [{ path: file }] }));
        seen.push(await handlers.readTextFile(file, { line: 1, limit: 1 }));
        await says(change('c1', { status: 'completed' }));
      });
      const text = { ok: true, value: 'far away\n' };
      expect(seen).toEqual([text, 'yes', text]);
    },
  );

  test(cite('ACP-1', 'parts of a file are whole lines, however large it is'), async () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at + 1}${at % 2 ? '\r' : ''}\n`);
    const seen: unknown[] = [];
    await turnOf('reads', [], async ({ handlers, inside }) => {
      writeFileSync(inside('a.txt'), `${lines.join('')}end`);
      const read = async (line?: number, limit?: number) => {
        const range = { ...(line === undefined ? {} : { line }), ...(limit === undefined ? {} : { limit }) };
        const text = await handlers.readTextFile(inside('a.txt'), range);
        return text.ok ? text.value : text.error.message;
      };
      for (const range of [
        [2, 2],
        [200_001, 5],
        [300_000, 1],
        [1, 0],
      ])
        seen.push(await read(...range));
      expect(await read()).toBe(`${lines.join('')}end`);
    });
    expect(seen).toEqual([`line 2\r\nline 3\n`, 'end', '', '']);
  });

  test(cite('ACP-1', 'what is still open when the turn ends is withdrawn; later requests do nothing'), async () => {
    let late: Promise<unknown> = Promise.resolve();
    let handlers: AgentHandlers | undefined;
    const agents = createScriptedAgents({
      async answer(prompt) {
        handlers = prompt.handlers;
        await prompt.says(call('c1', { kind: 'execute', rawInput: { command: 'touch late.txt' } }));
        const request = { command: 'touch late.txt', args: [], environment: {}, cwd: null, outputBytes: null };
        late = prompt.handlers.terminals.create(request);
        await app.event('call.waiting', () => true, 0);
        return endTurn;
      },
    });
    const app = await startTestApp({ externalAgents: agents, settings: { approvalMode: 'ask' } });
    const id = await app.start();
    await app.call('conversation.configure', { conversationId: id, model: agentModelRef('odd') });
    expect(await app.turn(id, 'go')).toBe('done');
    const { approval } = await app.event('call.waiting', () => true, 0);
    const answer = { conversationId: id, approvalId: approval.approvalId, decision: 'allow' as const };
    expect(await app.client.call('approval.answer', answer)).toMatchObject({ ok: false });
    expect(await late).toMatchObject({ ok: false });
    const rows = app.rows(id);
    await app.call('conversation.configure', { conversationId: id, approvalMode: 'all' });
    const signal = new AbortController().signal;
    const file = path.join(app.folder, 'late.txt');
    const request = { command: 'touch late.txt', args: [], environment: {}, cwd: null, outputBytes: null };
    expect(await handlers?.terminals.create(request)).toMatchObject({ ok: false });
    expect(await handlers?.writeTextFile(file, 'x')).toMatchObject({ ok: false });
    expect(await handlers?.readTextFile(file, {})).toMatchObject({ ok: false });
    expect(await handlers?.onPermission({ call: { id: 'late', kind: 'read' }, options }, signal)).toBeNull();
    expect(await handlers?.onQuestion({ message: 'Well?', fields: [] }, signal)).toBeNull();
    await handlers?.onUpdates([call('later')]);
    expect(existsSync(file)).toBe(false);
    expect(app.rows(id)).toEqual(rows);
  });

  test(cite('ACP-1', 'a denied request does not replace the result of another call that is open'), async () => {
    const { results } = await turnOf('reads', ['deny'], async ({ says, handlers }) => {
      await says(call('task', { kind: 'think', title: 'Sub-agent' }), call('look', { kind: 'read' }));
      await handlers.readTextFile('/etc/hostname', {});
      const content = [{ type: 'text' as const, text: 'IMPORTANT RESULT' }];
      await says(change('task', { status: 'completed', content }), change('look', { status: 'completed', content }));
    });
    expect(results.map(({ outcome, content }) => [outcome, content])).toEqual([
      ['ok', 'IMPORTANT RESULT'],
      ['ok', 'IMPORTANT RESULT'],
    ]);
  });

  test(
    cite('ACP-1', 'a call that was denied and then allowed has its result; one that ran anyway keeps its text'),
    async () => {
      const { results } = await turnOf('ask', ['deny', 'allow', 'deny'], async ({ says, asks }) => {
        const content = [{ type: 'text' as const, text: 'RAN' }];
        for (const [id, commands] of [
          ['c1', ['make a', 'make b']],
          ['c2', ['make c']],
        ] as const) {
          await says(call(id, { kind: 'execute', status: 'pending', rawInput: { command: commands[0] } }));
          for (const command of commands) await asks({ id, rawInput: { command } });
          await says(change(id, { status: 'completed', content }));
        }
      });
      expect(results.map(({ outcome }) => outcome)).toEqual(['ok', 'denied']);
      expect(results[0]?.content).toBe('RAN');
      expect(results[1]?.content).toMatch(/refused.*\n.*ran anyway:\nRAN$/);
    },
  );

  test(cite('ACP-1', 'a rule that answers an open prompt is on record as having decided'), async () => {
    const agents = createScriptedAgents({
      async answer({ handlers, signal, says }) {
        const about = {
          id: 'c1',
          kind: 'execute' as const,
          status: 'pending' as const,
          rawInput: { command: 'make it' },
        };
        await handlers.onPermission({ call: about, options }, signal);
        await says(change('c1', { status: 'failed' }));
        return endTurn;
      },
    });
    const app = await startTestApp({ externalAgents: agents, settings: { approvalMode: 'ask' } });
    const id = await app.start();
    await app.call('conversation.configure', { conversationId: id, model: agentModelRef('odd') });
    const turn = app.turn(id, 'go');
    await app.event('call.waiting', () => true, 0);
    await denyRule({ tool: 'run_command', command: ['make'] })(app, id);
    expect(await turn).toBe('done');
    expect(app.rows(id).find((row) => row.role === 'tool')?.details).toMatchObject({
      refused: { by: 'rule' },
      external: { permission: { option: 'No', by: 'rule' } },
    });
  });

  test(cite('ACP-1', 'terminals: released ones make room, and the limit of output is in bytes'), async () => {
    const outputs: string[] = [];
    await turnOf('all', [], async ({ runs, handlers }) => {
      for (const [command, outputBytes] of [
        ['printf äöü', 3],
        ['printf hello', 0],
      ] as const)
        outputs.push(await runs({ command, outputBytes }));
      const request = { command: 'true', args: [], environment: {}, cwd: null, outputBytes: null };
      for (let at = 0; at < 66; at++) {
        const made = await handlers.terminals.create(request);
        if (!made.ok) outputs.push(made.error.message);
        else if (at < 64) await handlers.terminals.waitForExit(made.value.terminalId);
      }
    });
    expect(outputs).toEqual(['ü', '']);
  });
});

test(cite('ACP-1', 'the end of an output is kept, whatever its pieces'), () => {
  for (const size of [1, 7, 1000, 65_536, 200_000]) {
    const tail = new OutputTail(100_000);
    let all = '';
    for (let at = 0; at < 400_000; at += size) {
      const piece = String.fromCharCode(97 + ((at / size) % 26)).repeat(size);
      all += piece;
      tail.push(Buffer.from(piece));
    }
    expect(tail.text() === all.slice(-100_000)).toBe(true);
    expect(tail.truncated).toBe(true);
  }
  const short = new OutputTail(10);
  for (const byte of Buffer.from('äöü')) short.push(Buffer.from([byte]));
  expect([short.text(), short.text(3), short.truncated]).toEqual(['äöü', 'ü', false]);
});
