// The demo's server itself: its URL, and the scenario that it reads.

import { expect, test } from 'vitest';
import { parseScenario } from '../../../electron/interop/scenario/scenarioFile.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { startDemoServer } from '../../../electron/providers/demo/demoServer.ts';

import scenarioText from '../../../electron/providers/demo/scenario.yaml?raw';
import { errorOf, okValue } from '../../support/result.ts';

const scenario = okValue(parseScenario(scenarioText, 'scenario.yaml'));

async function withServer(run: (url: string) => Promise<void>): Promise<void> {
  const server = await startDemoServer({
    scenarios: [scenario],
    clock: systemClock,
    token: 'secret',
    platform: 'linux',
  });
  try {
    await run(server.url);
  } finally {
    await server.close();
  }
}

test('without the secret part of its URL it serves nothing', () =>
  withServer(async (url) => {
    const open = url.replace('/secret', '');
    for (const path of [`${open}/models`, `${url}/`, open.replace('/v1', '/')]) {
      expect((await fetch(path)).status).toBe(404);
    }
    expect((await fetch(`${open}/chat/completions`, { method: 'POST', body: '{"messages":[]}' })).status).toBe(404);
    expect((await fetch(`${url}/models`)).status).toBe(200);
    expect(new URL(url).hostname).toBe('127.0.0.1');
  }));

test('an invalid request is rejected, and the server continues', () =>
  withServer(async (url) => {
    for (const body of ['', '{', '[]', '{"messages":"x"}']) {
      expect((await fetch(`${url}/chat/completions`, { method: 'POST', body })).status).toBe(400);
    }
    for (const messages of [[], [null], [{ role: 'tool' }], [{ role: 'user', content: [{ type: 'image' }] }]]) {
      const answer = await fetch(`${url}/chat/completions`, { method: 'POST', body: JSON.stringify({ messages }) });
      expect(answer.status).toBe(200);
      expect(
        ((await answer.json()) as { choices: { message: { content: string } }[] }).choices[0]?.message.content,
      ).toContain('script');
    }
  }));

const base = scenarioText.slice(0, scenarioText.indexOf('rules:'));
const withRule = (text: string): string => `${base}rules:\n${text}`;
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

test.each<[name: string, text: string, at: string, words: string]>([
  ['an unknown key at the top', `${scenarioText}\ncolour: red\n`, 'colour: red', 'there is no key "colour"'],
  [
    'an unknown key of a rule',
    withRule('  - name: a\n    match: { any: true }\n    color: red\n'),
    'color: red',
    'rules.0: there is no key "color"',
  ],
  [
    'an unknown key of a step',
    withRule('  - name: a\n    match: { any: true }\n    turns:\n      - reply: x\n        colour: red\n'),
    'colour: red',
    'there is no key "colour"',
  ],
  ['a pattern of no kind', withRule('  - name: a\n    match: { regexp: x }\n'), 'match: { regexp', 'match'],
  [
    'a wrong regular expression',
    withRule('  - name: odd\n    match: { regex: "(" }\n'),
    'match: { regex: "(" }',
    'rule "odd"',
  ],
  [
    'a value of the wrong type',
    withRule('  - name: a\n    match: { any: true }\n    delay_ms: soon\n'),
    'delay_ms: soon',
    'rules.0.delay_ms',
  ],
  ['no YAML', 'version: 1\nmodel: a\nmodel: b\n', 'model: b', ''],
])('a scenario with %s is rejected with its line', (_name, text, at, words) => {
  const { message } = errorOf(parseScenario(text, 'scenario.yaml'));
  expect(message).toContain(`scenario.yaml, line ${lineOf(text, at)}: `);
  expect(message).toContain(words);
});

test('every kind of pattern matches', async () => {
  const { findRules } = await import('../../../electron/providers/demo/matcher.ts');
  const text = withRule(
    ['exact: Stop it', 'contains: elephant', "glob: 'a*z?'", "regex: '^(?<what>\\d+)$'", 'any: true']
      .map((pattern, at) => `  - name: r${at}\n    match: { ${pattern} }\n`)
      .join(''),
  );
  const parsed = okValue(parseScenario(text, 'scenario.yaml'));
  const rule = (asked: string) =>
    findRules(asked, parsed, () => true).tasks.map((task) => [task.rule.name, task.values])[0];
  expect(rule('stop it')).toEqual(['r0', {}]);
  expect(rule('an Elephant!')).toEqual(['r1', {}]);
  expect(rule('abczx')).toEqual(['r2', {}]);
  expect(rule('42')).toEqual(['r3', { what: '42' }]);
  expect(rule('else')).toEqual(['r4', {}]);
});
