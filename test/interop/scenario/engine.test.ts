// A running scenario over its real server: which rule answers, what follows, and how the app sees failures.

import { expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { inShort, scriptedModel } from './scriptedModel.ts';

const rules = `
version: 1
rules:
  - { match: { exact: " Stop it " }, reply: exact }
  - { match: { contains: elephant }, reply: contains }
  - { match: { glob: "a*z?" }, reply: glob }
  - match: [{ regex: '^(?<what>\\d+) (?<unit>\\w+)$' }, { regex: '^how (?<what>\\w+)$' }]
    reply: "{{what}} of {{unit|something}}"
    thinking: Is it {{what}}?
    calls:
      - { tool: measure, arguments: { amount: { $number: "{{what}}" }, list: ["{{unit}}", 1], note: "{{none}}" } }
      - { tool: raw, arguments: '{"broken": ' }
`;

test(cite('INTEROP-5', 'rules apply in order, and matches go into text, thinking and arguments'), async () => {
  const model = await scriptedModel(`${rules}default: { reply: nothing }`);
  for (const [said, answer] of [
    ['stop IT', 'exact'],
    ['an Elephant!', 'contains'],
    ['abczx', 'glob'],
    ['12 miles', '12 of miles | measure {"amount":12,"list":["miles",1]} | raw {"broken": '],
    ['how far', 'far of something | measure {"list":[1]} | raw {"broken": '],
    ['else', 'nothing'],
  ] as const) {
    const outcome = await model.other().say(said);
    expect(inShort(outcome)).toBe(answer);
    if (said === '12 miles') expect(outcome.kind === 'reply' && outcome.reply.reasoning).toBe('Is it 12?');
  }
});

test(cite('INTEROP-5', 'requests that match no rule are rejected without a default'), async () => {
  const outcome = await (await scriptedModel(rules)).say('else');
  expect(outcome).toMatchObject({ kind: 'failed', failure: { status: 404, retryable: false } });
  expect(outcome.kind === 'failed' && outcome.failure.message).toContain('No rule of the scenario takes this');
});

const turns = `
version: 1
words: { other: "{{tool}}: {{result}}" }
rules:
  - match: { regex: '^deploy (?<what>\\w+)$' }
    calls: [{ tool: build, arguments: { target: "{{what}}" } }, { tool: lint }]
    turns:
      - expect: [{ tool: build, result: { regex: '^built (?<file>.+)$', at_most: 3 } }]
        otherwise: "It did not build. {{told}}"
        reply: Built.
        calls: [{ tool: upload, each: file, arguments: { file: "{{item}}" } }]
      - reply: "Deploy {{what}}? ({{build_result}})"
      - expect: { contains: "yes" }
        reply: Deployed {{what}}.
      - expect: { any: true }
        reply: Anything else?
  - { match: { result: { contains: disk full }, tool: lint }, reply: There is no room. }
  - { match: { contains: lint }, calls: [{ tool: lint }] }
  - { match: { any: true }, reply: "I only deploy." }
`;

test(cite('INTEROP-5', 'turns follow the results and texts that they expect, across messages'), async () => {
  const model = await scriptedModel(turns);
  const said = [
    await model.say('deploy app'),
    await model.results('made:\nbuilt a.js\nbuilt b.js', 'clean'),
    await model.results('ok', 'ok'),
    await model.say('yes, please'),
    await model.say('no'),
    await model.say('deploy'),
  ];
  expect(said.map(inShort)).toEqual([
    'build {"target":"app"} | lint {}',
    'Built. | upload {"file":"a.js"} | upload {"file":"b.js"}',
    'Deploy app? (made:\nbuilt a.js\nbuilt b.js)',
    'Deployed app.',
    'Anything else?',
    'I only deploy.',
  ]);
});

test(cite('INTEROP-5', 'different results, different texts, and results with their own rule'), async () => {
  const model = await scriptedModel(turns);
  await model.say('deploy app');
  expect(inShort(await model.results('syntax error', 'clean'))).toBe(
    'It did not build. build: syntax error\n\nlint: clean',
  );
  const waiting = model.other();
  await waiting.say('deploy app');
  await waiting.results('built a', '');
  await waiting.results('ok');
  expect(inShort(await waiting.say('not now'))).toBe('I only deploy.');
  expect(inShort(await waiting.say('yes'))).toBe('I only deploy.');
  const linting = model.other();
  await linting.say('lint it');
  expect(inShort(await linting.results('Error: disk full'))).toBe('There is no room.');
  await linting.say('lint it');
  expect(inShort(await linting.results('clean'))).toBe('lint: clean');
});

test(cite('INTEROP-5', 'a default also answers results that nothing else answers, with their values'), async () => {
  const model = await scriptedModel(`
version: 1
rules: [{ match: { contains: go }, calls: [{ tool: t }] }]
default: { reply: "I got: {{result|nothing}}" }
`);
  expect(inShort(await model.say('stay'))).toBe('I got: nothing');
  await model.say('go');
  expect(inShort(await model.results('a thing'))).toBe('I got: a thing');
  const calling = await scriptedModel(
    '{ version: 1, rules: [{ match: { exact: x } }], default: { calls: [{ tool: t }] } }',
  );
  expect(inShort(await calling.say('go'))).toBe('t {}');
  expect(inShort(await calling.results('done'))).toBe('LLM_HTTP_ERROR');
});

test(
  cite('INTEROP-5', "a rule's uses are limited per conversation, and each conversation counts separately"),
  async () => {
    const model = await scriptedModel(`
version: 1
rules:
  - { match: { any: true }, max_matches: 2, reply: one }
  - { match: { any: true }, max_matches: 1, reply: two }
default: { reply: "{{no}}end", verbatim: true, calls: [{ tool: t, arguments: { a: "{{b}}" } }] }
`);
    const other = model.other();
    const said = [];
    for (let at = 0; at < 4; at++) said.push(inShort(await model.say('go')), inShort(await other.say('go')));
    expect(said).toEqual(['one', 'one', 'one', 'one', 'two', 'two', ...Array(2).fill('{{no}}end | t {"a":"{{b}}"}')]);
    // Rewound: the same request has the same answer.
    model.messages.splice(2);
    expect(inShort(await model.say('go'))).toBe('one');
  },
);

const failing = (failure: string, reply = ''): string =>
  `{ version: 1, rules: [{ match: { any: true }, reply: "${reply}", failure: ${failure} }] }`;

test.each<[string, string, object]>([
  ['network', failing('{ kind: network }'), { code: 'LLM_NETWORK', retryable: true }],
  ['timeout', failing('{ kind: timeout }'), { code: 'LLM_TIMEOUT', retryable: true }],
  ['authentication', failing('{ kind: authentication, message: Who? }'), { code: 'LLM_AUTH_FAILED', status: 401 }],
  [
    'rate_limit',
    failing('{ kind: rate_limit, retry_after_ms: 70 }'),
    { code: 'LLM_RATE_LIMITED', status: 429, retryAfterMs: 70, retryable: true },
  ],
  ['credits', failing('{ kind: credits }'), { code: 'LLM_QUOTA_EXCEEDED', retryable: false }],
  ['context_length', failing('{ kind: context_length }'), { code: 'LLM_CONTEXT_TOO_LONG' }],
  ['server', failing('{ kind: server, status: 529 }'), { code: 'LLM_HTTP_ERROR', status: 529, retryable: true }],
  [
    'cut',
    failing('{ kind: cut }', 'Half of'),
    { code: 'LLM_BAD_RESPONSE', retryable: true, partial: { text: 'Half of' } },
  ],
  ['malformed', failing('{ kind: malformed }', 'Half'), { code: 'LLM_BAD_RESPONSE', retryable: false }],
  ['malformed with its own bytes', failing('{ kind: malformed, raw: "[1" }'), { code: 'LLM_BAD_RESPONSE' }],
  ['empty', failing('{ kind: empty }', 'x'), { code: 'LLM_EMPTY_RESPONSE' }],
])('the app receives a failure of the kind %s', async (_name, text, failure) => {
  const outcome = await (await scriptedModel(text, 300)).say('go');
  expect(outcome).toMatchObject({ kind: 'failed', failure });
});

test(
  cite('INTEROP-5', 'a temporary failure ends: after this many attempts at the same request, the reply succeeds'),
  async () => {
    const model = await scriptedModel(
      failing('[{ kind: rate_limit, times: 2 }, { kind: server, times: 1 }]', 'There.'),
    );
    const said = [await model.say('go'), await model.again(), await model.again(), await model.again()];
    expect(said.map(inShort)).toEqual(['LLM_RATE_LIMITED', 'LLM_RATE_LIMITED', 'LLM_HTTP_ERROR', 'There.']);
    expect(inShort(await model.other().say('go'))).toBe('LLM_RATE_LIMITED');
    expect(inShort(await model.say('go on'))).toBe('LLM_RATE_LIMITED');
  },
);

test(cite('INTEROP-5', "usage and the finish reason are the scenario's"), async () => {
  const usage = '{ input_tokens: 100, output_tokens: 20, cached_tokens: 30, reasoning_tokens: 4 }';
  const outcome = await (
    await scriptedModel(`{ version: 1, rules: [{ match: { any: true }, reply: x, finish: length, usage: ${usage} }] }`)
  ).say('go');
  expect(outcome).toMatchObject({
    reply: {
      finishReason: 'length',
      usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 30, reasoningTokens: 4 },
    },
  });
});

test(cite('INTEROP-5', 'a runaway pattern is stopped and reported, and the server continues'), {
  tags: ['all'],
}, async () => {
  const model = await scriptedModel(`
version: 1
rules:
  - { match: { regex: '^(a+)+$' }, reply: never }
  - { match: { any: true }, reply: fine }
`);
  const outcome = await model.say(`${'a'.repeat(60)}!`);
  expect(outcome).toMatchObject({ kind: 'failed', failure: { status: 400 } });
  expect(outcome.kind === 'failed' && outcome.failure.message).toContain('The patterns of the scenario take too long');
  expect(inShort(await model.other().say('hello'))).toBe('fine');
});
