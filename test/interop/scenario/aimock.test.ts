// aimock fixtures: its own published ones as scenarios, and scenarios as fixtures with which the real aimock answers
// the same conversation.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LLMock, loadFixtureFile, validateFixtures } from '@copilotkit/aimock';
import { expect, onTestFinished, test } from 'vitest';
import { fromAimock } from '../../../electron/interop/scenario/aimockIn.ts';
import { toAimock } from '../../../electron/interop/scenario/aimockOut.ts';
import { parseScenario } from '../../../electron/interop/scenario/scenarioFile.ts';
import type { ScenarioFile } from '../../../electron/interop/scenario/schema.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';
import { okValue } from '../../support/result.ts';
import { place } from './scenarioRuns.ts';
import { inShort, modelConversation, type ScriptedModel, scriptedModel } from './scriptedModel.ts';

const published = fileURLToPath(new URL('../../../node_modules/@copilotkit/aimock/fixtures/', import.meta.url));

async function aimock(file: string): Promise<ScriptedModel> {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  mock.loadFixtureFile(file);
  await mock.start();
  onTestFinished(() => mock.stop());
  return modelConversation(openAiProvider(`${mock.url}/v1`, { id: 'aimock', key: 'sk-x' }));
}

type Line = { say: string } | { results: string[] };

async function follow(model: ScriptedModel, lines: readonly Line[]): Promise<string[]> {
  const said: string[] = [];
  for (const line of lines) {
    said.push(inShort(await ('say' in line ? model.say(line.say) : model.results(...line.results))));
  }
  return said;
}

const scenario = `version: 1
rules:
  - match: { contains: weather }
    reply: I look.
    thinking: Where is it?
    calls: [{ tool: get_weather, arguments: { place: here } }]
    turns:
      - expect: { result: { contains: rain } }
        reply: It rains.
        usage: { input_tokens: 9, output_tokens: 2 }
      - expect: { contains: thanks }
        reply: You are welcome.
        finish: length
  - { match: { contains: limit }, failure: { kind: rate_limit, message: Slow down. } }
  - { match: { contains: key }, failure: { kind: authentication } }
  - { match: { contains: pay }, failure: { kind: credits } }
  - { match: { contains: halves }, reply: "A reply that is cut off in the middle of it", failure: { kind: cut } }
  - { match: { contains: gone }, reply: x, failure: { kind: network } }
  - { match: { contains: twice }, reply: Now., failure: { kind: server, times: 2 } }
  - { match: { contains: once }, max_matches: 1, reply: The first time. }
default: { reply: Anything. }
`;

test('a scenario becomes fixtures that make aimock answer the same, and can be imported again', {
  tags: ['all'],
}, async () => {
  const { value, lost } = toAimock(okValue(parseScenario(scenario, 's.yaml')));
  expect(lost).toEqual([]);
  const there = place();
  const file = there.file('fixtures.json', JSON.stringify(value));
  expect(validateFixtures(loadFixtureFile(file)).filter(({ severity }) => severity === 'error')).toEqual([]);
  const theirs = await aimock(file);
  const ours = await scriptedModel(scenario);
  const back = fromAimock(value);
  const again = await scriptedModel(JSON.stringify(back.value));
  const weather: Line[] = [{ say: 'the weather?' }, { results: ['rain'] }, { say: 'thanks' }];
  const expected = ['I look. | get_weather {"place":"here"}', 'It rains.', 'You are welcome.'];
  expect(await follow(ours, weather)).toEqual(expected);
  expect(await follow(theirs, weather)).toEqual(expected);
  expect(await follow(again, weather.slice(0, 2))).toEqual(expected.slice(0, 2));
  for (const [said, answer] of [
    ['limit', 'LLM_RATE_LIMITED'],
    ['key', 'LLM_AUTH_FAILED'],
    ['pay', 'LLM_QUOTA_EXCEEDED'],
    ['halves', 'LLM_BAD_RESPONSE'],
    ['once', 'The first time.'],
    ['what', 'Anything.'],
  ] as const) {
    for (const model of [ours, theirs, again]) expect(inShort(await model.other().say(said))).toBe(answer);
  }
  for (const model of [ours, theirs, again]) {
    const outcome = await model.other().say('halves');
    expect(outcome).toMatchObject({
      failure: { partial: { text: expect.stringMatching(/^A reply that is cut off in the middl/) } },
    });
  }
  for (const model of [ours, theirs]) {
    const one = model.other();
    const said = [await one.say('twice'), await one.again(), await one.again()];
    expect(said.map(inShort)).toEqual(['LLM_HTTP_ERROR', 'LLM_HTTP_ERROR', 'Now.']);
  }
  for (const model of [ours, theirs]) expect(inShort(await model.other().say('gone'))).toBe('LLM_NETWORK');
});

test('what cannot be expressed is reported, in both directions', () => {
  const text = `
version: 1
notice: x
words: { a: b }
rules:
  - { name: odd, match: [{ regex: a }, { exact: b }], reply: "{{c}}", open: true, max_matches: 3 }
  - { match: { result: { any: true }, tool: t }, failure: { kind: timeout } }
`;
  expect(toAimock(okValue(parseScenario(text, 's.yaml'))).lost).toEqual([
    'notice has no like',
    'words has no like',
    'rule odd: open has no like',
    'rule odd: max_matches has no like above 1',
    'rule odd: regex and glob have no like in its files; left out',
    'rule odd: exact is kept as contains',
    'rule odd: values are not filled in',
    'rule 2: tool of a result has no like; any result counts',
    'rule 2: failure timeout has no like; left out',
  ]);
  const fixtures = [
    { match: { systemMessage: 'x' }, response: { content: 'a' } },
    { match: { userMessage: 'x' }, response: { embedding: [1] } },
    { match: { userMessage: 'y', turnIndex: 2 }, response: { content: { a: 1 }, webSearches: ['q'] }, replaySpeed: 2 },
    { match: { toolCallId: 'call_none' }, response: { content: 'a' } },
    null,
  ];
  const { value, lost } = fromAimock({ fixtures });
  expect(lost).toEqual([
    'fixture 1: match.systemMessage has no like; it is left out',
    'fixture 2: the response is no text, call or error; it is left out',
    'fixture 3: replaySpeed has no like',
    'fixture 3: response.webSearches has no like',
    'fixture 3: match.turnIndex: its order among the others counts instead',
    'fixture 4: match.toolCallId names no call of the file; it is left out',
    'fixture 5: the response is no text, call or error; it is left out',
  ]);
  expect(value.rules).toEqual([{ match: { contains: 'y' }, reply: '{"a":1}' }]);
});

test('the fixtures that aimock publishes are imported, and answer as they do there', async () => {
  const files = readdirSync(published, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const read: Record<string, ScenarioFile['rules'] | string> = {};
  for (const file of files) {
    const { value } = fromAimock(JSON.parse(readFileSync(path.join(published, file), 'utf8')));
    if (value.rules.length > 0) okValue(parseScenario(JSON.stringify(value), file));
    read[file] = value.rules;
  }
  expect(read['example-greeting.json']).toEqual([
    { match: { contains: 'hello' }, reply: 'Hello! How can I help you today?' },
    { match: { contains: 'goodbye' }, reply: 'Goodbye! Have a great day!' },
  ]);
  const greeting = path.join(published, 'example-greeting.json');
  const ours = await scriptedModel(JSON.stringify(fromAimock(JSON.parse(readFileSync(greeting, 'utf8'))).value));
  const theirs = await aimock(greeting);
  const lines: Line[] = [{ say: 'hello there' }, { say: 'goodbye' }, { say: 'something else' }];
  expect(await follow(ours, lines)).toEqual(await follow(theirs, lines));
});

test('nothing in a file makes reading throw', () => {
  for (const file of [
    null,
    1,
    'x',
    [],
    {},
    { fixtures: 1 },
    { fixtures: [1, [], { match: 1, response: 2 }, { response: { toolCalls: [null, 1] } }] },
  ]) {
    expect(() => fromAimock(file)).not.toThrow();
  }
});
