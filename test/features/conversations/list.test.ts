// throughline list: how much a terminal and a program get, and that it needs no core while nothing has changed.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { commands } from '../../../electron/commands.ts';
import { createCore } from '../../../electron/core.ts';
import { runTerminalHost } from '../../../electron/host/terminal/terminalHost.ts';
import { unchangedList } from '../../../electron/unchangedList.ts';
import { cite } from '../../support/cite.ts';
import { encryptData } from '../../support/encryptedData.ts';
import { longProjectId, writeLongConversation } from '../../support/longConversation.ts';
import { placeOf } from '../../support/openStore.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const idOf = (at: number): string => `${String(at).padStart(8, '0')}${'a'.repeat(18)}`;

function stored(count: number): string {
  const dataDir = join(tempFolder(), 'data');
  for (let at = 0; at < count; at++)
    writeLongConversation(dataDir, { messages: 2, textLength: 20, conversationId: idOf(at) });
  return dataDir;
}

/** `cores`: how many were created. */
async function list(dataDir: string, more: readonly string[] = [], isTTY = false, env = {}) {
  const [stdin, out, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const stdout = Object.assign(out, { isTTY });
  stdin.end();
  const said = Promise.all([text(stdout), text(stderr)]);
  let cores = 0;
  const code = await runTerminalHost({
    args: ['list', '--all', '--data', dataDir, ...more],
    commands,
    folder: tempFolder(),
    env,
    version: '0',
    streams: { stdin, stdout, stderr },
    createCore(options) {
      cores++;
      return createCore(options);
    },
    unchangedList,
    whyReadOnly: () => null,
    interrupt() {},
    ending: new AbortController().signal,
  });
  stdout.end();
  stderr.end();
  const [stdoutText, stderrText] = await said;
  return { code, cores, lines: stdoutText.split('\n').slice(0, -1), stderr: stderrText, stdout: stdoutText };
}

test(cite('PERF-7', 'an unchanged list is printed without starting the core, until something changes'), async () => {
  const dataDir = stored(3);
  const first = await list(dataDir);
  expect(first).toMatchObject({ code: 0, cores: 1, stderr: '' });
  expect(first.lines).toHaveLength(3);
  expect(await list(dataDir)).toEqual({ ...first, cores: 0 });
  // By hand, in a folder unknown to the index.
  writeFileSync(placeOf(dataDir, longProjectId, idOf(1)).metaPath, '{"v":1,"title":"Named by hand"}');
  const changed = await list(dataDir);
  expect(changed.cores).toBe(1);
  expect(changed.stdout).toContain('Named by hand');
  expect(await list(dataDir)).toEqual({ ...changed, cores: 0 });
  const json = await list(dataDir, ['--json']);
  expect(json.cores).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject([
    { id: idOf(2) },
    { id: idOf(1), title: 'Named by hand' },
    { id: idOf(0) },
  ]);
});

test(cite('PERF-7', 'an unchanged list of encrypted data is printed without starting the core'), async () => {
  const dataDir = stored(3);
  const env = { THROUGHLINE_RECOVERY_CODE: await encryptData(dataDir) };
  const first = await list(dataDir, [], false, env);
  expect(first).toMatchObject({ code: 0, cores: 1, stderr: '' });
  expect(first.lines).toHaveLength(3);
  expect(await list(dataDir, [], false, env)).toEqual({ ...first, cores: 0 });
  const locked = await list(dataDir);
  expect(locked).toMatchObject({ code: 1, cores: 0, stdout: '' });
  expect(locked.stderr.match(/Your data is encrypted/g)).toHaveLength(1);
});

test('a terminal shows the newest fifty and the total; a program gets all, or as many as it requests', async () => {
  const dataDir = stored(53);
  const all = await list(dataDir);
  expect(all.lines).toHaveLength(53);
  expect(all.stderr).toBe('');
  const shown = await list(dataDir, [], true);
  const [headings = '', ...rows] = shown.lines;
  expect(rows).toEqual(all.lines.slice(0, 50));
  // Each heading is above its column.
  const [first = ''] = rows;
  expect(headings).toMatch(/^ID +Updated +Msgs +Title$/);
  expect(headings.indexOf('Title')).toBe(first.indexOf('Message'));
  expect(headings.indexOf('Msgs') + 'Msgs'.length).toBe(first.indexOf('Message') - 2);
  expect(shown.stderr).toBe('and 3 older: list --all --limit 53\n');
  const more = await list(dataDir, ['--limit', '53'], true);
  expect(more).toMatchObject({ lines: [headings, ...all.lines], stderr: '' });
  expect((await list(dataDir, ['--limit', '2'])).lines).toEqual(all.lines.slice(0, 2));
  expect(JSON.parse((await list(dataDir, ['--json'], true)).stdout)).toHaveLength(53);
  expect(JSON.parse((await list(dataDir, ['--json', '--limit', '2'])).stdout)).toHaveLength(2);
  expect(await list(dataDir, ['--limit', '0'])).toMatchObject({
    code: 2,
    stderr: '--limit must be a whole number above 0\n',
  });
});
