// Truncated, altered or malicious files: the valid part is imported, the rest is reported by line, and nothing is
// thrown.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { parseMessage } from '../../../electron/conversation/readMessage.ts';
import { checkSequence } from '../../../electron/conversation/sequence.ts';
import { claudeCodeFormat } from '../../../electron/interop/claudeCode/reader.ts';
import { claudeCodeWriter } from '../../../electron/interop/claudeCode/writer.ts';
import type { History } from '../../../electron/interop/history.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { inTurns } from '../../support/inTurns.ts';
import { brokenRules } from '../../support/sessionRules/claudeCode.ts';
import { volume } from '../../support/volume.ts';
import { activeBranch } from '../../support/wholeBranch.ts';
import { type Files, given, jsonl, linesOf, memoryFile, type Row, readAll, readOne } from './files.ts';
import { fixtures, session, sessionId } from './fixtures.ts';

const files = fixtures();
const lines = linesOf(files[session] ?? '');
const name = `${sessionId}.jsonl`;

let at = 0;
function user(uuid: string, parentUuid: unknown, content: unknown, more: Row = {}): Row {
  const timestamp = new Date(Date.UTC(2026, 0, 1) + at++ * 1000).toISOString();
  return { parentUuid, type: 'user', message: { role: 'user', content }, uuid, timestamp, sessionId, ...more };
}
function reply(uuid: string, parentUuid: unknown, id: string, ...content: Row[]): Row {
  return { ...user(uuid, parentUuid, ''), type: 'assistant', message: { id, model: 'm', role: 'assistant', content } };
}
const use = (id: string): Row => ({ type: 'tool_use', id, name: 'Bash', input: {} });
const answer = (id: string): Row[] => [{ type: 'tool_result', tool_use_id: id, content: `of ${id}` }];

async function read(rows: readonly unknown[]): Promise<{ history: History; said: string[]; named: string[] }> {
  const history = await readOne({ [name]: jsonl(rows) }, name);
  const said = history.messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  return { history, said, named: history.problems.map(({ line, message }) => `${line}: ${message.text}`) };
}

function isSound(history: History): void {
  const seen = new Set<string>();
  for (const message of history.messages) {
    expect(message.parentId === null || seen.has(message.parentId)).toBe(true);
    expect(seen.has(message.id)).toBe(false);
    expect(parseMessage(JSON.parse(JSON.stringify(message))).ok).toBe(true);
    seen.add(message.id);
  }
  expect(history.headId === null ? history.messages.length : seen.has(history.headId)).toBe(
    history.headId === null ? 0 : true,
  );
  const branch = activeBranch(history.messages, history.headId);
  if (branch.length === 0) return;
  const next = {
    ...user('', null, ''),
    v: 1,
    id: 'next',
    parentId: branch.at(-1)?.id ?? null,
    createdAt: '',
    role: 'user',
    content: 'On.',
  };
  expect(checkSequence(toApiMessages([...branch, next as unknown as Message]).messages)).toEqual([]);
  for (const agent of history.agents) isSound(agent.history);
}

test('a torn last line is left out and reported; everything before it is imported', async () => {
  const whole = jsonl([user('a', null, 'one'), user('b', 'a', 'two')]);
  const history = await readOne({ [name]: whole.slice(0, -20) }, name);
  expect(history.messages.map(({ content }) => content)).toEqual(['one']);
  expect(history.problems.map(({ line, message }) => [line, message.text])).toEqual([
    [2, 'The last line is incomplete; skipped.'],
  ]);
});

test('broken lines in the middle are reported, and their children follow the previous line', async () => {
  const { history, said, named } = await read([user('a', null, 'one'), '{"broken', '[1]', user('c', 'b', 'three')]);
  expect(said).toEqual(['one', 'three']);
  expect(history.messages[1]?.parentId).toBe(history.messages[0]?.id);
  expect(named).toEqual(['2: Not valid JSON; skipped.', '3: Not a JSON object, or nested too deeply; skipped.']);
});

test('a line that is too long is reported', async () => {
  const file = memoryFile({ [name]: jsonl([user('a', null, 'one')]) }, name);
  async function* long() {
    yield* file.lines();
    yield { line: 2, text: null };
  }
  for await (const found of claudeCodeFormat.read({ ...file, lines: long }, new AbortController().signal)) {
    expect((found as History).problems).toMatchObject([{ file: name, line: 2 }]);
  }
});

test('a duplicate ID, a second result, a result without its call, a duplicate call in one reply', async () => {
  const { history, said, named } = await read([
    user('a', null, 'one'),
    user('a', null, 'again'),
    reply('b', 'a', 'x', use('t1')),
    reply('c', 'b', 'x', use('t1')),
    user('d', 'b', answer('t1')),
    user('e', 'd', answer('t1')),
    user('f', 'e', answer('t9')),
    user('g', 'f', 'last'),
  ]);
  expect(said).toEqual(['one', 'null', 'of t1', 'of t9', 'last']);
  expect(named.map((line) => line.slice(0, 1))).toEqual(['2', '4', '6', '7']);
  isSound(history);
});

test('parents that come later, are missing, or form a cycle', async () => {
  const { history, said } = await read([
    user('b', 'a', 'two'),
    user('a', null, 'one'),
    user('x', 'y', 'x'),
    user('y', 'x', 'y'),
    user('z', 'nowhere', 'z'),
    user('self', 'self', 'self'),
  ]);
  expect(said.toSorted()).toEqual(['one', 'self', 'two', 'x', 'y', 'z']);
  expect(said.indexOf('one')).toBeLessThan(said.indexOf('two'));
  isSound(history);
});

test('names from Object.prototype do nothing', async () => {
  const proto =
    '{"type":"user","uuid":"__proto__","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"p"},"__proto__":{"polluted":true}}';
  const { history, said } = await read([
    proto,
    user('constructor', '__proto__', 'c'),
    reply('r', 'constructor', '__proto__', use('toString')),
  ]);
  expect(said).toEqual(['p', 'c', 'null']);
  expect(({} as Row).polluted).toBe(undefined);
  isSound(history);
  await claudeCodeWriter.write(given(history));
});

test('endless nesting is reported', async () => {
  const { named } = await read([
    user('a', null, 'one'),
    `{"type":"x","deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  ]);
  expect(named).toHaveLength(1);
});

test('a spilled result is only looked up next to the session', async () => {
  const result = (path: string) => ({ ...user('c', 'b', answer('t1')), toolUseResult: { persistedOutputPath: path } });
  const around: Files = { 'secret.txt': 'secret', [`${sessionId}/secret.txt`]: 'secret' };
  for (const path of ['/etc/passwd', '../secret.txt', `..\\..\\secret.txt`, '..', '/x/tool-results/']) {
    const text = jsonl([user('a', null, 'one'), reply('b', 'a', 'x', use('t1')), result(path)]);
    const history = await readOne({ ...around, [name]: text }, name);
    expect(history.messages.at(-1)?.content).toBe('of t1');
    expect(history.problems).toHaveLength(1);
  }
});

test('damaged metadata and agent files leave the rest alone', async () => {
  const agent = `${sessionId}/subagents/agent-a0123456789abcdef`;
  const history = await readOne(
    { ...files, [`${agent}.meta.json`]: '{', [`${agent}.jsonl`]: '\u0000\n{"type":"user"}\n' },
    session,
  );
  expect(history.agents).toEqual([]);
  expect(history.messages).toHaveLength((await readOne(files, session)).messages.length);
});

test('nothing is found in a file that is not a session', async () => {
  expect(await readAll({ x: '' }, 'x')).toEqual({ histories: [], problems: [] });
  expect((await readAll({ x: jsonl([{ type: 'mode', sessionId: 'x' }]) }, 'x')).histories).toEqual([]);
});

const odd = fc.constantFrom<unknown>(null, 1, '', 'x', [], {}, true, [null], { type: 'text' }, '\ud800', -1, 1e300);

const changes = fc.array(
  fc.record({
    line: fc.nat(lines.length - 1),
    kind: fc.constantFrom('drop', 'repeat', 'move', 'value', 'text'),
    where: fc.nat(1000),
    to: fc.nat(lines.length - 1),
    odd,
  }),
  { minLength: 1, maxLength: 12 },
);

/** Lines of the fixture with any of their values replaced, removed, repeated, reordered. */
function changed(list: readonly { line: number; kind: string; where: number; to: number; odd: unknown }[]): unknown[] {
  const rows: unknown[] = structuredClone(lines);
  for (const { line, kind, where, to, odd: value } of list) {
    if (kind === 'drop') rows.splice(line, 1);
    else if (kind === 'repeat') rows.splice(to, 0, rows[line] ?? 'x');
    else if (kind === 'move') rows.splice(to, 0, ...rows.splice(line, 1));
    else if (kind === 'text') rows[line] = JSON.stringify(rows[line] ?? {}).slice(0, where);
    else replaceOne(rows[line], where, value);
  }
  return rows;
}

function replaceOne(row: unknown, where: number, value: unknown): void {
  const places: [Row, string][] = [];
  const look = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    for (const [key, one] of Object.entries(inner)) {
      places.push([inner as Row, key]);
      look(one);
    }
  };
  look(row);
  const place = places[where % Math.max(1, places.length)];
  if (place) place[0][place[1]] = value;
}

test(
  cite('INTEROP-4', 'however a session was altered, the import is valid, and the export follows the rules'),
  async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const rows = changed(list);
        const { histories, problems } = await readAll({ ...files, [session]: jsonl(rows) }, session);
        expect(problems).toEqual([]);
        for (const history of histories) {
          isSound(history);
          const [written] = await claudeCodeWriter.write(given(history));
          const broken = brokenRules(linesOf(written?.text ?? '')).filter((rule) => !rule.endsWith('no toolUseResult'));
          expect(broken).toEqual([]);
        }
      }),
      { numRuns: volume({ short: 12, all: 60 }) },
    );
  },
);

test('30,000 lines and their model requests are imported in pieces', { tags: ['all'] }, async () => {
  const blob = JSON.stringify({ type: 'api-request-blob', sessionId, message: 'x'.repeat(2000) });
  const rows: unknown[] = [user('u0', null, 'begin')];
  for (let n = 1; n <= 5000; n++) {
    const before = n === 1 ? 'u0' : `r${n - 1}`;
    rows.push(
      reply(`a${n}`, before, `m${n}`, use(`t${n}`)),
      blob,
      blob,
      { type: 'tools-used', sessionId },
      blob,
      user(`r${n}`, `a${n}`, answer(`t${n}`)),
    );
  }
  const large = { [name]: jsonl(rows) };
  const value = await inTurns(1_000, () => readOne(large, name));
  expect(value.messages).toHaveLength(10_001);
  expect(value.problems).toEqual([]);
});
