// Presets from the command line: listed, shown, applied to a conversation, used by a run, imported from other apps.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { writeTree } from '../../support/fileTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';

async function place() {
  const model = await startFakeModelServer({ otherwise: { text: 'Good.' }, window: 10_000_000 });
  const [dataDir, folder] = [path.join(tempFolder(), 'data'), path.join(tempFolder(), 'project')];
  writeTree(folder, { '.throughline/presets/team.md': '---\nname: Team\napproval-mode: all\n---\nOf the team.\n' });
  writeTree(path.join(dataDir, 'presets'), {
    'short.md': '---\nname: Short answers\ntemperature: 0.5\n---\nOne line.\n',
    'all.md': '---\napproval-mode: all\n---\n',
    'bad.md': '---\ntemperature: hot\n---\n',
  });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake' };
  const run = (...args: string[]) => commandHere([...args, '--data', dataDir, '--project', folder], env);
  const asked = (at: number) => JSON.stringify(model.requests[at]?.body);
  return { run, asked, dataDir, folder, model };
}

test(cite('WORK-1', 'presets are listed with their problems, shown, and used by a run and a conversation'), {
  tags: ['all'],
}, async () => {
  const { run, asked, dataDir, model } = await place();
  const listed = await run('preset');
  expect(listed.stdout).toBe(
    `all\n  ${path.join(dataDir, 'presets', 'all.md')}\nshort  Short answers\n  ${path.join(dataDir, 'presets', 'short.md')}\n`,
  );
  expect(listed.stderr).toBe(
    `${path.join(dataDir, 'presets', 'bad.md')}:2: temperature must be a number from 0 to 2.\n`,
  );
  expect((await run('preset', 'show', 'Short Answers')).stdout).toContain('One line.');
  expect(await run('preset', 'show', 'nobody')).toMatchObject({ code: 1, stdout: '' });
  expect(await run('preset', 'away')).toMatchObject({ code: 2 });
  const first = JSON.parse((await run('run', '-p', 'hello', '--preset', 'short', '--output', 'json')).stdout) as {
    conversationId: string;
  };
  expect(asked(0)).toContain('One line.');
  expect(model.requests[0]?.body).toMatchObject({ temperature: 0.5 });
  const id = first.conversationId;
  // Command-line options take precedence.
  await run('run', '-p', 'again', '--resume', id, '--temperature', '1');
  expect(model.requests.at(-1)?.body).toMatchObject({ temperature: 1 });
  expect(await run('preset', 'use', id, 'none')).toMatchObject({ code: 0 });
  await run('run', '-p', 'once more', '--resume', id);
  expect(asked(model.requests.length - 1)).toContain('What was said here before no longer applies.');
  // Nobody is there to confirm.
  expect(await run('preset', 'use', id, 'all')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('add --yes'),
  });
  expect(await run('run', '-p', 'x', '--preset', 'all')).toMatchObject({ code: 1 });
  expect(await run('preset', 'use', id, 'all', '--yes')).toMatchObject({ code: 0 });
  // A folder's preset works once trusted, and allows no more.
  expect(await run('preset', 'use', id, 'team')).toMatchObject({ code: 1 });
  await run('trust');
  const made = await run('run', '-p', 'hello', '--preset', 'team');
  expect(made.stderr).toContain('only your own presets can loosen approvals');
  expect(asked(model.requests.length - 1)).toContain('Of the team.');
});

test(
  cite('WORK-1', 'the default for new conversations is a setting; a missing one is reported and blocks nothing'),
  async () => {
    const { run, asked, dataDir, model } = await place();
    writeTree(dataDir, { 'settings.json': JSON.stringify({ preset: 'short' }) });
    await run('run', '-p', 'hello');
    expect(asked(0)).toContain('One line.');
    await run('run', '-p', 'hello', '--preset', 'none');
    expect(asked(1)).not.toContain('One line.');
    writeTree(dataDir, { 'settings.json': JSON.stringify({ preset: 'gone' }) });
    expect(await run('run', '-p', 'hello')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('“gone” no longer exists'),
    });
    writeTree(dataDir, { 'settings.json': JSON.stringify({ preset: 'all' }) });
    const made = await run('run', '-p', 'hello');
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('was not confirmed') });
    expect(model.requests).toHaveLength(4);
  },
);

test(cite('WORK-1', "other apps' files are imported as presets, and unsupported parts are reported"), async () => {
  const { run, dataDir, folder } = await place();
  const files = {
    'planner.chatmode.md':
      "---\ndescription: Plans.\ntools: ['codebase', 'fetch', 'githubRepo']\nmodel: GPT-5 (copilot)\n---\nMake a plan.\n",
    'critic.md':
      '---\nname: critic\ndescription: Use it: often\ntools: Read, Grep, Bash(git:*)\nmodel: sonnet\npermissionMode: bypassPermissions\n---\nBe strict.\n',
    'build.md':
      '---\ndescription: Builds.\nmode: primary\nmodel: anthropic/claude-sonnet-4-5\ntemperature: 0.1\ntools:\n  bash: false\n---\nBuild it.\n',
    'cherry.json': JSON.stringify([
      { id: '1', name: '产品经理', emoji: '👨', group: ['职业'], prompt: '你是产品经理。', description: '一句话' },
      {
        name: 'Poet',
        prompt: 'Rhyme.',
        settings: { temperature: 1.2, enableTemperature: true, maxTokens: 300, enableMaxTokens: false },
        messages: [
          { role: 'user', content: 'Sun?' },
          { role: 'assistant', content: 'Run.' },
        ],
      },
    ]),
    'libre.json': JSON.stringify({
      presetId: 'x',
      title: 'Chef',
      endpoint: 'openAI',
      model: 'gpt-4o',
      promptPrefix: 'You cook.',
      temperature: 0.3,
      max_tokens: 500,
      examples: [{ input: { content: 'Egg?' }, output: { content: 'Boil it.' } }],
    }),
    'webui.json': JSON.stringify([
      {
        id: 'tutor',
        base_model_id: 'llama3.1',
        name: 'Tutor',
        params: { system: 'Teach.', temperature: 0.6, top_p: 0.9 },
        meta: { description: 'Teaches.', toolIds: ['a'] },
      },
    ]),
    'card.json': JSON.stringify({
      spec: 'chara_card_v2',
      data: {
        name: 'Ana',
        description: '{{char}} keeps the archive.',
        first_mes: 'Hello.',
        mes_example: '<START>\n{{user}}: Hi\n{{char}}: Quiet, please.',
      },
    }),
    'nothing.json': '{"a":1}',
  };
  writeTree(path.join(folder, 'others'), files);
  const at = (name: string) => path.join(folder, 'others', name);
  const bring = (name: string) => run('preset', 'import', at(name), '--json');
  const read = (id: string) => readFileSync(path.join(dataDir, 'presets', `${id}.md`), 'utf8');
  const left = async (name: string) =>
    (JSON.parse((await bring(name)).stdout) as { imported: { left: string[] }[] }[])[0]?.imported.map(
      (one) => one.left,
    );
  expect(await left('planner.chatmode.md')).toEqual([['model', 'tools: githubRepo']]);
  expect(read('planner')).toBe(
    '---\nname: planner\ndescription: Plans.\ntools: [search_files, list_files, fetch_url]\n---\n\nMake a plan.\n',
  );
  expect(await left('critic.md')).toEqual([['model', 'tools: Bash(git:*)', 'permissionMode']]);
  expect(read('critic')).toContain('tools: [read_file, read_tool_result, search_files]\n---\n\nBe strict.');
  expect(read('critic')).not.toContain('approval-mode');
  expect(await left('build.md')).toEqual([['mode']]);
  expect(read('build')).toMatch(/model: anthropic\/claude-sonnet-4-5\ntemperature: 0\.1\ntools: \[ask_user/);
  expect(read('build')).not.toContain('run_command');
  expect(await left('cherry.json')).toEqual([['emoji', 'group'], []]);
  expect(read('产品经理')).toContain('description: 一句话\n---\n\n你是产品经理。\n');
  expect(read('poet')).toBe(
    '---\nname: Poet\ntemperature: 1.2\nexamples:\n  - user: Sun?\n    assistant: Run.\n---\n\nRhyme.\n',
  );
  expect(await left('libre.json')).toEqual([['endpoint', 'model']]);
  expect(read('chef')).toContain('temperature: 0.3\nmax-output-tokens: 500\nexamples:\n  - user: Egg?');
  expect(await left('webui.json')).toEqual([['base_model_id', 'params.top_p', 'meta.toolIds']]);
  expect(await left('card.json')).toEqual([['first_mes']]);
  expect(read('ana')).toContain('  - user: Hi\n    assistant: Quiet, please.\n---\n\nAna keeps the archive.');
  expect(await run('preset', 'import', at('nothing.json'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('It is not a preset'),
  });
  writeTree(folder, { 'loose.md': '---\nname: Loose\napproval-mode: edits\nprovider-search: true\n---\nGo.\n' });
  const loose = await run('preset', 'import', path.join(folder, 'loose.md'));
  expect(loose.stdout).toContain('left out: approval-mode: edits, provider-search\n');
  expect(read('loose')).toBe('---\nname: Loose\n---\n\nGo.\n');
  // Its own format is imported unchanged.
  writeTree(folder, { 'mine.md': '---\nname: Mine\napproval-mode: plan\n---\nYes.\n' });
  expect(await run('preset', 'import', path.join(folder, 'mine.md'))).toMatchObject({ code: 0 });
  expect(read('mine')).toBe('---\nname: Mine\napproval-mode: plan\n---\n\nYes.\n');
});
