// throughline cost and models, the cost in a run's result, and a spending limit in non-interactive runs.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { compileCache, doors } from '../../support/commandLine.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import type { ReplyStep } from '../../support/fakeReply.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const usage = {
  usage: { prompt_tokens: 1_000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 500 } },
};

/** A reply costs 500 × 1,000 + 500 × 100 + 100 × 1,000 = 650,000 per million: 65 cents. */
const prices = { 'fake-model': { input: 1000, output: 1000, cacheRead: 100 } };

async function place(settings: object, replies: ReplyStep[][] = [[{ text: 'one' }, usage]]) {
  const root = tempFolder();
  const [data, project] = [path.join(root, 'data'), path.join(root, 'project')];
  mkdirSync(data, { recursive: true });
  mkdirSync(project);
  writeFileSync(path.join(data, 'settings.json'), JSON.stringify(settings));
  const model = await startFakeModelServer({ replies, otherwise: [{ text: 'more' }, usage], window: 10_000_000 });
  onTestFinished(() => model.close());
  const env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_MODEL: 'fake-model' };
  const at = ['--data', data, '--project', project];
  return { model, env, at, run: (...args: string[]) => commandHere([...args, ...at], env) };
}

test(cite('WORK-4', 'cost prints the payments per day, model and conversation, and unknown ones'), {
  tags: ['all'],
}, async () => {
  const { run } = await place({ prices });
  const json = JSON.parse((await run('run', '-p', 'first', '--output', 'json')).stdout);
  expect(json.usage).toEqual({ inputTokens: 1_000, outputTokens: 100, usd: 0.65 });
  const all = await run('cost');
  expect(all).toMatchObject({ code: 0, stderr: '' });
  expect(all.stdout).toMatch(/^Today +\$0\.65 {2}1 reply, 1,000 in \(50 % cached\), 100 out$/m);
  expect(all.stdout).toMatch(/^Per day, last 30 days$/m);
  expect(all.stdout).toMatch(/^\d{4}-\d\d-\d\d +\$0\.65 /m);
  expect(all.stdout).toMatch(/^environment\/fake-model +\$0\.65 /m);
  expect(all.stdout).toMatch(new RegExp(`^${json.conversationId.slice(0, 8)} {2}first +\\$0\\.65`, 'm'));
  const one = JSON.parse((await run('cost', json.conversationId.slice(0, 8), '--days', '1', '--json')).stdout);
  expect(one.conversation).toMatchObject({ usd: 0.65, replies: 1, unknown: 0 });
  expect(one.days).toMatchObject([{ usd: 0.65 }]);
});

test('an unknown cost is not an amount', { tags: ['all'] }, async () => {
  const { run } = await place({});
  const json = JSON.parse((await run('run', '-p', 'first', '--output', 'json')).stdout);
  expect(json.usage).toEqual({ inputTokens: 1_000, outputTokens: 100, unknown: 1 });
  expect((await run('cost')).stdout).toMatch(/^Today +unknown {2}1 reply, 1 reply of unknown cost, /m);
  // Next to a free one, too.
  await run('run', '-p', 'hello', '--provider', 'demo');
  expect((await run('cost')).stdout).toMatch(/^Today +unknown {2}2 replies, 1 reply of unknown cost, /m);
});

test('cost without any conversation, and with invalid arguments', async () => {
  const { run } = await place({});
  expect(await run('cost')).toMatchObject({ code: 0, stdout: expect.stringContaining('No costs in the') });
  expect(await run('cost', 'nothing-here')).toMatchObject({ code: 1 });
  expect((await run('cost', '--days', '0')).code).toBe(2);
});

test(cite('WORK-4', 'a non-interactive run at the limit ends with its code, and can be continued'), async () => {
  const { run, model } = await place({ prices, spendLimit: { day: null, conversation: 0.01 } });
  const ended = await run('run', '-p', 'first', '--output', 'json');
  expect(ended.code).toBe(1);
  const result = JSON.parse(ended.stdout);
  expect(result.error).toMatchObject({ code: 'SPEND_LIMIT_REACHED' });
  expect(model.requests).toHaveLength(0);
  expect((await run('show', result.conversationId)).stdout).toContain('first');
});

test(cite('WORK-4', 'a limit holds where costs can be neither read nor recorded, and that is reported'), async () => {
  const list = { calls: [{ name: 'list_files', arguments: '{}' }] };
  const used = { usage: { prompt_tokens: 600_000, completion_tokens: 0 } };
  const { run, at, model } = await place(
    {
      ...{ prices: { 'fake-model': { input: 1, output: 1 } }, approvalMode: 'all' },
      spendLimit: { day: 1, conversation: null },
    },
    Array.from({ length: 4 }, () => [list, used]),
  );
  const [, data = ''] = at;
  mkdirSync(path.join(data, 'usage', `${new Date().toISOString().slice(0, 7)}.jsonl`), { recursive: true });
  const { code, stdout, stderr } = await run('run', '-p', 'go', '--output', 'json');
  expect([code, model.requests.length]).toEqual([1, 2]);
  expect(JSON.parse(stdout).error).toMatchObject({
    code: 'SPEND_LIMIT_REACHED',
    message: expect.stringContaining('is used up ($1.20 spent)'),
  });
  expect(stderr).toContain('the spending limit counts only spending since the app started');
});

test(cite('WORK-4', 'models lists each provider’s models with their known data and its source'), {
  tags: ['all'],
}, async () => {
  const { run, model } = await place({ prices });
  const all = await run('models', '--json');
  expect(all.code).toBe(0);
  const lists = JSON.parse(all.stdout);
  expect(lists.map(({ provider }: { provider: string }) => provider)).toEqual(['demo', 'environment']);
  expect(lists[0].models[0].price).toEqual({ input: 0, output: 0, by: 'local' });
  const listed = lists[1].models.find(({ id }: { id: string }) => id === 'fake-model');
  expect(listed).toMatchObject({ contextWindow: 10_000_000, source: 'server', price: { input: 1000, by: 'settings' } });
  const one = await run('models', 'environment');
  expect(one.stdout).toMatch(/^ {2}fake-model +10,000,000 tokens, .*\$1000 in, \$1000 out \(settings\)$/m);
  expect((await run('models', 'nobody')).code).toBe(1);
  // A failing one says why, and the others continue; if all fail, the command fails.
  await model.close();
  const broken = await run('models');
  expect(broken).toMatchObject({ code: 0, stderr: expect.stringMatching(/^ {2}environment: /m) });
  expect(broken.stdout).toContain('demo');
  expect((await run('models', 'environment')).code).toBe(1);
});

/** The built command line in a real terminal, where each question about the limit gets the next of these lines. */
async function inTerminal(args: readonly string[], env: Record<string, string>, ...typed: string[]): Promise<string> {
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', `${doors}cli.js`, ...args];
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('script', ['-qec', words.map((word) => `'${word}'`).join(' '), '/dev/null'], {
    env: { PATH, HOME, TERM: 'dumb', ...compileCache, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let answered = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
    // A question redrawn with each key is one: the result of the answer follows it.
    const asked = said.split('would exceed').length - 1;
    if (asked <= answered || !said.slice(said.lastIndexOf('would exceed')).includes('[y/r/N]')) return;
    answered = asked;
    child.stdin.write(typed[asked - 1] ?? '\n');
  });
  await once(child, 'close');
  return said;
}

test(cite('WORK-4', 'in a terminal the user is asked at the limit: raises it, lets the run continue, or stops'), {
  tags: ['all'],
}, async () => {
  const dear = { 'fake-model': { input: 100, output: 10_000 } };
  const { env, at, model } = await place({ prices: dear, spendLimit: { day: null, conversation: 0.3 } });
  const begin = ['run', '-p', 'first', ...at];
  // The request alone costs more than the limit, and less than twice as much.
  const raised = await inTerminal(begin, env, 'r\n');
  expect(raised).toMatch(/r: raise the limit of this conversation by \$0\.3\./);
  expect(model.requests).toHaveLength(1);
  const letOn = await inTerminal(begin, env, 'y\n');
  expect(letOn).toContain('more');
  expect(model.requests).toHaveLength(2);
  const stopped = await inTerminal(begin, env, '\n');
  expect(stopped).toContain('Everything is saved');
  expect(model.requests).toHaveLength(2);
});
