// Calls of other apps' tools are shown like our similar ones.

import { expect, test } from 'vitest';
import { nativeToolName, toNativeCall } from '../../shared/features/tools/familiarCall.ts';

const shown = (name: string, args: unknown): [string, unknown] => {
  const call = toNativeCall({ name, arguments: JSON.stringify(args) });
  return [call.name, JSON.parse(call.arguments)];
};

test.each<[string, unknown, string, unknown]>([
  ['Bash', { command: 'npm test', description: 'Run tests' }, 'run_command', { command: 'npm test' }],
  ['shell', { command: ['bash', '-lc', 'ls -l | head'] }, 'run_command', { command: 'ls -l | head' }],
  ['shell', { command: ['git', 'log', "it's"] }, 'run_command', { command: "git log 'it'\\''s'" }],
  ['exec_command', { cmd: 'ls' }, 'run_command', { command: 'ls' }],
  ['Read', { file_path: '/p/a.ts', offset: 3 }, 'read_file', { path: '/p/a.ts', offset: 3 }],
  ['read', { filePath: '/p/a.ts' }, 'read_file', { path: '/p/a.ts' }],
  ['read_file', { absolute_path: '/p/a.ts' }, 'read_file', { path: '/p/a.ts' }],
  ['Grep', { pattern: 'x+', glob: '*.ts' }, 'search_files', { pattern: 'x+' }],
  ['Task', { description: 'Look', prompt: 'Look at all' }, 'run_agent', { title: 'Look', task: 'Look at all' }],
  ['run_commands', { commands: ['npm ci', 'npm test'] }, 'run_command', { command: 'npm ci\nnpm test' }],
  ['read_files', { files: [{ path: '/p/a.ts' }] }, 'read_file', { path: '/p/a.ts' }],
  ['editor', { path: '/p/a.ts', old_text: 'a', new_text: 'b' }, 'edit_file', { path: '/p/a.ts' }],
  ['search_codebase', { queries: ['x', 'y'] }, 'search_files', { pattern: 'x | y' }],
  ['view', { path: '/p/a.ts', view_range: [1, 9] }, 'read_file', { path: '/p/a.ts' }],
  ['create', { path: '/p/a.ts', file_text: 'a' }, 'write_file', { path: '/p/a.ts' }],
  ['agent', { description: 'Look', prompt: 'Look at all' }, 'run_agent', { title: 'Look', task: 'Look at all' }],
  ['grep_search', { pattern: 'x+' }, 'search_files', { pattern: 'x+' }],
  ['web_fetch', { prompt: 'Sum up https://x.example/a now' }, 'fetch_url', { url: 'https://x.example/a' }],
])('%s %j', (name, args, ours, with_) => {
  expect(shown(name, args)).toEqual([ours, with_]);
});

test('ours, an unknown one or one of another form stays the same object', () => {
  for (const [name, args] of [
    ['read_file', '{"path":"a"}'],
    ['Bash', '{"command":7}'],
    ['run_commands', '{"commands":[]}'],
    ['read_files', '{"files":[{"path":"a"},{"path":"b"}]}'],
    ['Bash', 'no json'],
    ['mcp__files__read', '{}'],
  ] as const) {
    const call = { name, arguments: args };
    expect(toNativeCall(call)).toBe(call);
  }
});

test("another app's tool resembles ours by its name alone", () => {
  const names = ['Bash', 'replace', 'list_directory', 'WebFetch', 'read_file', 'mcp__a__b', 'toString'];
  expect(names.map(nativeToolName)).toEqual([
    ...['run_command', 'edit_file', 'list_files', 'fetch_url', 'read_file', 'mcp__a__b', 'toString'],
  ]);
});
