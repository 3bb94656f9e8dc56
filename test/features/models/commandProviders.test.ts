// A provider named on the command line: by a word and the environment, or with a custom address, over every API.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startThroughline } from '../../support/commandLine.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { sample } from '../../support/volume.ts';
import { contentType, frame, opening, textEvent } from '../../support/wires/speech.ts';
import { startWireServer, type WireAnswer, type WireRequest } from '../../support/wires/wireServer.ts';
import { baseUrlOf } from '../../support/wireUnderTest.ts';

const key = 'sk-command-line-0123456789';
/** The usual environment variables for each API, without the address. */
const names: Record<ProviderKind, { key: string; address: string }> = {
  openai: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
  responses: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL' },
  anthropic: { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
  gemini: { key: 'GEMINI_API_KEY', address: 'GOOGLE_GEMINI_BASE_URL' },
  ollama: { key: 'OLLAMA_API_KEY', address: 'OLLAMA_HOST' },
};
const kinds = Object.keys(names) as ProviderKind[];

function place(): { at: string[]; project: string } {
  const root = tempFolder();
  const project = path.join(root, 'project');
  mkdirSync(project);
  writeFileSync(path.join(project, 'notes.txt'), 'Notes of March.');
  return { at: ['--project', project, '--data', path.join(root, 'data')], project };
}

function keyOf({ headers }: WireRequest): unknown {
  return headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization;
}

test.each(sample(1, kinds))(
  cite(
    'PROVIDER-1',
    '%s: a run set up by a word and the environment, killed mid-reply, is continued by the same server',
  ),
  async (kind) => {
    const { at } = place();
    const stuck: WireAnswer = (response) => {
      response.writeHead(200, { 'content-type': contentType(kind) });
      const events = [...opening(kind, { model: 'm', number: 1 }), textEvent(kind, 'Let me look')];
      response.write(events.map((event) => frame(kind, event)).join(''));
    };
    const answers: WireAnswer[] = [
      stuck,
      { text: 'Reading.', calls: [{ id: 'call_abc12', name: 'read_file', arguments: { path: 'notes.txt' } }] },
      { text: 'They are of March.' },
    ];
    const server = await startWireServer(() => answers[server.requests.length - 1] ?? { text: 'More.' });
    const address = kind === 'ollama' ? `127.0.0.1:${server.port}` : baseUrlOf(kind, server.address);
    const env = { [names[kind].key]: key, [names[kind].address]: address };

    const streamed = ['--output', 'stream-json'];
    const killed = startThroughline(
      [
        'run',
        '-p',
        'what is in the notes?',
        '--provider',
        kind,
        '--model',
        'm-1',
        '--approve',
        'reads',
        ...streamed,
        ...at,
      ],
      env,
    );
    await killed.prints('Let me look');
    killed.child.kill('SIGKILL');
    await killed.finished;

    const done = await startThroughline(['run', '--continue', '--approve', 'reads', '--output', 'json', ...at], env)
      .finished;
    expect({ ...done, stdout: '' }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('rror') });
    expect(JSON.parse(done.stdout)).toMatchObject({
      text: 'They are of March.',
      toolCalls: [{ name: 'read_file', outcome: 'ok' }],
      error: null,
    });
    expect(server.requests.map((request) => [request.kind, request.model])).toEqual(Array(3).fill([kind, 'm-1']));
    expect(server.requests.map(keyOf).every((sent) => String(sent).includes(key))).toBe(true);
    expect(server.requests[2]?.text).toContain('Notes of March.');
  },
);

test.each(sample(2, kinds))(
  cite(
    'PROVIDER-1',
    '%s: a provider with a custom address is found when named again, and otherwise reported as missing',
  ),
  async (kind) => {
    const { at } = place();
    const server = await startWireServer(() => ({ text: 'Hello.' }));
    const named = ['--provider', kind, '--base-url', baseUrlOf(kind, server.address)];
    const run = await commandHere(['run', '-p', 'hi', ...named, '--model', 'm-1', '--output', 'json', ...at]);
    expect(run).toMatchObject({ code: 0 });
    const { conversationId } = JSON.parse(run.stdout);

    const lost = await commandHere(['run', '--continue', '-p', 'and?', ...at]);
    expect(lost.code).toBe(1);
    expect(lost.stderr).toContain('set on the command line for one run');
    expect(lost.stderr).toContain('run --provider and --base-url');
    expect(server.requests).toHaveLength(1);

    const body = await commandHere(['request', conversationId, ...named, '-p', 'and?', ...at]);
    expect(await commandHere(['run', '--continue', '-p', 'and?', ...named, ...at])).toMatchObject({ code: 0 });
    expect(server.requests[1]).toMatchObject({ kind, model: 'm-1', text: body.stdout.trim() });
    // Without a key: a local server needs none. Some Chat Completions servers require a value all the same.
    const none = kind === 'openai' ? 'Bearer not-needed' : undefined;
    expect(server.requests.map(keyOf)).toEqual([none, none]);
  },
);

test(
  cite(['PROVIDER-1', 'PROVIDER-4'], 'without a model the most likely one of its list is used, which models prints'),
  async () => {
    const { at } = place();
    const server = await startFakeModelServer({
      models: ['text-embedding-3', 'likely-model'],
      replies: [{ text: 'Hello.' }],
    });
    onTestFinished(() => server.close());
    const named = ['--provider', 'openai', '--base-url', server.url];
    const listed = await commandHere(['models', ...named, '--json', ...at]);
    const id = expect.stringMatching(/^cli-openai-127-0-0-1-/);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { provider: id, kind: 'openai', baseUrl: server.url, models: [{ id: 'likely-model' }], error: null },
    ]);
    expect(await commandHere(['run', '-p', 'hi', ...named, ...at])).toMatchObject({ code: 0, stdout: 'Hello.\n' });
    expect(server.requests[0]?.body.model).toBe('likely-model');

    const env = { OPENAI_BASE_URL: server.url };
    const byWord = JSON.parse((await commandHere(['models', 'openai', '--json', ...at], env)).stdout);
    expect(byWord).toMatchObject([{ provider: 'environment', models: [{ id: 'likely-model' }] }]);
  },
);

test('if the model list cannot be read either, the reason is reported', async () => {
  const { at } = place();
  const server = await startFakeModelServer({ key: 'sk-another-0123456789' });
  onTestFinished(() => server.close());
  const refused = await commandHere(['run', '-p', 'x', '--provider', 'openai', '--base-url', server.url, ...at]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^No model was specified, and the provider’s list could not be read\. 127\.0\.0\.1:\d+ returned 401/,
  );
});

test.each([
  [['run', '-p', 'x', '--provider', 'nobody'], 2, /There is no provider (named )?“nobody”.*openai, responses.*ollama/],
  [['run', '-p', 'x', '--base-url', 'http://127.0.0.1:1'], 2, /--base-url needs --provider/],
  [['run', '-p', 'x', '--provider', ''], 2, /--provider needs a name/],
  [['run', '-p', 'x', '--provider', 'openai', '--base-url', 'localhost'], 2, /--base-url cannot be used/],
  [['run', '-p', 'x', '--provider', 'openai', '--base-url', 'http://me:pass@h/v1'], 2, /must not contain/],
  [['run', '-p', 'x', '--provider', 'azure'], 2, /Azure OpenAI needs your own address. Add --base-url https/],
  [['run', '-p', 'x', '--provider', 'anthropic'], 1, /Anthropic needs a key. Set ANTHROPIC_API_KEY/],
  [['run', '-p', 'x', '--provider', 'bedrock', '--base-url', 'https://b.amazonaws.com/v1'], 1, /AWS_BEARER_TOKEN/],
  [['run', '-p', 'x', '--provider', 'demo', '--base-url', 'http://127.0.0.1:1'], 2, /“demo” has its own address/],
  [['models', '--provider', 'nobody'], 2, /There is no provider (named )?“nobody”/],
  [['models', 'nobody'], 1, /There is no provider (named )?“nobody”/],
  [['models', 'demo', '--provider', 'openai'], 2, /not both/],
] as const)('%j: one line, and nothing is created', async (args, code, words) => {
  const { at } = place();
  const refused = await commandHere([...args, ...at]);
  expect(refused).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(words) });
  expect(refused.stderr.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse((await commandHere(['list', '--all', '--json', ...at])).stdout)).toEqual([]);
});
