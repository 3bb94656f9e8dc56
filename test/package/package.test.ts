// The configuration of packages, and the steps around electron-builder.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readOutside } from '../../electron/host/desktop/outside.ts';
import { settingsSections } from '../../renderer/core/state/viewStore.ts';
import { clientOutput } from '../../scripts/clientPackage.ts';
import { root } from '../../scripts/house/tree.ts';
import { currentChunks, staleChunks } from '../../scripts/package/chunks.ts';
import { addCommand } from '../../scripts/package/command.ts';
import { checksums } from '../../scripts/package/finish.ts';
import { differingFuses } from '../../scripts/package/fuses.ts';
import { signingProblems } from '../../scripts/package/signing.ts';
import { collectRelease, expectedFiles } from '../../scripts/release/collect.ts';
import { otherProcessorPackages } from '../../scripts/release/otherProcessor.ts';
import { entriesOf } from '../../scripts/sources.mjs';
import { readLink } from '../../shared/features/links/link.ts';
import { cite } from '../support/cite.ts';
import { tempFolder } from '../support/tempFolder.ts';

const config = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));

describe('electron-builder.yml', () => {
  test(cite('SHIP-1', 'has every file that the build makes for the app'), () => {
    const patterns = (config.files as string[]).map((pattern) => new RegExp(`^${globOf(pattern)}$`));
    // The client is a package for other apps.
    const outputs = [...entriesOf(root, 'doors'), ...entriesOf(root, 'renderer')].map(({ output }) => output);
    for (const output of outputs.filter((each) => each !== clientOutput))
      expect([output, patterns.some((pattern) => pattern.test(output))]).toEqual([output, true]);
  });

  test(cite('SHIP-1', 'packages for three systems and both processors, without a secret'), () => {
    expect(config.linux.target).toEqual(['AppImage', 'deb', 'rpm', 'tar.gz']);
    expect(config.mac.target).toEqual(
      ['dmg', 'zip'].map((target) => ({ target, arch: ['x64', 'arm64', 'universal'] })),
    );
    expect(config.win.target).toEqual([{ target: 'nsis', arch: ['x64', 'arm64'] }]);
    expect(JSON.stringify(config)).not.toMatch(/password|certificateFile|cscLink|identity|appleId/i);
    expect(config.nsis.deleteAppDataOnUninstall).toBe(false);
  });

  test(cite(['SHIP-1', 'SEC-5'], 'links come after --, and no type of file gets another default app'), () => {
    expect(config.protocols[0].schemes).toEqual(['throughline']);
    expect(config.linux.executableArgs).toEqual(['--']);
    expect(config.linux.mimeTypes).toEqual(['application/jsonl', 'application/x-ndjson']);
    for (const { rank, role } of config.mac.fileAssociations) expect([rank, role]).toEqual(['Alternate', 'Viewer']);
    expect(config.fileAssociations ?? config.win.fileAssociations).toBeUndefined();
    const installer = readFileSync(join(root, 'build/installer.nsh'), 'utf8');
    const commands = [...installer.matchAll(/shell\\open\\command" "" '(.*)'/g)].map(([, command]) => command);
    expect(commands).toEqual(['"$appExe" -- "%1"', '"$appExe" -- "%1"']);
    const actions = Object.values(config.deb.desktop.desktopActions as Record<string, { Exec: string }>);
    const words = actions.map(({ Exec }) => /^\/opt\/Throughline\/throughline -- (\S+)$/.exec(Exec)?.[1] ?? '');
    expect(words.filter((word) => word.startsWith('--'))).toEqual(['--new-chat', '--new-window', '--quick']);
    const links = words.filter((word) => readLink(word).ok);
    expect(links).toHaveLength(1);
    expect(readOutside({ links }).links).toEqual(links);
    expect(settingsSections).toContain(links[0]?.split('/').at(-1));
    expect(config.deb.desktop.entry.Actions).toBe(`${Object.keys(config.deb.desktop.desktopActions).join(';')};`);
  });

  test(cite('SHIP-1', 'what libSQL loads is next to the archive, for the command line and the threads'), () => {
    const patterns = (config.asarUnpack as string[]).map((pattern) => new RegExp(`^${globOf(pattern)}$`));
    const packages = new Set<string>();
    const add = (name: string): void => {
      if (packages.has(name)) return;
      packages.add(name);
      const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
      for (const each of Object.keys(dependencies)) add(each);
    };
    add('libsql');
    expect(packages.size).toBeGreaterThan(2);
    for (const name of packages) {
      const file = `node_modules/${name}/package.json`;
      expect([file, patterns.some((pattern) => pattern.test(file))]).toEqual([file, true]);
    }
  });

  test(cite('SHIP-1', 'a Mac has the native packages of both of its processors, for each half of the app'), () => {
    const both = ['x64', 'arm64'].flatMap((arch) => otherProcessorPackages(root, 'darwin', arch));
    const names = both.map((each) => each.slice(0, each.lastIndexOf('@')));
    for (const arch of ['x64', 'arm64']) {
      const inside = ['@lydell/node-pty-', '@napi-rs/keyring-', '@vscode/ripgrep-', '@libsql/'];
      const missing = inside
        .map((start) => `${start}darwin-${arch}`)
        .filter((name) => !existsSync(join(root, 'node_modules', name)));
      expect(names).toEqual(expect.arrayContaining(missing));
    }
    const pattern = new RegExp(`^${globOf(config.mac.x64ArchFiles)}$`);
    for (const name of names)
      expect(`Throughline.app/Contents/Resources/app.asar.unpacked/node_modules/${name}/a.node`).toMatch(pattern);
  });

  test(cite('SHIP-1', "the command on Windows has no folder with a user's name in its file"), () => {
    const installer = readFileSync(join(root, 'build/installer.nsh'), 'utf8');
    const lines = [...installer.matchAll(/FileWrite \$0 '(.*)'/g)].map(([, line]) => line);
    expect(lines).toEqual(['@"$2\\resources\\bin\\throughline.cmd" %*$\\r$\\n']);
    expect(installer).toContain('StrCpy $2 "%LOCALAPPDATA%$2"');
    expect(installer).toContain('GetFullPathName /SHORT $2 $INSTDIR');
  });

  /** As far as the file uses patterns. */
  function globOf(pattern: string): string {
    return pattern
      .replaceAll('.', '\\.')
      .replaceAll(/^\*\*\//g, '(.+/)?')
      .replaceAll('**', '.+')
      .replaceAll(/(?<!\.)\*/g, '[^/]*');
  }
});

test(cite(['SHIP-1', 'SEC-1'], 'each fuse that differs from its setting is named'), async () => {
  const names = Object.keys(config.electronFuses);
  const wire = Object.values(config.electronFuses as Record<string, boolean>).map((isOn) => (isOn ? '1' : '0'));
  const file = join(tempFolder(), 'app');
  const write = (states: readonly string[]): void =>
    writeFileSync(
      file,
      Buffer.concat([
        Buffer.from('before dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', 'latin1'),
        // Version and length; the last but one fuse is Electron's jobFiles, for V8's snapshots.
        Buffer.from([1, states.length]),
        Buffer.from(states.join(''), 'latin1'),
      ]),
    );
  const shipped = [...wire.slice(0, 6), '0', ...wire.slice(6)];
  write(shipped);
  expect(await differingFuses(file, config.electronFuses)).toEqual([]);
  for (const [at, state] of shipped.entries()) {
    if (at === 6) continue;
    write(shipped.with(at, state === '1' ? '0' : '1'));
    expect(await differingFuses(file, config.electronFuses)).toEqual([
      `${names[at > 6 ? at - 1 : at]} is ${state === '1' ? 'off' : 'on'}`,
    ]);
  }
});

test(cite('SHIP-1', 'a package that is not signed says so'), () => {
  expect(signingProblems('linux', {})).toMatchObject([expect.stringContaining('not signed')]);
  for (const platform of ['darwin', 'win32'] as const)
    expect(signingProblems(platform, {})).toMatchObject([expect.stringContaining('NOT SIGNED')]);
  const certificate = { CSC_LINK: 'a', CSC_KEY_PASSWORD: 'b' };
  expect(signingProblems('win32', certificate)).toEqual([]);
  expect(signingProblems('win32', { CSC_LINK: 'a', CSC_KEY_PASSWORD: '' })).toHaveLength(1);
  expect(signingProblems('darwin', certificate)).toMatchObject([expect.stringContaining('NOT NOTARIZED')]);
  const account = { APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' };
  expect(signingProblems('darwin', { ...certificate, ...account })).toEqual([]);
});

test(cite('SHIP-1', 'chunks of earlier builds are not packaged'), () => {
  const out = tempFolder();
  const files = {
    'cli.js': 'import("./cli.a-1.js"); import "./shared.js";',
    'cli.a-1.js': 'import x from "./cli.b-2.js"; export * from"./cli.js"',
    'cli.b-2.js': '',
    'cli.b-1.js': '',
    'headless.js': '',
    'headless.x-1.js': '',
    'shared.js': '',
    'main.js': '',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text);
  expect(currentChunks(out)).toEqual(['cli.a-1.js', 'cli.b-2.js', 'cli.js', 'headless.js', 'shared.js']);
  expect(staleChunks(out).sort()).toEqual(['cli.b-1.js', 'headless.x-1.js']);
});

test(cite('SHIP-1', 'the command of a package passes its arguments on, and follows links to itself'), {
  tags: ['all'],
}, () => {
  const resources = join(tempFolder(), 'resources');
  addCommand(root, resources, process.platform as 'linux', process.arch as 'x64');
  const script = readFileSync(
    join(resources, 'bin', process.platform === 'win32' ? 'throughline.cmd' : 'throughline'),
    'utf8',
  );
  expect(script).toContain(process.platform === 'win32' ? '%*' : '"$@"');
  expect(script).not.toContain(root);
});

describe('a release', () => {
  const version = '1.2.3';

  /** One folder for each job, with an equal share of the files. */
  async function jobs(change: (files: string[]) => string[] = (files) => files): Promise<string> {
    const from = tempFolder();
    const files = change(expectedFiles(version));
    for (const [at, job] of ['one', 'two'].entries()) {
      const folder = join(from, job);
      mkdirSync(folder);
      const jobFiles = files.filter((_, each) => each % 2 === at).map((name) => join(folder, name));
      for (const file of jobFiles) writeFileSync(file, `content of ${file}`);
      writeFileSync(join(folder, 'SHA256SUMS'), await checksums(jobFiles));
    }
    return from;
  }

  test(cite('SHIP-1', 'has the packages of every system and processor, with one list of checksums'), async () => {
    const to = join(tempFolder(), 'release');
    expect(await collectRelease({ version, from: await jobs(), to })).toEqual(
      [...expectedFiles(version), 'SHA256SUMS'].sort(),
    );
    expect(readFileSync(join(to, 'SHA256SUMS'), 'utf8').trim().split('\n')).toHaveLength(expectedFiles(version).length);
    expect(expectedFiles(version)).toHaveLength(21);
  });

  test(cite('SHIP-1', 'is refused when a file is missing, unexpected, made twice or changed'), async () => {
    const refused = async (from: string): Promise<string> =>
      collectRelease({ version, from, to: join(tempFolder(), 'release') }).then(
        () => '',
        (thrown: Error) => thrown.message,
      );
    expect(await refused(await jobs((files) => files.slice(1)))).toContain('Missing: throughline');
    expect(await refused(await jobs((files) => [...files, 'other.exe']))).toContain('Unexpected: other.exe');
    const [first = ''] = expectedFiles(version);
    expect(await refused(await jobs((files) => [...files, files[0] ?? '', first]))).toContain('twice');
    const changed = await jobs();
    writeFileSync(join(changed, 'one', first), 'other');
    expect(await refused(changed)).toContain('SHA256SUMS');
  });
});

test(cite('SHIP-1', 'the release workflow has few rights, pinned steps, and publishes last'), () => {
  const { permissions, jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'));
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.package.permissions).toBeUndefined();
  expect(jobs.release).toMatchObject({ needs: 'package', if: "github.ref_type == 'tag'" });
  const steps: { uses?: string; run?: string; if?: string; env?: Record<string, string> }[] = [
    ...jobs.package.steps,
    ...jobs.release.steps,
  ];
  for (const { uses, run } of steps) {
    expect([uses, run].filter(Boolean)).toHaveLength(1);
    if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
    // The author of a tag could inject commands through an expression in a script.
    expect(run ?? '').not.toMatch(/\$\{\{(?! matrix\.args)/);
    for (const [, script] of (run ?? '').matchAll(/node (scripts\/\S+)/g))
      expect(readFileSync(join(root, script ?? ''), 'utf8')).not.toBe('');
  }
  expect(jobs.release.steps.at(-1).run).toContain('--draft=false');
  expect(jobs.release.steps.at(-2).run).toContain('publishUpdate.ts publish');
  const archs = jobs.package.strategy.matrix.include.map(({ args }: { args: string }) => args);
  expect(archs).toEqual([
    '--linux --x64',
    '--linux --arm64',
    '--mac --x64 --arm64 --universal',
    '--win --x64',
    '--win --arm64',
  ]);
});
