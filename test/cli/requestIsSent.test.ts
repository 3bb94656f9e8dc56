// `throughline request ID -p X` prints byte for byte what the next `run --resume ID -p X` sends, whatever a crash left:
// tested with every handwritten history, and with killed programs, with `check --repair` in between.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { checkData } from '../../electron/stores/check/check.ts';
import { cite } from '../support/cite.ts';
import { commandHere, type Ended } from '../support/commandHere.ts';
import { throughline } from '../support/commandLine.ts';
import { type FakeModelServer, startFakeModelServer } from '../support/fakeModelServer.ts';
import type { Reply } from '../support/fakeReply.ts';
import { expectationOf, handwrittenId, writeHandwritten } from '../support/handwritten/history.ts';
import { interrupted } from '../support/handwritten/interrupted.ts';
import { handwrittenHistories } from '../support/handwrittenHistories.ts';
import { requestText } from '../support/requestText.ts';
import { okValue } from '../support/result.ts';
import { askFor } from '../support/storedConversation.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { volume } from '../support/volume.ts';

const key = 'sk-test-0123456789abcdef';
const said = 'And what is in @notes.md?';

const envOf = (model: FakeModelServer) => ({
  OPENAI_BASE_URL: model.url,
  OPENAI_API_KEY: key,
  OPENAI_MODEL: 'fake-model',
});

/** A zone where it is noon now: midnight cannot pass between two checks. */
function noonZone(): string {
  const hours = 12 - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

function projectFolder(): string {
  const folder = join(tempFolder(), 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'notes.md'), 'What was noted.\n');
  writeFileSync(join(folder, 'AGENTS.md'), 'Answer briefly.\n');
  return folder;
}

test(cite(
  ['SEQ-1', 'RESUME-4', 'STORE-2'],
  'the previewed request is the one sent, for handwritten histories, even after check --repair',
), { tags: ['all'], timeout: 120_000 }, async () => {
  vi.stubEnv('TZ', noonZone());
  onTestFinished(() => void vi.unstubAllEnvs());
  const model = await startFakeModelServer({ otherwise: { text: 'Good.' }, window: 100_000_000 });
  const dataDir = join(tempFolder(), 'data');
  const folder = projectFolder();
  const histories = handwrittenHistories.filter(
    (each, at) => interrupted.includes(each) || at % volume({ short: 20, all: 5, long: 1 }) === 0,
  );
  const ids = histories.map((history, index) => {
    writeHandwritten(dataDir, history, handwrittenId(index), folder);
    return handwrittenId(index);
  });
  const start = () => createCore({ dataDir, env: envOf(model), log: silentLog, person: false });
  const shown = async (): Promise<string[]> => {
    const core = start();
    const bodies: string[] = [];
    for (const id of ids) bodies.push(JSON.stringify(okValue(await core.previewRequest(id, said))));
    await core.close();
    return bodies;
  };
  const before = await shown();
  await checkData(dataDir, null, { repair: true });
  const repaired = await shown();
  const problems: string[] = [];
  const unsent: string[] = [];
  const core = start();
  for (const [at, history] of histories.entries()) {
    const problem = (what: string): void => void problems.push(`${history.name}: ${what}`);
    const body = before[at] as string;
    for (const text of expectationOf(history).has) {
      if (!requestText(JSON.parse(body).messages).includes(text)) problem(`misses "${text.slice(0, 80)}"`);
    }
    if (repaired[at] !== body) problem('check --repair changes what would be sent');
    const from = model.requests.length;
    await okValue(await core.chat.send(ids[at] as string, said)).ended;
    const sent = model.requests[from]?.text;
    if (sent === undefined) unsent.push(history.name);
    else if (sent !== body) problem('another request is sent than was shown');
  }
  await core.close();
  expect(problems).toEqual([]);
  // It is rejected before anything is sent.
  expect(unsent.filter((name) => name !== 'an image of no known kind')).toEqual([]);
  await model.close();
});

/**
 * Hashes each file of the conversation except its locks: checking a lock removes what the killed process left there.
 */
function dataFiles(dataDir: string, id: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && join(entry.parentPath, entry.name).includes(id) && !entry.parentPath.endsWith('locks'),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
    .sort();
}

/** Three calls: one with a large result, one that prints much and kills its program, one that is not reached. */
function untilKilled(dataDir: string): Reply {
  const isKept = `cat ${dataDir}/projects/*/state/logs/tool-results/*/*.printed.tmp-* 2>/dev/null | head -c 51200 | wc -c`;
  const kill = `until [ "$(${isKept})" = 51200 ]; do sleep 0.02; done; kill -9 $PPID; sleep 30`;
  return {
    calls: [
      askFor('c1', 'run_command', { command: 'seq 1 15000' }),
      askFor('c2', 'run_command', { command: `seq 100000 120000; ${kill}` }),
      askFor('c3', 'run_command', { command: 'true' }),
    ],
  };
}

test(cite(
  ['SEQ-1', 'RESUME-4', 'RESUME-7', 'STORE-2', 'STORE-6'],
  "after a kill -9, the box, request, run --resume, check and check --repair agree on a command's output",
), { tags: ['all'] }, async () => {
  const zone = noonZone();
  const dataDir = join(tempFolder(), 'data');
  const folder = projectFolder();
  const model = await startFakeModelServer({ replies: [untilKilled(dataDir)], otherwise: { text: 'Good.' } });
  const env = { ...envOf(model), TZ: zone };
  const at = ['--project', folder, '--data', dataDir];
  const line = (...args: string[]): Promise<Ended> => commandHere([...args, ...at], env);
  await line('trust');
  expect(await throughline(['run', '-p', 'go', '--approve', 'all', ...at], env)).toMatchObject({ signal: 'SIGKILL' });
  const [{ id }] = JSON.parse((await line('list', '--json')).stdout) as [{ id: string }];
  writeFileSync(join(folder, 'AGENTS.md'), 'Answer at length.\n');

  const before = await line('request', id, '-p', said);
  expect(before.stdout).toContain('What it had printed until then:\\n100000\\n100001\\n');
  const files = dataFiles(dataDir, id);
  expect(files.some((name) => name.includes('.printed.tmp-'))).toBe(true);
  const core = createCore({ dataDir, env: envOf(model), log: silentLog, person: false });
  const { openCalls } = okValue(await core.hub.load(id));
  await core.close();
  expect(openCalls.map(({ printed }) => printed?.slice(0, 14))).toEqual(['100000\n100001\n', undefined]);
  const [shown] = openCalls;
  expect(shown?.printed?.length).toBeLessThan(8000);
  expect(before.stdout).toContain(JSON.stringify(`until then:\n${shown?.printed}`).slice(1, -1));
  expect(dataFiles(dataDir, id)).toEqual(files);
  const found = await line('check');
  expect([found.code, found.stdout]).toEqual([0, expect.stringContaining('The output of the call run_command (c2)')]);
  const mended = await line('check', '--repair');
  expect([mended.code, mended.stdout]).toEqual([0, expect.not.stringMatching(/repaired: .*printed/)]);
  expect((await line('request', id, '-p', said)).stdout).toBe(before.stdout);
  const went = await line('run', '--resume', id, '-p', said);
  expect(went).toMatchObject({ code: 0, stdout: 'Good.\n' });
  expect(`${model.requests.at(-1)?.text}\n`).toBe(before.stdout);
  const after = await line('check');
  expect([after.code, after.stdout]).toEqual([0, '0 problems, 0 notes\n']);
  const [, messageId = ''] =
    /tool-results\/\w+\/(\w+)\.json\]/.exec(before.stdout.slice(before.stdout.indexOf('until then'))) ?? [];
  const kept = join(
    dataDir,
    'projects',
    readdirSync(join(dataDir, 'projects'))[0] ?? '',
    'state/logs/tool-results',
    id,
  );
  expect(readFileSync(join(kept, `${messageId}.json`), 'utf8').length).toBeGreaterThan(51_200);
  await model.close();
});
