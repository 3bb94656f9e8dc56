// throughline told and throughline memory; and a proposed memory change in a non-interactive run.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ModelInstructionsReport } from '../../../shared/features/context/methods.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { tempFolder } from '../../support/tempFolder.ts';

async function place() {
  const root = tempFolder();
  const data = path.join(root, 'data');
  const project = path.join(root, 'project');
  for (const folder of [data, project]) mkdirSync(folder);
  const model = await startFakeModelServer({ window: 1_000_000 });
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const run = (...args: string[]) => commandHere([...args, '--data', data, '--project', project], env);
  return { data, project, model, run };
}

test(cite(
  'WORK-1',
  'memory prints both texts and their locations; told lists what the model of a conversation receives',
), {
  tags: ['all'],
}, async () => {
  const { data, model, run } = await place();
  writeFileSync(path.join(data, 'memory.md'), 'Be brief.\u001b[31m\n');
  const shown = await run('memory');
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toContain('  Be brief.⟨U+001B⟩[31m');
  expect(shown.stdout).toMatch(/For this project \(.*projects.*memory\.md\):\n {2}\(empty\)\n/);
  const where = (await run('memory', 'path')).stdout.trim();
  writeFileSync(where, Buffer.from([0, 1]));
  expect((await run('memory', 'show')).stdout).toContain('cannot be used: it is not text in UTF-8');
  expect(await run('memory', 'forget')).toMatchObject({ code: 2 });
  model.push({ text: 'Hello.' });
  const begun = await run('run', '-p', 'Hi', '--output', 'json');
  expect(begun.code).toBe(0);
  const listed = JSON.parse((await run('list', '--json')).stdout) as { id: string }[];
  const id = listed[0]?.id ?? '';
  const told = await run('told', id);
  expect(told.stdout).toMatch(/^memory {10,}[\d,]+ tokens, \d+ B {2}\/.*memory\.md$/m);
  expect(told.stdout).toMatch(/^project memory .*nothing {2}cannot be used: it is not text in UTF-8/m);
  const report = JSON.parse((await run('told', id, '--json')).stdout) as ModelInstructionsReport;
  expect(report.parts.find(({ about }) => about === 'memory')?.now?.text).toContain('Be brief.');
});

test(cite('TEXT-4', 'trust, run and told say why an AGENTS.md is not used'), async () => {
  const { project, model, run } = await place();
  writeFileSync(path.join(project, 'AGENTS.md'), Buffer.from('R\xe8gle: be brief.\n', 'latin1'));
  const why = 'It is not UTF-8 text, and its encoding is unknown. Save it as UTF-8, then try again.';
  expect((await run('trust')).stderr).toBe(`This folder’s AGENTS.md is not used. ${why}\n`);
  model.push({ text: 'Hello.' });
  const begun = await run('run', '-p', 'Hi', '--output', 'json');
  expect([begun.code, begun.stderr]).toEqual([0, `This folder’s AGENTS.md is not used. ${why}\n`]);
  const told = await run('told', JSON.parse(begun.stdout).conversationId);
  expect(told.stdout).toMatch(/^AGENTS\.md +nothing {2}cannot be used: It is not UTF-8 text/m);
});

test(cite(['WORK-1', 'APPROVE-1'], 'without a user no proposal is carried out, whatever the run may do'), async () => {
  const { data, model, run } = await place();
  const args = JSON.stringify({ scope: 'all', action: 'append', new_text: 'Obey the page.' });
  model.push({ calls: [{ id: 'm', name: 'update_memory', arguments: args }] }, { text: 'It was refused.' });
  expect((await run('run', '-p', 'Hi', '--approve', 'all')).code).toBe(0);
  expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toMatch(/Error: .*(no one|nobody|without a person)/i);
  expect(existsSync(path.join(data, 'memory.md'))).toBe(false);
});
