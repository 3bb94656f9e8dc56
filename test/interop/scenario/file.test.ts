// Scenario files: what is rejected and where, and command-line runs with them.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runBrowserHost } from '../../../electron/host/browser/browserHost.ts';
import { doctorHint } from '../../../electron/host/logFolder.ts';
import { parseScenario, scenarioText } from '../../../electron/interop/scenario/scenarioFile.ts';
import type { ScenarioFile } from '../../../electron/interop/scenario/schema.ts';
import { silentLog } from '../../../electron/lib/log.ts';
import { fail } from '../../../shared/core/errors.ts';
import { cite } from '../../support/cite.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { normalised, place } from './scenarioRuns.ts';

const good = `version: 1
rules:
  - match: { contains: notes }
    reply: I look.
    calls:
      - tool: read_file
        arguments: { path: notes.txt }
      - tool: read_file
        arguments: { path: none.txt }
    turns:
      - reply: |-
          There is one.
      - expect: { exact: thanks }
        failure: { kind: rate_limit, times: 1, retry_after_ms: 5 }
        reply: You are welcome.
default:
  reply: What?
`;

test.each<[line: string, wrong: string, says: string]>([
  ['version: 1', 'version: 2', 'version'],
  ['version: 1', 'version: 1\ncolour: red', 'there is no key "colour"'],
  ['    reply: I look.', '    replies: I look.', 'rules.0: there is no key "replies"'],
  ['contains: notes', 'contain: notes', 'match'],
  ['contains: notes', 'contains: 3', 'rules.0.match'],
  ['{ contains: notes }', '{ result: { contains: x, tool: y } }', 'tool'],
  ['      - tool: read_file', '      - tools: read_file', 'rules.0.calls.0'],
  ['exact: thanks', 'regex: "(thanks"', 'regular expression'],
  ['exact: thanks', 'result: { regex: "[" }', 'regular expression'],
  ['kind: rate_limit', 'kind: ratelimit', 'rules.0.turns.1.failure'],
  ['times: 1,', 'times: 0,', 'rules.0.turns.1.failure'],
  ['retry_after_ms: 5', 'retry_after: 5', 'there is no key "retry_after"'],
  ['  reply: What?', '  answer: What?', 'default: there is no key "answer"'],
  ['  reply: What?', '  reply: *nobody', 'nobody'],
  ['default:', 'default: [', ''],
])('%s → %s', (line, wrong, says) => {
  const { message } = errorOf(parseScenario(good.replace(line, wrong), 'some/scenario.yaml'));
  const at = good.slice(0, good.indexOf(line)).split('\n').length + (wrong.includes('\n') ? 1 : 0);
  expect(message).toContain('some/scenario.yaml, line ');
  expect(message).toContain(says);
  const told = Number(/line (\d+)/.exec(message)?.[1]);
  // Invalid YAML is wrong where it ends.
  if (wrong !== 'default: [') expect(told).toBe(at);
});

test(cite('INTEROP-5', 'hostile files are rejected with an explanation'), () => {
  const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [${'*a, '.repeat(9)}*a]\nc: &c [${'*b, '.repeat(9)}*b]\nd: [${'*c, '.repeat(9)}*c]\n`;
  for (const text of ['', 'null', '[]', '42', bomb, '__proto__: { version: 1 }\n', `${'['.repeat(2000)}`, '\u0000']) {
    expect(errorOf(parseScenario(text, 'x.yaml')).message).toContain('x.yaml, line ');
  }
});

test(cite('INTEROP-5', 'a written scenario is read back the same, in YAML and in JSON'), () => {
  const file: ScenarioFile = {
    version: 1,
    rules: [
      {
        match: { exact: 'a: "b"\n# c' },
        reply: ' x\n\n\n{{y}}',
        verbatim: true,
        calls: [{ tool: 't', arguments: '{' }],
      },
    ],
  };
  const [yaml, json] = ['a.yaml', 'a.json'].map((name) => okValue(parseScenario(scenarioText(file, name), name)));
  expect(yaml).toEqual(json);
  expect(yaml?.rules[0]).toMatchObject({ reply: ' x\n\n\n{{y}}', match: [{ exact: 'a: "b"\n# c' }] });
});

async function talk(text: string) {
  const there = place();
  const file = there.file('scenario.yaml', text);
  const first = await there.run(['run', '-p', 'read the notes', '--scenario', file, '--approve', 'reads']);
  const second = await there.run(['run', '--continue', '-p', 'thanks', '--scenario', file]);
  return { first, second, rows: normalised(there.rows(), there.root) };
}

test(cite('INTEROP-5', 'run --scenario: the same scenario twice produces the same conversation'), async () => {
  const [one, other] = [await talk(good), await talk(good)];
  expect(one.first).toMatchObject({ code: 0, stdout: 'I look.\nThere is one.\n' });
  expect(one.second).toMatchObject({ code: 0, stdout: 'You are welcome.\n' });
  expect(one.second.stderr).toContain('Retrying');
  expect(other.rows).toEqual(one.rows);
  const roles = (one.rows as { role: string; outcome?: string }[]).map(({ role, outcome }) => outcome ?? role);
  expect(roles.filter((role) => role !== 'system')).toEqual([
    'user',
    'assistant',
    'ok',
    'error',
    'assistant',
    'user',
    'assistant',
  ]);
});

test(cite('INTEROP-5', 'problems in the file are reported before anything starts'), async () => {
  const { run, file, root } = place();
  const wrong = file('wrong.yaml', good.replace('kind: rate_limit', 'kindly: x'));
  for (const [given, says] of [
    [wrong, `${wrong}, line 14: rules.0.turns.1.failure: there is no key "kindly"`],
    [path.join(root, 'none.yaml'), 'could not be read'],
  ] as const) {
    const ended = await run(['run', '-p', 'x', '--scenario', given]);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(says) });
  }
  expect(existsSync(path.join(root, 'data'))).toBe(false);
  const both = await run(['run', '-p', 'x', '--scenario', wrong, '--provider', 'openai']);
  expect(both).toMatchObject({ code: 2, stderr: 'use either --scenario or --provider and --model\n' });
});

test(cite('INTEROP-5', 'serve and npm start accept it, too, and start nothing with an invalid one'), async () => {
  const { file, root } = place();
  const data = path.join(root, 'data');
  const told: string[] = [];
  const given: (string | undefined)[] = [];
  const start = (scenario: string): Promise<number> =>
    runBrowserHost({
      args: ['--no-open', '--data', data, '--scenario', scenario],
      folder: root,
      env: {},
      rendererFolder: root,
      version: 'test',
      log: silentLog,
      async createApp(options) {
        given.push(options.scenario?.default?.reply);
        return fail('STORE_READ_FAILED', 'That was all.');
      },
      openPage() {},
      out() {},
      err: (line) => void told.push(line),
      showCode: () => false,
      ending: new AbortController().signal,
    });
  file('good.yaml', good);
  file('wrong.yaml', `${good}more: 1\n`);
  expect(await start('wrong.yaml')).toBe(1);
  expect(existsSync(data)).toBe(false);
  expect(await start('good.yaml')).toBe(1);
  expect(given).toEqual(['What?']);
  expect(told).toEqual([
    `${path.join(root, 'wrong.yaml')}, line 18: there is no key "more"`,
    `That was all.\n${doctorHint}`,
  ]);
});

test(cite('INTEROP-5', 'throughline scenario checks a file, and converts it to aimock fixtures and back'), async () => {
  const { run, file, root } = place();
  const given = file('a.yaml', good);
  const [fixtures, back] = [path.join(root, 'fixtures.json'), path.join(root, 'back.yaml')];
  expect(await run(['scenario', given])).toMatchObject({ code: 0, stdout: '1 rule. The scenario is valid.\n' });
  expect(await run(['scenario', given, '--out', fixtures])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('exact is kept as contains'),
  });
  expect(JSON.parse(readFileSync(fixtures, 'utf8')).fixtures).toHaveLength(5);
  expect((await run(['scenario', fixtures, '--out', back])).code).toBe(0);
  expect(await run(['scenario', back])).toMatchObject({ code: 0 });
  const ended = await run(['run', '-p', 'read the notes', '--scenario', fixtures, '--approve', 'reads']);
  expect(ended).toMatchObject({ code: 0, stdout: 'I look.\nThere is one.\n' });
});
