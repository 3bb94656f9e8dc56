// Lines written by the real app, if they are next to the project; otherwise these tests are skipped.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { claudeCodeWriter } from '../../../electron/interop/claudeCode/writer.ts';
import { compareSessions } from '../../../scripts/compareSessions/compare.ts';
import { brokenRules, forks } from '../../support/sessionRules/claudeCode.ts';
import { type Files, filesOf, given, linesOf, type Row, readOne } from './files.ts';
import { outline } from './outline.ts';

const folder = ((): string | null => {
  for (let at = import.meta.dirname; ; at = path.dirname(at)) {
    const found = path.join(at, 'shared', 'sessions');
    if (existsSync(path.join(found, 'claude-code-2.1.329.session.jsonl'))) return found;
    if (at === path.dirname(at)) return null;
  }
})();

const id = 'e8746e35-0b0b-4df7-810a-c618dd0bf86c';
const agent = `${id}/subagents/agent-a9faff4081166e5ed`;

function example(): Files {
  const text = (name: string): string => readFileSync(path.join(folder ?? '', `claude-code-2.1.329.${name}`), 'utf8');
  return {
    [`${id}.jsonl`]: text('session.jsonl'),
    [`${agent}.jsonl`]: text('subagent.jsonl'),
    [`${agent}.meta.json`]: text('subagent.meta.json'),
  };
}

function blocks(lines: readonly Row[], type: string): Row[] {
  return lines.flatMap(({ message }) => {
    const content = (message as Row | undefined)?.content;
    return Array.isArray(content) ? (content as Row[]).filter((block) => block.type === type) : [];
  });
}

const withoutRequests = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('{"type":"api-request'))
    .join('\n');

describe.skipIf(folder === null)('a session of Claude Code 2.1.329 (skipped without the examples)', () => {
  test('has as many messages, calls, results, thoughts, errors and agents as its lines contain', async () => {
    const files = example();
    const lines = linesOf(files[`${id}.jsonl`] ?? '');
    const { messages, agents } = await readOne(files, `${id}.jsonl`);
    const replies = messages.filter((message) => message.role === 'assistant');
    const of = (type: string) => blocks(lines, type).length;
    expect(replies.flatMap((message) => message.tool_calls ?? [])).toHaveLength(of('tool_use'));
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(of('tool_result'));
    expect(replies.filter(({ reasoning }) => reasoning)).toHaveLength(of('thinking'));
    expect(replies.filter(({ partType }) => partType === 'error')).toHaveLength(
      lines.filter((line) => line.isApiErrorMessage === true).length,
    );
    const ids = new Set(lines.flatMap((line) => (line.type === 'assistant' ? [(line.message as Row).id] : [])));
    expect(replies).toHaveLength(ids.size);
    expect(agents.map(({ history, call }) => [history.messages.length, call === null])).toEqual([[4, false]]);
    const parents = messages.map(({ parentId }) => parentId);
    expect(new Set(parents).size).toBe(parents.length);
  });

  test('is exported unchanged, except for its recorded requests and the positions of parallel results', async () => {
    const files = example();
    const history = await readOne(files, `${id}.jsonl`);
    const back = filesOf(await claudeCodeWriter.write(given(history)));
    const [first = '', agentFile = ''] = Object.keys(back);
    const found = compareSessions('claude-code', withoutRequests(files[`${id}.jsonl`] ?? ''), back[first] ?? '');
    expect(found).toMatchObject({ counts: [], order: null });
    // Its own ID is in paths of files that it wrote elsewhere.
    const others = found.differences.filter(({ one }) => !String(one).includes(id));
    expect(new Set(others.map(({ path: key }) => key))).toEqual(new Set(['parentUuid']));
    expect(
      compareSessions('claude-code', withoutRequests(files[`${agent}.jsonl`] ?? ''), back[agentFile] ?? ''),
    ).toEqual({ counts: [], order: null, differences: [] });
    const lines = linesOf(back[first] ?? '');
    expect(brokenRules(lines)).toEqual([]);
    expect(forks(lines)).toBe(0);
    expect(outline(await readOne(back, first))).toEqual(outline(history));
  });
});
