// The hooks file: how it is read, how the settings change it, and which tools a matcher covers.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../shared/core/sentence.ts';
import { matcherFault, matchesSubject } from '../../../shared/features/hooks/hook.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';

test(cite('HOOK-1', "a matcher covers our names, Claude Code's and servers', and cannot run forever"), () => {
  const fits = (matcher: string, ...tools: string[]) => tools.filter((tool) => matchesSubject(matcher, tool));
  const tools = ['edit_file', 'write_file', 'run_command', 'mcp__files__read', 'read_file'];
  expect(fits('Edit|Write', ...tools)).toEqual(['edit_file', 'write_file']);
  expect(fits('Bash', ...tools)).toEqual(['run_command']);
  expect(fits('run_command', ...tools)).toEqual(['run_command']);
  expect(fits('mcp__files__.*', ...tools)).toEqual(['mcp__files__read']);
  expect(fits('^(Edit|Read)$', ...tools)).toEqual(['edit_file', 'read_file']);
  expect(fits('edit', ...tools)).toEqual([]);
  expect(fits('', ...tools)).toEqual(tools);
  const faults = [
    '(a+)+$',
    '(a|a)(a|a)(a|a)(a|a)(a|a)b',
    `${'a?'.repeat(30)}${'a'.repeat(30)}`,
    '.*.*.*.*.*x',
    '(',
    'x'.repeat(201),
  ];
  expect(faults.map(matcherFault)).toEqual(['group', 'group', 'group', 'group', 'invalid', 'long']);
});

test(
  cite(
    'HOOK-1',
    'the settings change one hook of the file and nothing else; an unreadable file is reported and not overwritten',
  ),
  async () => {
    const app = await startTestApp({ otherwise: { text: 'ok' } });
    const file = path.join(app.dataDir, 'hooks.json');
    const one = { type: 'command', command: 'one', note: 'kept' };
    const two = { type: 'command', command: 'two', timeout: 9999 };
    const other = { FileChanged: [{ hooks: [one] }] };
    writeFileSync(
      file,
      JSON.stringify({ also: 1, hooks: { ...other, PostToolUse: [{ matcher: 'Edit', hooks: [one, two] }] } }),
    );
    const listed = await app.call('hooks.list', {});
    expect(listed.problems.map(textOf)).toEqual([expect.stringContaining('do not run here: FileChanged.')]);
    expect(listed.hooks.map(({ id, timeout }) => [id, timeout])).toEqual([
      ['personal.PostToolUse.0.0', 60],
      ['personal.PostToolUse.0.1', 600],
    ]);
    const [first, second] = listed.hooks;
    const hook = { event: 'Stop' as const, command: 'new', timeout: 5, matcher: '', onlyTrusted: true };
    const replaces = { id: first?.id ?? '', hash: first?.hash ?? '' };
    await app.call('hooks.save', { hook, replaces });
    const written = () => JSON.parse(readFileSync(file, 'utf8'));
    const moved = { hooks: [{ ...one, command: 'new', timeout: 5, onlyTrusted: true }] };
    expect(written()).toEqual({
      also: 1,
      hooks: { ...other, PostToolUse: [{ matcher: 'Edit', hooks: [two] }], Stop: [moved] },
    });
    // The second one has moved up: the displayed entry is no longer at its position.
    expect(await app.client.call('hooks.remove', { id: second?.id ?? '', hash: second?.hash ?? '' })).toMatchObject({
      ok: false,
    });
    const now = (await app.call('hooks.list', {})).hooks;
    await app.call('hooks.enable', { id: now[0]?.id ?? '', hash: now[0]?.hash ?? '', enabled: false });
    expect((await app.call('hooks.list', {})).hooks.map(({ state }) => state)).toEqual(['off', 'on']);
    await app.call('hooks.remove', { id: now[0]?.id ?? '', hash: now[0]?.hash ?? '' });
    expect(written().hooks).toEqual({ ...other, Stop: [moved] });

    writeFileSync(file, '{ not json');
    expect(await app.client.call('hooks.save', { hook, replaces: null })).toMatchObject({ ok: false });
    expect(readFileSync(file, 'utf8')).toBe('{ not json');
    const id = await app.start();
    await app.turn(id, 'Go.');
    const notices = app.events.flatMap(({ event }) => (event.type === 'notice' ? [event.message] : []));
    expect(notices).toEqual([expect.stringContaining('hooks.json is not valid JSON, so none of its hooks run.')]);
  },
);
