// A whole command line in the program field.

import { describe, expect, test } from 'vitest';
import { isCommandLine, splitFields } from '../../../renderer/features/mcp/commandLine.ts';
import { emptyFields } from '../../../renderer/features/mcp/entryFields.ts';
import { fieldErrors } from '../../../renderer/features/mcp/mcpEntry.ts';
import { cite } from '../../support/cite.ts';

const split = (command: string, args = ''): [string, string[]] => {
  const fields = splitFields({ ...emptyFields, command, args });
  return [fields.command, fields.args === '' ? [] : fields.args.split('\n')];
};

describe('a command line typed as the program', () => {
  test.each([
    ['npx -y @scope/server', 'npx', ['-y', '@scope/server']],
    ['  node "my server.js" --root \'/a b\' ', 'node', ['my server.js', '--root', '/a b']],
    ['/usr/bin/npx -y server', '/usr/bin/npx', ['-y', 'server']],
    ['uvx server', 'uvx', ['server']],
  ])(cite('MCP-1', 'is split: %s'), (line, program, args) => {
    expect(split(line)).toEqual([program, args]);
  });

  test.each([
    ['npx'],
    ['/Applications/My App/run'],
    ['C:\\Program Files\\server.exe'],
    ['npx "-y'],
    ['a | b'],
    ['A=1 npx x'],
  ])('is left unchanged if it is not one, or ambiguous: %s', (line) => {
    expect(split(line)).toEqual([line, []]);
  });

  test('is rejected next to the field where it could not be split', () => {
    expect(split('npx -y x', '--other')).toEqual(['npx -y x', ['--other']]);
    const wrong = (command: string) => fieldErrors({ ...emptyFields, command, args: 'x' }).command;
    expect(wrong('npx -y x')).toContain('Enter only the program');
    expect(wrong('echo a | cat')).toContain('Enter only the program');
    expect(wrong('/Applications/My App/run')).toBeUndefined();
    expect(isCommandLine('node')).toBe(false);
  });
});
