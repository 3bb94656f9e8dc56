// package.json: exactly the tested versions are installed, and every command exists.

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { filesIn, readBytes, readText, repositoryFiles } from '../../scripts/house/tree.ts';
import { cite } from '../support/cite.ts';

const manifest = JSON.parse(readText('package.json')) as Record<string, Record<string, string> | undefined>;

test(cite('SEC-7', 'every dependency has one exact version'), () => {
  const versions = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides']
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .map(([name, version]) => `${name}@${version}`);
  expect(versions.length).toBeGreaterThan(10);
  expect(versions.filter((one) => !/^@?[^@]+@\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(one))).toEqual([]);
});

test(cite('SEC-7', 'every dependency has its reason in docs/decisions'), () => {
  const pages = filesIn(['docs/decisions']).map(readText).join('\n');
  const named = ['dependencies', 'devDependencies'].flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  expect(named.filter((name) => !pages.includes(`\`${name}\``))).toEqual([]);
});

test('every script and command runs an existing file', () => {
  const files = new Set(repositoryFiles());
  const scripts = Object.entries(manifest.scripts ?? {}).flatMap(([name, command]) =>
    command.split(/\s+/).flatMap((word) => (/\/.*\.[cm]?js$/.test(word) ? [[name, word] as const] : [])),
  );
  const commands = Object.entries(manifest.bin ?? {});
  expect(scripts.length).toBeGreaterThan(2);
  expect(
    [...scripts, ...commands]
      .filter(([, file]) => !files.has(file.replace(/^\.\//, '')))
      .map((each) => each.join(': ')),
  ).toEqual([]);
});

test('the icon is where the packager looks for it, and large enough for every system', () => {
  const resources = /^ {2}buildResources: (\S+)$/m.exec(readText('electron-builder.yml'))?.[1];
  const icon = readBytes(`${resources}/icon.png`);
  expect(icon.toString('latin1', 1, 4)).toBe('PNG');
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([1024, 1024]);
});

test('the tsconfig.json at the top names every part that has one', () => {
  const parts = repositoryFiles().flatMap((file) => /^([^/]+)\/tsconfig\.json$/.exec(file)?.[1] ?? []);
  const { references } = JSON.parse(readText('tsconfig.json')) as { references: { path: string }[] };
  expect(references.map((reference) => reference.path).sort()).toEqual(parts.sort());
});

test('version managers pick the Node that the app and the tests run on', () => {
  expect(readText('.node-version').trim()).toBe(manifest.devDependencies?.node);
});

test('every workflow parses, requests only read permission, and runs commands that exist', () => {
  const workflows = filesIn(['.github/workflows']).map((file) => [file, parse(readText(file))] as const);
  expect(workflows.length).toBeGreaterThan(2);
  for (const [file, { permissions, jobs }] of workflows) {
    expect([file, permissions]).toEqual([file, { contents: 'read' }]);
    const steps = Object.values<{ steps: { run?: string }[] }>(jobs).flatMap((job) => job.steps);
    const commands = steps.flatMap(({ run }) =>
      [...(run ?? '').matchAll(/\bnpm (?:run )?([\w-]+)/g)].map((match) => match[1]),
    );
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((name) => name !== 'ci' && !manifest.scripts?.[name ?? ''])).toEqual([]);
  }
});
