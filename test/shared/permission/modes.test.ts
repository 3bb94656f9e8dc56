// What each mode lets pass without asking, by kind of call; a denial beats every mode.

import { expect, test } from 'vitest';
import {
  type ApprovalMode,
  type CallFacts,
  decide,
  openingsOf,
  type PermissionRule,
} from '../../../shared/permission/permission.ts';
import { approvalModeNamed, approvalModes } from '../../../shared/permission/rule.ts';
import { cite } from '../../support/cite.ts';
import { commandCall, denyCommand, rule } from '../../support/permissionRule.ts';

const folder = '/srv/app';
const file = (path: string, access: 'read' | 'write'): CallFacts => ({
  toolName: access === 'read' ? 'read_file' : 'write_file',
  kind: access,
  paths: [{ path, access, outside: !path.startsWith(`${folder}/`) }],
});
const command = (line: string, sandboxable = true): CallFacts => ({
  ...commandCall({ text: line, parts: [{ words: line.split(' '), redirections: [], assignments: [] }], doubts: [] }),
  ...(sandboxable ? { sandboxable: true as const } : {}),
});
const calls: Record<string, CallFacts> = {
  read: file(`${folder}/a.ts`, 'read'),
  edit: file(`${folder}/a.ts`, 'write'),
  outside: file('/etc/hosts', 'write'),
  command: command('make all'),
  bare: command('make all', false),
  fetch: { toolName: 'fetch_url', kind: 'network', origin: 'https://example.com' },
  todo: { toolName: 'todo_write', kind: 'state' },
};
const told = (mode: ApprovalMode, rules: PermissionRule[] = []): Record<string, string> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, facts]) => {
      const { action, sandboxed } = decide({ mode, facts, rules, folder });
      return [name, sandboxed && action === 'allow' ? 'sandbox' : action];
    }),
  );

test.each<[ApprovalMode, Record<string, string>]>([
  ['ask', { read: 'ask', edit: 'ask', outside: 'ask', command: 'ask', bare: 'ask', fetch: 'ask', todo: 'allow' }],
  ['reads', { read: 'allow', edit: 'ask', outside: 'ask', command: 'ask', bare: 'ask', fetch: 'ask', todo: 'allow' }],
  ['edits', { read: 'allow', edit: 'allow', outside: 'ask', command: 'ask', bare: 'ask', fetch: 'ask', todo: 'allow' }],
  [
    'sandbox',
    { read: 'allow', edit: 'allow', outside: 'ask', command: 'sandbox', bare: 'ask', fetch: 'ask', todo: 'allow' },
  ],
  [
    'all',
    { read: 'allow', edit: 'allow', outside: 'ask', command: 'allow', bare: 'allow', fetch: 'allow', todo: 'allow' },
  ],
  [
    'plan',
    { read: 'allow', edit: 'deny', outside: 'deny', command: 'sandbox', bare: 'deny', fetch: 'ask', todo: 'allow' },
  ],
])(cite(['APPROVE-1', 'BOX-4'], 'the mode %s lets pass what its name says, and no more'), (mode, expected) => {
  expect(told(mode)).toEqual(expected);
});

test(cite('APPROVE-10', 'a mode is typed by its one name; the name of its stored form still works'), () => {
  const typed = ['ask', 'read', 'edit', 'sandbox', 'all', 'plan'].map(approvalModeNamed);
  expect(typed).toEqual([...approvalModes]);
  expect(approvalModes.map(approvalModeNamed)).toEqual([...approvalModes]);
  expect(['', 'Read', 'full', 'constructor'].map(approvalModeNamed)).toEqual(Array(4).fill(undefined));
});

test(cite('APPROVE-1', 'a denial and an ask rule beat the sandbox; a rule that allows it runs it outside'), () => {
  expect(told('sandbox', [denyCommand('make')]).command).toBe('deny');
  expect(told('sandbox', [rule('ask', { tool: 'run_command' })]).command).toBe('ask');
  expect(told('sandbox', [rule('allow', { tool: 'run_command', command: ['make', 'all'] })]).command).toBe('allow');
});

test(cite('APPROVE-1', 'a call that the user wants to be asked about still runs if the mode includes it'), () => {
  const rules = [rule('ask', { tool: 'run_command' }), rule('ask', { tool: 'write_file' })];
  const facts = command('make all');
  expect(decide({ mode: 'plan', facts, rules, folder })).toMatchObject({ action: 'ask', sandboxed: 'read_only' });
  expect(decide({ mode: 'sandbox', facts, rules, folder })).toMatchObject({ action: 'ask', sandboxed: 'project' });
  expect(decide({ mode: 'edits', facts, rules, folder }).sandboxed).toBeUndefined();
  const write = file(`${folder}/a.ts`, 'write');
  expect(decide({ mode: 'plan', facts: write, rules, folder }).action).toBe('deny');
});

test(cite('BOX-2', 'a sandbox permission allows no call on its own'), () => {
  const opened = [
    rule('allow', { tool: 'run_command', opensPath: '/etc' }),
    rule('allow', { tool: 'run_command', opensHost: 'example.com' }),
    rule('deny', { tool: 'run_command', opensHost: 'evil.example' }),
  ];
  expect(told('ask', opened)).toEqual(told('ask'));
  expect(told('sandbox', opened)).toEqual(told('sandbox'));
  expect(openingsOf(opened)).toEqual({ paths: ['/etc'], hosts: ['example.com'], refusedHosts: ['evil.example'] });
});
