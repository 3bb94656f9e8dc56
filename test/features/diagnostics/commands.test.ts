// throughline doctor, logs and report on a real data folder with a real fault, and the same from a window.

import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { followLogs, lastLogLines } from '../../../electron/features/diagnostics/readLogs.ts';
import { createLogFile, currentLog } from '../../../electron/lib/logFile.ts';
import type { DoctorReport } from '../../../shared/features/diagnostics/methods.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const key = 'sk-test-0123456789abcdef';
const prompt = 'Summarize my divorce papers 离婚文件';
const checks = (text: string): Map<string, string> =>
  new Map((JSON.parse(text) as DoctorReport).findings.map(({ check, status }) => [check, status]));

test(cite('SHIP-3', 'a provider that repeats prompt, key and path in its error leaves a code in the log'), async () => {
  const dataDir = join(tempFolder(), 'data');
  const model = await startFakeModelServer({
    otherwise: {
      status: 400,
      body: { error: { message: `Bad prompt: ${prompt} (${key}, ${dataDir})`, code: 'DIVORCE' } },
    },
  });
  const env = {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: key,
    OPENAI_MODEL: 'fake-model',
    THROUGHLINE_TITLES: 'off',
  };
  const command = (...words: string[]) => commandHere([...words, '--data', dataDir], env);
  const ran = await command('run', '-p', prompt);
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain('divorce');
  const log = await readFile(join(dataDir, 'logs', currentLog), 'utf8');
  expect(log).toMatch(
    /^\S+Z warning run\[\d+\] RUN_FAILED reason=LLM_HTTP_ERROR status=400 – A run ended with an error\n$/,
  );
  expect((await command('logs')).stdout).toBe(log);
  expect((await command('logs', '--where')).stdout).toBe(`${join(dataDir, 'logs')}\n`);
  const { stdout: report } = await command('report');
  expect(report).toContain(log);
  for (const text of ['divorce', '离婚', key, dataDir, model.url, 'DIVORCE']) expect(log + report).not.toContain(text);
});

test(
  cite('SHIP-3', 'the log files get nothing when the setting says so, and more when it asks for everything'),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    await mkdir(dataDir);
    const model = await startFakeModelServer({ otherwise: { status: 400, body: {} } });
    const env = {
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: key,
      OPENAI_MODEL: 'fake-model',
      THROUGHLINE_TITLES: 'off',
    };
    const command = (...words: string[]) => commandHere([...words, '--data', dataDir], env);
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ v: 1, logs: 'off' }));
    expect((await command('run', '-p', prompt)).code).toBe(1);
    expect(await command('logs')).toMatchObject({ code: 0, stdout: '' });
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ v: 1, logs: 'all' }));
    expect((await command('run', '-p', prompt)).code).toBe(1);
    expect((await command('logs', '--lines', '1')).stdout).toContain('RUN_FAILED');
  },
);

test.skipIf(process.platform === 'win32')(
  cite('DOCTOR-2', 'throughline doctor finds a fault, repairs it only when told to, and then exits with another code'),
  async () => {
    const dataDir = join(tempFolder(), 'data');
    await mkdir(dataDir);
    await chmod(dataDir, 0o755);
    const doctor = (...words: string[]) => commandHere(['doctor', ...words, '--data', dataDir]);
    const first = await doctor();
    expect(first.code).toBe(1);
    expect(first.stdout).toContain('problem  Other users of this machine can open the data folder.\n');
    expect(first.stdout).toContain('         To fix it: throughline doctor --fix\n');
    const unanswered = await doctor('--fix');
    expect(unanswered.stderr).toContain('Nothing was changed');
    expect((await stat(dataDir)).mode & 0o777).toBe(0o755);
    expect(checks((await doctor('--json')).stdout).get('permissions')).toBe('problem');
    const fixed = await doctor('--fix', '--yes', '--json');
    expect(checks(fixed.stdout).get('permissions')).toBe('ok');
    expect(JSON.parse(fixed.stdout)).toMatchObject({ fixed: [{ fix: 'permissions', ok: true }] });
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect(await doctor('--json', '--fix')).toMatchObject({ code: 2 });
  },
);

test(cite('SHIP-3', 'a report is written for the user alone, and replaces no file'), async () => {
  const folder = tempFolder();
  const report = (name: string) => commandHere(['report', name, '--data', join(folder, 'data')], {}, '', folder);
  const written = await report('report.md');
  expect(written).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('Nothing was sent') });
  const text = await readFile(join(folder, 'report.md'), 'utf8');
  expect(text).toContain('# Problem report for Throughline');
  expect(text).not.toContain(folder);
  expect((await stat(join(folder, 'report.md'))).mode & 0o077).toBe(0);
  expect(await report('report.md')).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
  expect(await readFile(join(folder, 'report.md'), 'utf8')).toBe(text);
});

test(cite('DOCTOR-1', 'a window checks the machine, applies a fix and gets a report'), async () => {
  const app = await startTestApp({
    settings: { instructions: 'My name is Ada.', theme: 'dark' },
  });
  const provider = { name: 'Acme merger', kind: 'openai' as const, baseUrl: 'https://gpu-7.internal.example/v1' };
  await app.call('provider.save', { id: null, ...provider });
  await chmod(app.dataDir, 0o755);
  const { findings } = await app.call('diagnostics.check', {});
  expect(findings.find(({ check }) => check === 'permissions')).toMatchObject({
    status: 'problem',
    fix: 'permissions',
  });
  expect(await app.call('diagnostics.fix', { fix: 'permissions' })).toEqual({
    done: 'Only your user account can open the data folder now.',
  });
  expect(await app.client.call('diagnostics.fix', { fix: 'permissions' })).toMatchObject({ ok: false });
  const { text } = await app.call('diagnostics.report', {});
  expect(text).toContain('theme: dark');
  expect(text).toContain('providers: 1 (openai)');
  for (const content of ['Acme', 'gpu-7', 'Ada', app.dataDir, app.folder]) expect(text).not.toContain(content);
  expect(await app.call('diagnostics.logs', {})).toEqual({ folder: null });
});

test(cite('SHIP-3', 'throughline logs --follow shows new lines, also after the file was rotated'), async () => {
  const folder = tempFolder();
  const { write } = createLogFile({ folder, host: 'run', limits: { bytes: 250 } });
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  write('info', 'STARTED', { count: 0 });
  let output = '';
  const following = followLogs(folder, (text) => (output += text), ending.signal);
  for (let count = 1; count <= 12; count++) {
    write('info', 'STARTED', { count });
    await expect.poll(() => output).toContain(`count=${count} `);
  }
  ending.abort();
  await following;
  expect(output.match(/count=\d+/g)?.map((text) => Number(text.slice(6)))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  expect((await lastLogLines(folder, 5)).map((line) => Number(/count=(\d+)/.exec(line)?.[1]))).toEqual([
    8, 9, 10, 11, 12,
  ]);
});
