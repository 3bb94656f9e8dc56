// Continuing a conversation from the command line: by ID, by prefix, the latest, a picked one; and resolving
// interrupted calls.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../electron/commands.ts';
import { createCore } from '../../electron/core.ts';
import { parseCommandLine } from '../../electron/host/terminal/commandLine.ts';
import { pickConversation } from '../../electron/host/terminal/run/chooseConversation.ts';
import type { Terminal } from '../../electron/host/terminal/terminal.ts';
import { silentLog } from '../../electron/lib/log.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { commandHere } from '../support/commandHere.ts';
import { type FakeModelServer, startFakeModelServer } from '../support/fakeModelServer.ts';
import { hashTree } from '../support/hashTree.ts';
import { assistantMessage, call, conversationOf, messagesFile, userMessage } from '../support/messageBuilder.ts';
import { tempFolder } from '../support/tempFolder.ts';

const titles = [
  '把三月的账单按类别汇总 📊',
  'مرحبا بالعالم: عنوان',
  'Ünïcödé & <b>tags</b> "quotes" $(rm -rf) ../../etc',
  `${'长'.repeat(150)}😀`,
  '',
];

interface Place {
  project: string;
  data: string;
  at: string[];
  env: Record<string, string>;
  model: FakeModelServer;
}

async function place(otherwise: Parameters<typeof startFakeModelServer>[0] = {}): Promise<Place> {
  const root = tempFolder();
  const project = path.join(root, 'project');
  const data = path.join(root, 'data');
  mkdirSync(project);
  const model = await startFakeModelServer(otherwise);
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  return { project, data, at: ['--project', project, '--data', data], env, model };
}

/** Handwritten conversations with these IDs and records, the last one the newest. */
async function written(at: Place, conversations: Record<string, readonly Message[]>): Promise<void> {
  const core = createCore({ dataDir: at.data, env: {}, log: silentLog, person: false });
  const project = await core.store.openProject(at.project);
  await core.close();
  if (!project.ok) throw new Error(project.error.message);
  let n = 0;
  for (const [id, messages] of Object.entries(conversations)) {
    const folder = path.join(at.data, 'projects', project.value.id, 'conversations', id);
    mkdirSync(folder, { recursive: true });
    const createdAt = new Date(Date.parse('2026-02-01T00:00:00Z') + n * 60_000).toISOString();
    const dated = conversationOf(messages.map((message) => ({ ...message, createdAt })));
    writeFileSync(path.join(folder, 'messages.json'), messagesFile(dated));
    const title = titles[n++ % titles.length];
    writeFileSync(path.join(folder, 'meta.json'), JSON.stringify({ v: 1, title }));
  }
}

function idOf(prefix: string): string {
  return prefix.padEnd(26, '0');
}

function rowsOf({ data }: Place, id: string): Message[] {
  const projects = path.join(data, 'projects');
  const project = readdirSync(projects).find((name) =>
    readdirSync(path.join(projects, name, 'conversations')).includes(id),
  );
  return JSON.parse(readFileSync(path.join(projects, project ?? '', 'conversations', id, 'messages.json'), 'utf8'));
}

const hello = [userMessage('hi'), assistantMessage('hello', [], { finishReason: 'stop' })];

test(
  cite(
    ['RESUME-2', 'RESUME-3', 'RESUME-6'],
    'by ID, by unique prefix and as the latest; an ambiguous, empty or unknown ID opens and creates nothing',
  ),
  async () => {
    const here = await place({ otherwise: { text: 'Going on.' } });
    const ids = ['abcd1', 'abcd2', 'efgh1', 'jkmn1', 'pqrs1'].map(idOf);
    await written(here, Object.fromEntries(ids.map((id) => [id, hello])));
    const run = (...args: string[]) => commandHere(['run', '-p', 'more', ...args, ...here.at], here.env);
    const before = hashTree(path.join(here.data, 'projects'));
    for (const [args, code, words] of [
      [['--resume', 'abcd'], 1, ids[1]],
      [['--resume', 'abc'], 1, 'too short'],
      [['--resume', ''], 1, 'too short'],
      [['--resume', 'zzzz'], 1, 'no conversation with the ID "zzzz"'],
      [['--resume', '../../etc'], 1, 'no conversation'],
      [['--resume'], 1, 'Picking one needs a terminal'],
    ] as const) {
      const refused = await run(...args);
      expect([args, refused.code]).toEqual([args, code]);
      expect(refused.stderr).toContain(words);
    }
    expect(hashTree(path.join(here.data, 'projects'))).toEqual(before);
    expect(here.model.requests).toHaveLength(0);

    expect((await run('--resume', 'efgh')).code).toBe(0);
    expect((await run('--resume', ids[0] ?? '')).code).toBe(0);
    expect(rowsOf(here, ids[2] ?? '').at(-1)?.content).toBe('Going on.');
    expect(rowsOf(here, ids[0] ?? '').at(-1)?.content).toBe('Going on.');
    expect((await run('--continue')).code).toBe(0);
    // It was the most recently written one.
    expect(rowsOf(here, ids[0] ?? '').filter((row) => row.content === 'more')).toHaveLength(2);
    const listed = JSON.parse((await commandHere(['list', '--json', ...here.at])).stdout) as { id: string }[];
    expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  },
);

test(cite('RESUME-2', 'picked from a list by number, ID or prefix; an empty answer opens nothing'), async () => {
  const here = await place();
  const ids = ['abcd1', 'abcd2', 'efgh1', 'jkmn1', 'pqrs1'].map(idOf);
  await written(here, Object.fromEntries(ids.map((id) => [id, hello])));
  const core = createCore({ dataDir: here.data, env: {}, log: silentLog, person: false });
  const parsed = parseCommandLine(['run', '--resume', '--project', here.project], commands);
  if (parsed.kind !== 'command') throw new Error('not a command');
  expect(parsed.line.values.pick).toBe(true);
  const pick = async (answer: string) => {
    let shown = '';
    const terminal = {
      core,
      line: parsed.line,
      projectFolder: here.project,
      err: (text: string) => {
        shown += text;
      },
      ask: async () => answer,
    } as unknown as Terminal;
    return { picked: await pickConversation(terminal), shown };
  };
  const { shown } = await pick('');
  for (const title of titles) expect(shown).toContain(title.slice(0, 40));
  expect(shown.trimEnd().split('\n')).toHaveLength(ids.length);
  expect(shown.split('\n')[0]).toContain('pqrs1');
  expect((await pick('2')).picked).toMatchObject({ ok: true, value: ids[3] });
  expect((await pick('efgh')).picked).toMatchObject({ ok: true, value: ids[2] });
  expect((await pick('abcd')).picked).toMatchObject({ ok: false, error: { code: 'CONVERSATION_AMBIGUOUS' } });
  for (const answer of ['', '  ', '99', '0', 'nothing like it'])
    expect((await pick(answer)).picked).toMatchObject({ ok: false });
  await core.close();
});

test(cite(
  ['RESUME-4', 'LOOP-15'],
  'show lists the open calls, resolve decides about each, and run without a message continues',
), { tags: ['all'] }, async () => {
  const here = await place({ replies: [{ text: 'Done.' }] });
  const id = idOf('open');
  const counter = path.join(here.project, 'counter');
  const command = JSON.stringify({ command: `echo x >> ${counter}` });
  const calls = ['first', 'second', 'third'].map((name) => call(name, 'run_command', command));
  await written(here, { [id]: [userMessage('count'), assistantMessage('', calls)] });
  const shown = await commandHere(['show', 'open', ...here.at], here.env);
  expect(shown.stdout.match(/not started/g)).toHaveLength(3);
  expect(shown.stdout).toContain('throughline resolve');
  const stuck = await commandHere(['run', '--resume', 'open', ...here.at], here.env);
  expect(stuck).toMatchObject({ code: 1 });
  expect(stuck.stderr).toContain('3 calls were interrupted');
  expect(stuck.stderr).toContain(`3. Run echo x >> ${counter}`);
  expect(stuck.stderr).toContain('throughline resolve open0000 CALL');

  const decide = (...args: string[]) => commandHere(['resolve', 'open', ...args, ...here.at], here.env);
  expect(await decide('9', '--skip')).toMatchObject({ code: 1 });
  expect(await decide('first')).toMatchObject({ code: 2 });
  expect(await decide('first', '--skip', '--mark-done')).toMatchObject({ code: 2 });
  const unasked = await decide('first', '--run-again');
  expect(unasked.code).toBe(1);
  expect(unasked.stderr).toContain('--approve all');
  expect(await decide('first', '--run-again', '--approve', 'all')).toMatchObject({ code: 0 });
  // The numbers stay those of the calls' positions, whatever becomes of the others.
  const over = await decide('1', '--skip');
  expect(over.code).toBe(1);
  expect(over.stderr).toContain('Call 1 (Run echo x');
  expect(over.stderr).toMatch(/^ {2}2\. .*^ {2}3\. /ms);
  const skipped = await decide('2', '--skip');
  expect(skipped.code).toBe(0);
  expect(skipped.stderr).toContain(`Skipped: Run echo x >> ${counter}.`);
  expect((await commandHere(['show', 'open', ...here.at], here.env)).stdout).toMatch(/^ {2}3\. /m);
  expect(await decide('third', '--mark-done')).toMatchObject({ code: 0 });
  expect(await decide('third', '--skip')).toMatchObject({ code: 1 });
  expect(readFileSync(counter, 'utf8')).toBe('x\n');

  const gone = await commandHere(['run', '--resume', 'open', ...here.at], here.env);
  expect(gone).toMatchObject({ code: 0 });
  expect(gone.stdout).toContain('Done.');
  const results = rowsOf(here, id).filter((row) => row.role === 'tool');
  expect(results.map((row) => [row.tool_call_id, row.resolution])).toEqual([
    ['first', 'run_again'],
    ['second', 'skip'],
    ['third', 'mark_done'],
  ]);
  const again = await commandHere(['run', '--resume', 'open', ...here.at], here.env);
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toContain('There is nothing to continue');
});

test(cite('SEQ-9', 'a rejected message is named with its text, and so is the command that hides it'), async () => {
  const here = await place({
    otherwise: (body) => {
      const at = body.messages.findIndex((message) => String(message.content).includes('POISON'));
      if (at < 0) return { text: 'Fine.' };
      return { status: 400, body: { error: { message: `Invalid value for 'messages[${at}].content'.`, code: null } } };
    },
  });
  const id = idOf('efgh');
  await written(here, { [id]: [userMessage('the POISON of the day'), ...conversationOf(hello).slice(1)] });
  const refused = await commandHere(['run', '-p', 'more', '--resume', 'efgh', ...here.at], here.env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('(“the POISON of the day”)');
  const [, hide = ''] = /throughline (context \S+ --hide \S+)/.exec(refused.stderr) ?? [];
  expect((await commandHere([...hide.split(' '), ...here.at], here.env)).code).toBe(0);
  expect((await commandHere(['run', '--resume', 'efgh', ...here.at], here.env)).stdout).toContain('Fine.');
});

test('resuming a conversation whose server came from the environment names the missing variable', async () => {
  const here = await place({ otherwise: { text: 'Fine.' } });
  const first = await commandHere(['run', '-p', 'hi', '--model', 'fake-model', ...here.at], here.env);
  expect(first.code).toBe(0);
  const without = await commandHere(['run', '-p', 'more', '--continue', ...here.at], {});
  expect(without.code).toBe(1);
  expect(without.stderr).toContain('OPENAI_BASE_URL');
  expect(without.stderr).not.toContain('provider “environment”');
});
