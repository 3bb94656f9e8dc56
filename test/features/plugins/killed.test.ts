// Real processes, killed with SIGKILL at random calls to the file system while they work on plugins. THROUGHLINE_SEED selects them.

import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { PluginInfo } from '../../../shared/features/plugins/plugin.ts';
import { startTestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { createDice } from '../../support/powerLoss.ts';
import { startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { volume } from '../../support/volume.ts';
import { skillText } from './packages.ts';

const kills = volume({ short: 1, all: 3, long: 100 });
const dice = createDice(Number(process.env.THROUGHLINE_SEED ?? 1));
const child = fileURLToPath(new URL('../../support/pluginChild.ts', import.meta.url));
const run = (...args: string[]) => startProgram(child, args).finished;

async function installedIn(dataDir: string): Promise<PluginInfo[]> {
  const app = await startTestApp({ dataDir });
  const { plugins, problems } = await app.call('plugins.list', {});
  expect(problems).toEqual([]);
  return plugins;
}

/** Kills `task` at random calls, each time on a copy of `before`. `states`: what may be installed afterwards. */
async function killAtRandom(before: string, task: string, subject: string, states: readonly (string | null)[]) {
  const copy = (): string => {
    const dataDir = path.join(tempFolder(), 'data');
    if (existsSync(before)) cpSync(before, dataDir, { recursive: true });
    return dataDir;
  };
  const whole = await run(task, copy(), subject, '0');
  expect(whole).toMatchObject({ code: 0, stderr: '' });
  for (let n = 0; n < kills; n++) {
    const dataDir = copy();
    const killed = await run(task, dataDir, subject, String(1 + dice(Number(whole.stdout))));
    expect(killed.signal).toBe('SIGKILL');
    const [plugin = null] = await installedIn(dataDir);
    expect(states).toContain(plugin?.hash ?? null);
    expect(plugin?.changedByHand ?? []).toEqual([]);
    // The next attempt works, and leaves nothing of the one before.
    if (task === 'remove' && plugin === null) continue;
    await run(task, dataDir, subject, '0');
    expect(readdirSync(path.join(dataDir, 'plugins'))).not.toContain('incoming');
  }
}

test(
  cite(['PLUG-1', 'PLUG-3'], 'a killed installation, update, step back or removal has happened or not'),
  async () => {
    const root = tempFolder();
    const dataDir = path.join(root, 'data');
    const source = path.join(root, 'weather');
    writeTree(source, { 'SKILL.md': skillText('weather'), 'scripts/now.sh': 'date\n' });
    await run('add', dataDir, source, '0');
    const [{ hash: first = '' } = {}] = await installedIn(dataDir);
    await killAtRandom(path.join(root, 'none'), 'add', source, [null, first]);

    writeTree(source, { 'SKILL.md': skillText('weather', 'Better.') });
    const updated = path.join(root, 'updated');
    cpSync(dataDir, updated, { recursive: true });
    await run('update', updated, 'weather', '0');
    const [{ hash: second = '' } = {}] = await installedIn(updated);
    expect(second).not.toBe(first);
    await killAtRandom(dataDir, 'update', 'weather', [first, second]);
    await killAtRandom(updated, 'back', 'weather', [second, first]);
    await killAtRandom(updated, 'remove', 'weather', [second, null]);
  },
);

test(
  cite('PLUG-1', 'of two processes that install the same plugin at once, one does, and both read the result'),
  async () => {
    const root = tempFolder();
    const dataDir = path.join(root, 'data');
    const sources = ['one', 'other'].map((name) => path.join(root, name));
    for (const source of sources) writeTree(source, { 'SKILL.md': skillText('weather', source) });
    const ended = await Promise.all(sources.map((source) => run('add', dataDir, source, '0')));
    expect(ended.map(({ code }) => code).sort()).toEqual([0, 1]);
    const installed = await installedIn(dataDir);
    expect(installed).toMatchObject([{ name: 'weather', changedByHand: [] }]);
    expect(installed[0]?.source).toBe(sources[ended.findIndex(({ code }) => code === 0)]);
    expect(readdirSync(path.join(dataDir, 'plugins')).sort()).toEqual(['plugins.json', 'weather']);
  },
);
