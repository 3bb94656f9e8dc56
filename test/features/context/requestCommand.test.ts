import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { bodyViolations, wireModel } from '../../support/wireForms.ts';

test(cite('SEQ-7', "request --as prints the next request in each provider's format; a wrong format is wrong usage"), {
  tags: ['all'],
}, async () => {
  const project = path.join(tempFolder(), 'project');
  mkdirSync(project);
  const at = ['--project', project, '--data', path.join(tempFolder(), 'data')];
  const run = await commandHere(['run', '-p', 'list the files', ...at, '--approve', 'reads', '--output', 'json']);
  const { conversationId } = JSON.parse(run.stdout);
  const shown = async (...form: string[]): Promise<unknown> =>
    JSON.parse((await commandHere(['request', conversationId, ...form, ...at])).stdout);
  const provider = await shown();
  const bodies: Record<string, unknown> = { compatible: provider, deepseek: provider };
  for (const form of ['openai', 'responses', 'anthropic', 'gemini', 'ollama', 'mistral'])
    bodies[form] = await shown('--as', form);
  expect(bodyViolations(bodies, wireModel)).toEqual([]);

  const wrong = await commandHere(['request', conversationId, '--as', 'provider', ...at]);
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(wrong.stderr.trim().split('\n')).toHaveLength(1);
  expect((await commandHere(['show', conversationId, '--as', 'gemini', ...at])).code).toBe(2);
});
