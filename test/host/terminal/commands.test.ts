// The terminal's list of commands: the parser knows the options of all commands at once, so they must agree.

import { expect, test } from 'vitest';
import { commands } from '../../../electron/commands.ts';
import { commandNames } from '../../../electron/host/terminal/command.ts';
import { helpText, parseCommandLine } from '../../../electron/host/terminal/commandLine.ts';
import { commandFirst, runsTools } from '../../../scripts/keyAside.mjs';

test('every command has a unique name, which starts each line of its usage', () => {
  const names = commands.map(({ name }) => name);
  expect(names).toEqual(commandNames);
  for (const { name, usage } of commands) {
    expect(usage.length).toBeGreaterThan(0);
    for (const { synopsis } of usage) expect([synopsis].flat()[0]).toMatch(new RegExp(`^${name}(?: |$)`));
  }
  expect(names.filter((name) => !helpText(commands).includes(`\n  ${name}`))).toEqual([]);
});

test('an option is written the same way in every command that takes it', () => {
  const typed = new Map<string, string>();
  for (const { name, options } of commands) {
    for (const [option, defined] of Object.entries(options)) {
      const form = `${defined?.type} ${defined?.short ?? ''}`;
      expect([name, option, typed.get(option) ?? form]).toEqual([name, option, form]);
      typed.set(option, form);
    }
  }
});

test('keys are kept out of the environment of every command that runs tools', () => {
  const running = commands.filter((command) => command.runsTools).map(({ name }) => name);
  expect(running).toContain('run');
  expect(running.filter((name) => !runsTools([name]))).toEqual([]);
});

test.each([
  [
    ['--data', 'd', 'run', 'hi'],
    ['run', '--data', 'd', 'hi'],
  ],
  [
    ['--data=d', '--project', 'p', 'serve', '--port', '1'],
    ['serve', '--data=d', '--project', 'p', '--port', '1'],
  ],
  [
    ['list', '--data', 'd'],
    ['list', '--data', 'd'],
  ],
  [
    ['--data', 'd', '--help'],
    ['--help', '--data', 'd'],
  ],
  [
    ['--data', 'd'],
    ['--data', 'd'],
  ],
  [[], []],
])('the common options may come before the command: %j', (typed, expected) => {
  expect(commandFirst(typed)).toEqual(expected);
  expect(runsTools(typed)).toBe(runsTools(expected));
});

test('another option before the command is reported as misplaced', () => {
  const parsed = parseCommandLine(['--json', 'list'], commands);
  expect(parsed).toMatchObject({ kind: 'wrong', message: expect.stringContaining('before the command') });
});

test("another command's option is reported as such; an option of no command is unknown", () => {
  expect(parseCommandLine(['list', '--prompt', 'x'], commands)).toEqual({
    kind: 'wrong',
    message: 'list has no option --prompt',
  });
  expect(parseCommandLine(['list', '--nope'], commands)).toEqual({ kind: 'wrong', message: "Unknown option '--nope'" });
});

test('wrong usage prints one line, which explains how to write a value that starts with a dash', () => {
  const wrong = [
    [['list', '--limit', '--json'], '--limit=-'],
    [['run', '-p', '- first item'], '--prompt=-'],
    [['run', '--model', '-p', 'x'], '--model=-'],
    [['run', '--prompt', '-m'], '-m'],
    [['list', '--json=yes'], '--json'],
    [['list', '-x'], '-x'],
    [['list', 'one'], 'one'],
    [['list', '--limit', '0'], '--limit'],
    [['show'], 'show'],
    [['nosuch'], 'nosuch'],
  ] as const;
  for (const [args, named] of wrong) {
    const parsed = parseCommandLine(args, commands);
    const message = parsed.kind === 'wrong' ? parsed.message : parsed.kind;
    expect([args, message]).toEqual([args, expect.stringContaining(named)]);
    expect([args, message.split('\n').length]).toEqual([args, 1]);
  }
});
