// Presets through the whole program: files on disk, the real core, a fake model server.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  emptyPreset,
  type Preset,
  type PresetFields,
  type PresetRef,
} from '../../../shared/features/presets/preset.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { offeredNames, startMcpApp } from '../../support/mcp/mcpApp.ts';

const otherwise = { text: 'Good.' };
const reviewer = `---
# for the whole team
name: Careful reviewer
description: Reads and comments.
model: environment/other-model
temperature: 0.2
tools: [read_file, search_files]
approval-mode: reads
x-team: core
examples:
  - user: Is this right?
    assistant: Line 3 is not.
---

Say what is wrong and where. Change nothing.
`;

const personal = (id: string) => ({ scope: 'personal' as const, id });
const project = (id: string) => ({ scope: 'project' as const, id });
const fields = (change: Partial<PresetFields>): PresetFields => ({ ...emptyPreset, ...change });

async function withPreset(text = reviewer, id = 'reviewer'): Promise<{ app: TestApp; id: string }> {
  const app = await startTestApp({ otherwise });
  writeTree(path.join(app.dataDir, 'presets'), { [`${id}.md`]: text });
  return { app, id: await app.start() };
}

const messages = (app: TestApp): string[] => app.model.requests.map(({ body }) => JSON.stringify(body.messages));

/** Each request starts with the previous one. */
function expectPrefixes(app: TestApp): void {
  const all = messages(app);
  for (const [at, request] of all.slice(1).entries()) {
    expect(request.startsWith(all[at]?.slice(0, -1) as string)).toBe(true);
  }
}

const told = (app: TestApp, id: string) =>
  app.rows(id).filter((row) => row.role === 'system' && row.environment?.about === 'preset');

const toolNames = (app: TestApp, request: number): string[] =>
  (app.model.requests[request]?.body.tools ?? []).map((tool) => ('function' in tool ? tool.function.name : ''));

/** From meta.json; empty before it exists. */
function metaOf(app: TestApp, id: string): Record<string, unknown> {
  const projects = path.join(app.dataDir, 'projects');
  const files = readdirSync(projects).map((name) => path.join(projects, name, 'conversations', id, 'meta.json'));
  return JSON.parse(readFileSync(files.find(existsSync) ?? '', 'utf8')) as Record<string, unknown>;
}

test(
  cite(
    'WORK-1',
    'a chosen preset sets model, options and mode, adds its instructions and examples, and limits the tools',
  ),
  async () => {
    const { app, id } = await withPreset();
    const listed = await app.call('preset.list', { projectId: null });
    expect(listed.problems).toMatchObject([{ line: 9, message: { key: expect.stringContaining('is ignored') } }]);
    expect(listed.presets).toMatchObject([
      {
        ref: personal('reviewer'),
        name: 'Careful reviewer',
        model: { provider: 'environment', model: 'other-model' },
        modelOptions: { temperature: 0.2 },
        tools: ['read_file', 'search_files'],
        servers: null,
        approvalMode: 'reads',
        words: 'Say what is wrong and where. Change nothing.',
        examples: [{ user: 'Is this right?', assistant: 'Line 3 is not.' }],
      },
    ]);
    const changed = app.event('meta.changed');
    expect(await app.call('preset.choose', { conversationId: id, preset: personal('reviewer') })).toEqual({
      problems: [],
    });
    expect((await changed).meta).toMatchObject({
      preset: personal('reviewer'),
      approvalMode: 'reads',
      model: { model: 'other-model' },
      modelOptions: { temperature: 0.2 },
    });
    app.model.push(
      { calls: [{ id: 'w', name: 'write_file', arguments: '{"path":"a","content":"b"}' }] },
      { text: 'I see.' },
    );
    await app.turn(id, 'go');
    const [first] = app.model.requests;
    expect(first?.body).toMatchObject({ model: 'other-model', temperature: 0.2 });
    expect(toolNames(app, 0).toSorted()).toEqual(['read_file', 'search_files']);
    const [record] = told(app, id);
    expect(record?.content).toContain('the user chose the preset “Careful reviewer”');
    expect(record?.content).toContain('Say what is wrong and where.');
    expect(record?.content).toContain(
      '<example>\n<user>\nIs this right?\n</user>\n<assistant>\nLine 3 is not.\n</assistant>',
    );
    expect(messages(app)[0]).toContain('Line 3 is not.');
    const refused = app.rows(id).find((row) => row.role === 'tool');
    expect(refused).toMatchObject({
      content: expect.stringContaining('write_file is not included in the preset “Careful reviewer”'),
      details: { notRun: 'switched_off' },
    });
  },
);

test(
  cite(
    ['WORK-1', 'SEQ-1'],
    'a preset chosen, edited, changed on disk, replaced, deleted or removed adds to the request and rewrites nothing',
  ),
  async () => {
    const { app, id } = await withPreset();
    writeTree(path.join(app.dataDir, 'presets'), { 'short.md': 'Answer in one line.\n' });
    const choose = (preset: string | null) =>
      app.call('preset.choose', { conversationId: id, preset: preset === null ? null : personal(preset) });
    await app.turn(id, 'one');
    await choose('reviewer');
    await app.turn(id, 'two');
    await app.turn(id, 'three');
    writeTree(path.join(app.dataDir, 'presets'), { 'reviewer.md': reviewer.replace('Change nothing.', 'Be kind.') });
    await app.turn(id, 'four');
    await choose('short');
    await app.turn(id, 'five');
    rmSync(path.join(app.dataDir, 'presets', 'short.md'));
    await app.turn(id, 'six');
    await choose('reviewer');
    await app.turn(id, 'seven');
    await choose(null);
    await app.turn(id, 'eight');
    await app.turn(id, 'nine');
    expectPrefixes(app);
    expect(told(app, id).map((row) => row.content)).toEqual([
      expect.stringContaining('Change nothing.'),
      expect.stringMatching(/It has changed; this replaces[\s\S]*Be kind\./),
      expect.stringMatching(/this replaces[\s\S]*Answer in one line\./),
      '[Preset]\nWhat was said here before no longer applies.',
      expect.stringContaining('Be kind.'),
      '[Preset]\nWhat was said here before no longer applies.',
    ]);
    expect(toolNames(app, 5)).toContain('write_file');
    expect(metaOf(app, id)).not.toHaveProperty('preset');
    // The settings it made stay, as if chosen by hand.
    expect(metaOf(app, id)).toMatchObject({ approvalMode: 'reads' });
  },
);

test(
  cite(
    ['WORK-1', 'APPROVE-5'],
    "a folder's preset only works while the folder is trusted, never loosens approvals, and enables no search",
  ),
  async () => {
    const app = await startTestApp({ otherwise });
    const { startProjectId } = await app.call('app.open', {});
    const projectId = startProjectId as string;
    writeTree(app.folder, {
      '.throughline/presets/loose.md':
        '---\napproval-mode: all\nprovider-search: true\nmodel: nowhere/x\neffort: low\n---\nDo it all.\n',
      '.throughline/presets/strict.md': '---\napproval-mode: ask\n---\nAsk first.\n',
    });
    const id = await app.start();
    const list = async () => (await app.call('preset.list', { projectId })).presets.map(({ ref }) => ref);
    const choose = (preset: string) =>
      app.client.call('preset.choose', { conversationId: id, preset: project(preset) });
    expect(await list()).toEqual([]);
    expect(await choose('loose')).toMatchObject({ ok: false, error: { code: 'SETTINGS_INVALID' } });
    await app.call('project.trust', { projectId, trusted: true });
    expect(await list()).toEqual([project('loose'), project('strict')]);
    await app.call('conversation.configure', { conversationId: id, approvalMode: 'edits' });
    const loose = await choose('loose');
    expect(loose).toMatchObject({ ok: true });
    expect(loose.ok && loose.value.problems.map((problem) => JSON.stringify(problem))).toEqual([
      expect.stringContaining('is not set up here'),
      expect.stringContaining('web search stays off'),
      expect.stringContaining('only your own presets can loosen approvals'),
    ]);
    expect(metaOf(app, id)).toMatchObject({ approvalMode: 'edits', modelOptions: { effort: 'low' }, model: null });
    await app.turn(id, 'one');
    expect(told(app, id)[0]?.content).toContain('a file of the project folder, which the user trusts');
    await app.call('project.trust', { projectId, trusted: false });
    await app.turn(id, 'two');
    expect(told(app, id).at(-1)?.content).toContain('no longer applies');
    await app.call('project.trust', { projectId, trusted: true });
    expect(await choose('strict')).toMatchObject({ ok: true, value: { problems: [] } });
    expect(metaOf(app, id)).toMatchObject({ approvalMode: 'ask' });
    expectPrefixes(app);
  },
);

test(
  cite(
    ['WORK-1', 'SEC-8'],
    'the mode that allows everything is confirmed outside the window, whether set by a preset or by hand',
  ),
  async () => {
    const asked: string[] = [];
    const app = await startTestApp({
      otherwise,
      confirm: {
        require: ({ sentence }) => {
          asked.push(sentence);
          return { ok: false, error: { code: 'CONFIRMATION_NEEDED', message: 'Confirm.' } };
        },
        answer: async () => ({ ok: true, value: undefined }),
      },
    });
    writeTree(path.join(app.dataDir, 'presets'), { 'all.md': '---\napproval-mode: all\n---\n' });
    const id = await app.start();
    const chosen = await app.client.call('preset.choose', { conversationId: id, preset: personal('all') });
    expect(chosen).toMatchObject({ ok: false, error: { code: 'CONFIRMATION_NEEDED' } });
    expect(asked).toHaveLength(1);
    const state = await app.call('conversation.open', { conversationId: id });
    expect(state).toMatchObject({ approvalMode: 'reads', preset: null });
  },
);

test(
  cite(
    'WORK-1',
    "a preset is created, changed, copied, removed and restored as a file, and the file's other content stays",
  ),
  async () => {
    const { app } = await withPreset();
    const dir = path.join(app.dataDir, 'presets');
    const read = (id: string) => readFileSync(path.join(dir, `${id}.md`), 'utf8');
    const save = (ref: PresetRef | null, version: string | null, change: Partial<PresetFields>) =>
      app.client.call('preset.save', { projectId: null, scope: 'personal', ref, version, fields: fields(change) });
    const [before] = (await app.call('preset.list', { projectId: null })).presets;
    if (!before) throw new Error('no preset');
    const { ref, version, origin: _origin, place: _place, ...said } = before;
    const told = app.events.length;
    const saved = await save(ref, version, { ...said, description: 'Reads: all of it\n', effort: 'x' } as never);
    expect(saved).toMatchObject({ ok: true, value: { preset: { description: 'Reads: all of it' } } });
    expect(app.events.slice(told).map(({ event }) => event.type)).toContain('presets.changed');
    expect(read('reviewer')).toBe(
      reviewer.replace('description: Reads and comments.', 'description: "Reads: all of it"'),
    );
    // A change based on an older version is reported, and nothing is lost.
    expect(await save(ref, version, said)).toMatchObject({ ok: false, error: { code: 'SETTINGS_INVALID' } });
    const made = await save(null, null, { name: '代码 审阅 / ..', words: 'Two\n\nparts', servers: ['docs'] });
    expect(made).toMatchObject({ ok: true, value: { preset: { ref: personal('代码-审阅') } } });
    expect(read('代码-审阅')).toBe('---\nname: 代码 审阅 / ..\nmcp-servers: [docs]\n---\n\nTwo\n\nparts\n');
    const copied = await app.call('preset.duplicate', { projectId: null, ref, name: 'Careful reviewer' });
    expect(copied.preset.ref).toEqual(personal('careful-reviewer'));
    expect(read('careful-reviewer')).toContain('# for the whole team');
    const { undo } = await app.call('preset.remove', { projectId: null, ref });
    const ids = async () => (await app.call('preset.list', { projectId: null })).presets.map((one) => one.ref.id);
    expect(await ids()).toEqual(['careful-reviewer', '代码-审阅']);
    expect(await app.call('preset.restore', { undo })).toMatchObject({ preset: { ref } });
    expect(await app.call('preset.restore', { undo })).toEqual({ preset: null });
    expect((await ids()).toSorted()).toEqual(['careful-reviewer', 'reviewer', '代码-审阅']);
  },
);

test(
  cite(
    ['WORK-1', 'APPROVE-5'],
    'bad files are reported with problem and place, and the others work; nothing leads out of the folder',
  ),
  async () => {
    const app = await startTestApp({ otherwise });
    const outside = path.join(app.folder, '..', 'outside');
    writeTree(outside, { 'secret.md': 'SECRET' });
    const dir = path.join(app.dataDir, 'presets');
    writeTree(dir, {
      'good.md': 'Fine.',
      'hot.md': '---\nname: Hot\ntemperature: 5\n---\n',
      'broken.md': '---\nname: x\nexamples: [y\n---\n',
      'mode.md': '---\n\napproval-mode: everything\n---\n',
      'model.md': '---\nmodel: sonnet\n---\n',
      'note.txt': 'not one',
    });
    mkdirSync(path.join(dir, 'folder.md'));
    symlinkSync(path.join(outside, 'secret.md'), path.join(dir, 'link.md'));
    writeFileSync(path.join(dir, 'big.md'), 'x'.repeat(300_000));
    const { presets, problems } = await app.call('preset.list', { projectId: null });
    expect(presets.map(({ name }) => name)).toEqual(['good']);
    const where = problems.map(({ label, line }) => [path.basename(label), line]).toSorted();
    expect(where).toEqual([
      ['big.md', null],
      ['broken.md', 3],
      ['hot.md', 3],
      ['link.md', null],
      ['mode.md', 3],
      ['model.md', 2],
    ]);
    const { startProjectId } = await app.call('app.open', {});
    const projectId = startProjectId as string;
    await app.call('project.trust', { projectId, trusted: true });
    symlinkSync(outside, path.join(app.folder, '.throughline'));
    const save = { projectId, scope: 'project' as const, ref: null, version: null, fields: fields({ name: 'x' }) };
    expect(await app.client.call('preset.save', save)).toMatchObject({ ok: false });
    expect(readdirSync(outside)).toEqual(['secret.md']);
    // A link within it is shown, and its target is changed.
    writeTree(dir, { '../beside.md': 'Beside.' });
    symlinkSync(path.join(app.dataDir, 'beside.md'), path.join(dir, 'inside.md'));
    const inside = (await app.call('preset.list', { projectId: null })).presets.find(({ ref }) => ref.id === 'inside');
    const { ref, version } = inside as Preset;
    const over = { projectId: null, scope: 'personal' as const, ref, version, fields: fields({ name: 'x' }) };
    expect(await app.client.call('preset.save', over)).toMatchObject({ ok: false });
    expect(await app.client.call('preset.remove', { projectId: null, ref })).toMatchObject({ ok: false });
    expect(readFileSync(path.join(app.dataDir, 'beside.md'), 'utf8')).toBe('Beside.');
    for (const id of ['../outside/secret', '/etc/passwd', '.hidden', 'a/b', 'x\u0000']) {
      const asked = { projectId: null, ref: { scope: 'personal' as const, id } };
      expect(await app.client.call('preset.text', asked)).toMatchObject({
        ok: false,
        error: { code: 'PARAMS_INVALID' },
      });
    }
  },
);

test(cite(
  ['WORK-1', 'MCP-1'],
  'the servers that a preset excludes do not start; their tools are rejected by name; the user may still run them',
), { tags: ['all'] }, async () => {
  const app = await startMcpApp();
  writeTree(path.join(app.dataDir, 'presets'), {
    'docs.md': '---\ntools: []\nmcp-servers: [one]\n---\n',
    'named.md': '---\ntools: [read_file, mcp__two__say]\n---\n',
  });
  const started = (name: string) => path.join(app.dataDir, `started-${name}`);
  for (const name of ['one', 'two', 'three']) await app.saveOdd(name, [`--started=${started(name)}`]);
  const id = await app.start();
  const choose = (preset: string) => app.call('preset.choose', { conversationId: id, preset: personal(preset) });
  await choose('docs');
  const [said, other, own] = await app.calls(id, [
    ['mcp__one__say', { text: 'hi' }],
    ['mcp__two__say', { text: 'hi' }],
    ['list_files', {}],
  ]);
  expect(offeredNames(app, 0)).toContain('mcp__one__say');
  expect(offeredNames(app, 0).every((name) => name.startsWith('mcp__one__'))).toBe(true);
  expect(said).toMatchObject({ outcome: 'ok', content: expect.any(String) });
  expect(other?.content).toContain('there is no tool named "mcp__two__say"');
  expect(own?.content).toContain('list_files is not included in the preset');
  expect(existsSync(started('two'))).toBe(false);
  await choose('named');
  const [named] = await app.calls(id, [['mcp__two__say', { text: 'hi' }]]);
  expect(named).toMatchObject({ outcome: 'ok', content: expect.any(String) });
  expect(offeredNames(app).toSorted()).toEqual(['mcp__two__say', 'read_file']);
  await choose('docs');
  // It is connected by now, so its tools have names.
  const [known] = await app.calls(id, [['mcp__two__say', { text: 'hi' }]]);
  expect(known?.content).toContain('mcp__two__say is not included in the preset');
  const ran = await app.call('tool.run', { conversationId: id, toolName: 'list_files', arguments: '{}' });
  expect(ran).toBeTruthy();
});
