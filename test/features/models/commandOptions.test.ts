// --effort, --max-output and --temperature: what is rejected, sent and saved, and what a model does not support.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { tempFolder } from '../../support/tempFolder.ts';

async function place() {
  const root = tempFolder();
  const project = path.join(root, 'project');
  mkdirSync(project);
  const model = await startFakeModelServer({ otherwise: { text: 'Good.' } });
  const at = ['--project', project, '--data', path.join(root, 'data')];
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_MODEL: 'fake-model' };
  const run = (...args: string[]) => commandHere(['run', '-p', 'hello', ...args, ...at], env);
  const sent = () => {
    const { reasoning_effort, temperature, max_tokens } = (model.requests.at(-1)?.body ?? {}) as Record<
      string,
      unknown
    >;
    return { reasoning_effort, temperature, max_tokens };
  };
  return { model, run, sent };
}

test.each([
  [['--effort', 'huge'], /--effort must be one of none, minimal, low, .*, not "huge"/],
  [['--effort', ''], /--effort must be one of/],
  [['--max-output', '15'], /--max-output must be a whole number from 16 to 1000000/],
  [['--max-output', '1e9'], /--max-output/],
  [['--max-output', '40.5'], /--max-output/],
  [['--temperature', '2.1'], /--temperature must be a number from 0 to 2/],
  [['--temperature', 'warm'], /--temperature/],
  [['--temperature', ' '], /--temperature/],
])(cite('PROVIDER-5', '%j is rejected with the allowed values, and nothing is sent'), async (args, words) => {
  const { model, run } = await place();
  const ended = await run(...args);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(words);
  expect(model.requests).toEqual([]);
  await model.close();
});

test(cite('PROVIDER-5', 'they are sent, kept for the next turn, and changed individually'), async () => {
  const { model, run, sent } = await place();
  const first = await run('--effort', 'low', '--max-output', '2000', '--output', 'json');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(sent()).toEqual({ reasoning_effort: 'low', max_tokens: 2000 });
  const { conversationId } = JSON.parse(first.stdout);
  await run('--resume', conversationId);
  expect(sent()).toEqual({ reasoning_effort: 'low', max_tokens: 2000 });
  await run('--resume', conversationId, '--temperature', '0', '--effort', 'high');
  expect(sent()).toEqual({ reasoning_effort: 'high', temperature: 0, max_tokens: 2000 });
  // A single command's options do not apply to other conversations.
  await run();
  expect(sent()).toEqual({});
  await model.close();
});

test(cite('PROVIDER-5', 'unsupported options are reported, not sent, and end nothing'), async () => {
  const { model, run, sent } = await place();
  const plain = await run('--model', 'gpt-4.1', '--effort', 'high', '--max-output', '90000');
  expect(plain.code).toBe(0);
  expect(plain.stderr).toContain('gpt-4.1 does not support effort, so it is not sent.\n');
  expect(plain.stderr).toContain('gpt-4.1 is limited to 32768 tokens. That limit is sent instead.\n');
  expect(sent()).toEqual({ max_tokens: 32_768 });
  const thinker = await run('--model', 'o3', '--effort', 'max', '--temperature', '0.5');
  expect(thinker.stderr).toContain('o3 has no “max” effort. “high” is sent instead.\n');
  expect(thinker.stderr).toContain('o3 does not support a temperature with these settings, so it is not sent.\n');
  expect(sent()).toEqual({ reasoning_effort: 'high' });
  await model.close();
});
