// Skills that a model loads and agents defined in files, through the whole app.

import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message, ToolMessage } from '../../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { claudeFolder } from '../../support/claudeFolder.ts';
import type { Reply } from '../../support/fakeModelServer.ts';
import { writeTree } from '../../support/fileTree.ts';

const call = (id: string, name: string, args: unknown = {}) => ({ id, name, arguments: JSON.stringify(args) });

async function trusting(replies: readonly Reply[], settings: Record<string, unknown> = {}): Promise<TestApp> {
  const app = await startTestApp({ replies, settings: { approvalMode: 'reads', ...settings } });
  writeTree(app.folder, claudeFolder);
  const projectId = (await app.call('app.open', {})).startProjectId ?? '';
  await app.call('project.trust', { projectId, trusted: true });
  return app;
}

const toolNames = (app: TestApp): string[][] =>
  app.model.requests.map(({ body }) => body.tools?.map((tool) => tool.function.name) ?? []);
const results = (rows: readonly Message[]): ToolMessage[] =>
  rows
    .filter((row): row is ToolMessage => row.role === 'tool')
    .toSorted((one, other) => (one.tool_call_id < other.tool_call_id ? -1 : 1));
const about = (rows: readonly Message[], topic: string) =>
  rows.filter((row) => row.role === 'system' && row.environment?.about === topic);

test(cite('WORK-3', 'the model gets the list of skills, and loads one with its files'), async () => {
  const app = await trusting([
    {
      calls: [
        call('a', 'load_skill', { name: 'pdf-forms' }),
        call('b', 'load_skill', { name: 'pdf-forms', file: 'reference/fields.md' }),
        call('c', 'load_skill', { name: 'pdf-forms', file: '../../../docs/style.md' }),
        call('d', 'load_skill', { name: 'nothing' }),
      ],
    },
    { text: 'Filled.' },
    { text: 'Again.' },
    { text: 'Gone.' },
  ]);
  const id = await app.start();
  expect(await app.turn(id, 'Fill in the form')).toBe('done');
  const rows = app.rows(id);
  expect(about(rows, 'skills').map(({ content }) => content)).toEqual([
    expect.stringContaining('- pdf-forms: Fills in PDF forms. Use when a form has to be filled in.'),
  ]);
  const folder = path.join(app.folder, '.claude/skills/pdf-forms');
  expect(results(rows).map(({ content }) => content)).toEqual([
    `[Skill "pdf-forms" in ${folder}]\n\n# PDF forms\n\nRead reference/fields.md, then run scripts/fill.py.\n\n[Files of the skill]\nreference/fields.md\nscripts/fill.py`,
    'The fields: name, date.\n',
    expect.stringMatching(/^Error: .*is not in the skill’s folder/),
    'Error: name: there is no skill named "nothing". Available skills: pdf-forms.',
  ]);
  // Listed once while unchanged; without trust the list ends, and the tool with it.
  await app.turn(id, 'again');
  expect(about(app.rows(id), 'skills')).toHaveLength(1);
  const projectId = (await app.call('app.open', {})).startProjectId ?? '';
  await app.call('project.trust', { projectId, trusted: false });
  await app.turn(id, 'and now?');
  expect(about(app.rows(id), 'skills').at(-1)?.content).toContain('no longer applies');
  const offered = toolNames(app).map((names) => names.includes('load_skill'));
  expect(offered).toEqual([true, true, true, false]);
});

test(cite('WORK-3', "withdrawing trust during a run ends the folder's skills and agents immediately"), {
  tags: ['all'],
}, async () => {
  const app = await trusting([
    { calls: [call('a', 'run_command', { command: 'true' })] },
    {
      calls: [
        call('b', 'load_skill', { name: 'pdf-forms' }),
        call('c', 'run_agent', { agent: 'reviewer', task: 'Look' }),
      ],
    },
    { text: 'No.' },
  ]);
  const id = await app.start();
  const turn = app.turn(id, 'Go');
  const { approval } = await app.event('call.waiting');
  const projectId = (await app.call('app.open', {})).startProjectId ?? '';
  await app.call('project.trust', { projectId, trusted: false });
  const from = app.events.length;
  const agent = app.event('call.waiting', undefined, from);
  await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'allow' });
  const asked = (await agent).approval.approvalId;
  await app.call('approval.answer', { conversationId: id, approvalId: asked, decision: 'allow' });
  expect(await turn).toBe('done');
  expect(
    results(app.rows(id))
      .slice(1)
      .map(({ content }) => content),
  ).toEqual([
    expect.stringContaining('there is no skill named "pdf-forms"'),
    expect.stringContaining('there is no agent named "reviewer"'),
  ]);
});

test(cite('AGENT-1', 'a defined agent has its own prompt, name and tools, never more than its parent'), async () => {
  const app = await trusting([
    { calls: [call('p', 'run_agent', { agent: 'reviewer', task: 'Look at a.txt', title: 'First look' })] },
    {
      calls: [call('a', 'write_file', { path: 'x', content: 'x' }), call('b', 'read_file', { path: '../outside.txt' })],
    },
    { text: 'It is fine.' },
    { text: 'Thanks.' },
  ]);
  const id = await app.start();
  const started = app.event('call.waiting');
  const done = app.turn(id, 'Have it reviewed');
  const { approval: start } = await started;
  expect(start).toMatchObject({
    toolName: 'run_agent',
    preview: { text: expect.stringContaining('Agent: reviewer') },
  });
  const waiting = app.event('call.waiting');
  await app.call('approval.answer', { conversationId: id, approvalId: start.approvalId, decision: 'allow' });
  const { approval } = await waiting;
  expect(approval).toMatchObject({ toolName: 'read_file', agent: { title: 'reviewer: First look' } });
  await app.call('approval.answer', { conversationId: id, approvalId: approval.approvalId, decision: 'deny' });
  expect(await done).toBe('done');
  const rows = app.rows(id);
  expect(about(rows, 'agents')[0]?.content).toContain('- reviewer: Use this agent when code was written.');
  const result = results(rows)[0];
  expect(result?.content).toBe(
    'It is fine.\n\n[It was to use the model "sonnet", which is not set up here; it used environment/fake-model. ' +
      'Tools that its file names and that it did not get: Bash(git diff:*), NotebookEdit.]',
  );
  expect(result?.details?.agent).toMatchObject({ title: 'reviewer: First look', name: 'reviewer' });
  const own = app.rows(result?.details?.agent?.conversationId ?? '');
  expect(own.map((row) => (row.role === 'system' ? row.environment?.about : row.role))).toEqual([
    'moment',
    'agent',
    'user',
    'assistant',
    'tool',
    'tool',
    'assistant',
  ]);
  expect(own[1]?.content).toContain(
    'The file .claude/agents/reviewer.md says who that is:\n<text>\nYou are a strict reviewer.\n</text>',
  );
  expect(results(own)[0]?.content).toMatch(/^Error: .*write_file/);
  expect(toolNames(app)[1]).toEqual(['read_file', 'list_files', 'search_files', 'read_tool_result']);
});

test(cite('AGENT-1', "an untrusted folder's agents do not exist"), async () => {
  const app = await trusting(
    [{ calls: [call('p', 'run_agent', { agent: 'reviewer', task: 'x' })] }, { text: 'Not there.' }],
    { approvalMode: 'all' },
  );
  const projectId = (await app.call('app.open', {})).startProjectId ?? '';
  await app.call('project.trust', { projectId, trusted: false });
  const id = await app.start();
  await app.turn(id, 'go');
  expect(results(app.rows(id))[0]?.content).toBe(
    'Error: agent: there is no agent named "reviewer". Available agents: none.',
  );
  expect(about(app.rows(id), 'agents')).toEqual([]);
});

test(
  cite('AGENT-1', 'an agent uses the model its file names, if configured, and without forbidden features'),
  async () => {
    const app = await trusting(
      [{ calls: [call('p', 'run_agent', { agent: 'quick', task: 'x' })] }, { text: 'Quick.' }, { text: 'Done.' }],
      { approvalMode: 'all' },
    );
    const file =
      '---\nname: quick\ndescription: d\nmodel: environment/second\ndisallowedTools: Write, Bash\n---\nBe quick.\n';
    writeTree(app.folder, { '.throughline/agents/quick.md': file });
    const id = await app.start();
    await app.turn(id, 'go');
    expect(results(app.rows(id))[0]?.content).toBe('Quick.');
    expect(app.model.requests.map(({ body }) => body.model)).toEqual(['fake-model', 'second', 'fake-model']);
    const without = ['write_file', 'run_command', 'read_command', 'write_command', 'end_command', 'run_agent'];
    expect(toolNames(app)[1]).toEqual(toolNames(app)[0]?.filter((name) => !without.includes(name)));
  },
);
