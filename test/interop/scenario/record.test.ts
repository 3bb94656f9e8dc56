// Recorded exchanges with model servers of every API become a scenario, whose replay is the same conversation.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCore } from '../../../electron/core.ts';
import type { CoreOptions } from '../../../electron/coreOptions.ts';
import { createRecorder, type Recorder } from '../../../electron/interop/scenario/recorder.ts';
import { parseScenario, scenarioText } from '../../../electron/interop/scenario/scenarioFile.ts';
import type { Rule, ScenarioFile } from '../../../electron/interop/scenario/schema.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import type { SecretMask } from '../../../electron/lib/secretMask.ts';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { tokens } from '../../support/sharedTokens.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { sample } from '../../support/volume.ts';
import { refusal } from '../../support/wires/refusals.ts';
import { contentType, frame, opening, textEvent } from '../../support/wires/speech.ts';
import { startWireServer, type WireAnswer } from '../../support/wires/wireServer.ts';
import { baseUrlOf } from '../../support/wireUnderTest.ts';
import { normalised, place } from './scenarioRuns.ts';

const key = 'sk-scenario-0123456789abcdef0123456789';
const call = (id: string, file: string) => ({ id, name: 'read_file', arguments: { path: file } });
const refused =
  (kind: ProviderKind, status: number): WireAnswer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '5' });
    response.end(JSON.stringify(refusal(kind, status, 'Not now.')));
  };
const cut =
  (kind: ProviderKind): WireAnswer =>
  (response) => {
    response.writeHead(200, { 'content-type': contentType(kind) });
    const events = [...opening(kind, { model: 'm', number: 9 }), textEvent(kind, 'It was the')];
    response.write(events.map((event) => frame(kind, event)).join(''), () => setImmediate(() => response.destroy()));
  };

const malformed =
  (kind: ProviderKind): WireAnswer =>
  (response) => {
    response.writeHead(200, { 'content-type': contentType(kind) });
    response.end(kind === 'ollama' ? '{oops\n' : 'data: {oops\n\n');
  };

/** Each prompt, and the server's answers to it: request after request. */
const conversation = (kind: ProviderKind): [prompt: string, answers: WireAnswer[]][] => [
  [
    'what is in the notes?',
    [
      {
        thought: 'Let me see.',
        text: 'I look at {{both}}.',
        calls: [call('call_abc01', 'notes.txt'), call('call_abc02', 'none.txt')],
      },
      refused(kind, 429),
      { text: 'One is there.\n\n\n  The other is not. ', thought: 'Hm.' },
    ],
  ],
  ['and how does it end?', [cut(kind)]],
  ['once more', [{ text: 'It was the end.' }]],
  ['who pays?', [refused(kind, 401)]],
  ['who pays?', [malformed(kind)]],
  [
    'read it again',
    [{ calls: [{ ...call('call_abc03', 'notes.txt'), arguments: '{"path": "notes.txt"}' }] }, { text: 'March.' }],
  ],
  ['and that is all', [{ text: 'Yes, but', cutOff: true }]],
];

function recording(): { record(mask: SecretMask): Recorder; recorder(): Recorder } {
  let made: Recorder | null = null;
  return {
    record(mask) {
      made = createRecorder(mask);
      return made;
    },
    recorder: () => made as Recorder,
  };
}

/** One process that receives one message after another. */
async function converse(
  prompts: readonly string[],
  options: Pick<CoreOptions, 'record' | 'scenario'>,
  named: { word: string; baseUrl: string | null },
) {
  const root = tempFolder();
  const folder = path.join(root, 'project');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'notes.txt'), 'Notes of March.\n');
  const dataDir = path.join(root, 'data');
  const core = createCore({ ...options, dataDir, env: {}, log: silentLog, person: false, tokens });
  try {
    const provider = okValue(await core.providers.resolve(named.word, named.baseUrl));
    const project = okValue(await core.store.openProject(folder));
    const { conversationId } = okValue(await core.store.createConversation(project.id));
    for (const prompt of prompts) {
      const model = { provider, model: 'm-1' };
      const sent = okValue(await core.chat.send(conversationId, prompt, { model, approvalMode: 'all' }));
      await sent.ended;
    }
    return normalised(okValue(await core.store.readBranch(conversationId, 'context')).messages, root);
  } finally {
    await core.close();
  }
}

test.each(sample(1, providerKinds))(
  '%s: calls, a failing tool, failures and a cut stream, recorded and replayed',
  async (kind) => {
    const turns = conversation(kind);
    const told = turns.flatMap(([, answers]) => answers);
    const prompts = turns.map(([prompt]) => prompt);
    const server = await startWireServer(() => told[server.requests.length - 1] ?? { text: 'More.' });
    const { record, recorder } = recording();
    const real = await converse(prompts, { record }, { word: kind, baseUrl: baseUrlOf(kind, server.address) });
    expect(server.requests).toHaveLength(told.length);
    for (const name of ['recorded.yaml', 'recorded.json']) {
      const text = scenarioText(recorder().scenario() as ScenarioFile, name);
      const scenario = okValue(parseScenario(text, name));
      expect(await converse(prompts, { scenario }, { word: 'demo', baseUrl: null })).toEqual(real);
    }
  },
);

test(cite('INTEROP-6', 'an agent has its own rule, and is replayed the same'), { tags: ['all'] }, async () => {
  const task = { task: 'Count the notes.' };
  const told: WireAnswer[] = [
    { text: 'I ask.', calls: [{ id: 'call_1', name: 'run_agent', arguments: task }] },
    { text: 'I look.', calls: [call('call_2', 'notes.txt')] },
    { text: 'There is one.' },
    { text: 'One note.' },
  ];
  const server = await startWireServer(() => told[server.requests.length - 1] ?? { text: 'More.' });
  const { record, recorder } = recording();
  const named = { word: 'anthropic', baseUrl: server.address };
  const real = await converse(['how many?'], { record }, named);
  expect(server.requests).toHaveLength(told.length);
  const scenario = okValue(parseScenario(scenarioText(recorder().scenario() as ScenarioFile, 'a.yaml'), 'a.yaml'));
  expect(scenario.rules.map(({ match, turns }) => [match, turns.length])).toEqual([
    [[{ exact: 'how many?' }], 1],
    [[{ exact: 'Count the notes.' }], 1],
  ]);
  const again = await converse(['how many?'], { scenario }, { word: 'demo', baseUrl: null });
  expect(again).toEqual(real);
});

test(cite('INTEROP-6', 'the command records a run, masks keys, overwrites nothing, and its file drives another run'), {
  tags: ['all'],
}, async () => {
  const asked = 'my key is sk-abcdefghijklmnopqrstuvwxyz0123456789, what is in the notes?';
  const told: WireAnswer[] = [
    { text: `Your key is ${key}.`, calls: [call('call_1', 'notes.txt')] },
    { text: 'Notes of March.' },
    { text: 'Nothing else.' },
  ];
  const server = await startWireServer(() => told[server.requests.length - 1] ?? { text: 'More.' });
  const real = place();
  const provider = ['--provider', 'anthropic', '--base-url', server.address, '--model', 'm-1', '--approve', 'reads'];
  const env = { ANTHROPIC_API_KEY: key };
  const [one, two] = [path.join(real.root, 'one.yaml'), path.join(real.root, 'two.json')];
  const run = await real.run(['record', '-p', asked, ...provider, '--out', one], env);
  expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining(`Recorded to ${one}.`) });
  const written = readFileSync(one, 'utf8');
  expect(written).not.toMatch(/sk-/);
  expect(written).toContain('match:');
  const again = await real.run(['record', '-p', 'x', ...provider, '--out', one], env);
  expect(again).toMatchObject({ code: 2, stderr: `${one} already exists. Nothing was sent.\n` });
  expect(readFileSync(one, 'utf8')).toBe(written);
  expect(server.requests).toHaveLength(2);

  // The whole conversation, including earlier messages.
  await real.run(['record', '--continue', '-p', 'and else?', ...provider, '--out', two], env);
  const scenario = okValue(parseScenario(readFileSync(two, 'utf8'), two));
  expect(scenario.rules[0]?.turns).toHaveLength(2);
  const replay = place();
  const [{ match }] = scenario.rules as [Rule];
  const masked = (match[0] as { exact: string }).exact;
  await replay.run(['run', '-p', masked, '--scenario', two, '--approve', 'reads']);
  const last = await replay.run(['run', '--continue', '-p', 'and else?', '--scenario', two, '--approve', 'reads']);
  expect(last).toMatchObject({ code: 0, stdout: 'Nothing else.\n' });
  const plain = (rows: unknown[]) => JSON.parse(JSON.stringify(rows).replaceAll(/"tokens":\[[^\]]*\]/g, '"tokens":[]'));
  expect(plain(normalised(replay.rows(), replay.root).slice(2))).toEqual(
    plain(normalised(real.rows(), real.root).slice(2)),
  );
});

test(cite('INTEROP-6', 'without requests there is no file'), async () => {
  const { run, root } = place();
  const file = path.join(root, 'none.yaml');
  const ended = await run(['record', '-p', 'hello', '--provider', 'anthropic', '--out', file]);
  expect(ended.code).toBe(1);
  expect(existsSync(file)).toBe(false);
});
