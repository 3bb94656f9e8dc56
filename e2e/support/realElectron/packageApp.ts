// Packages the app with the project's electron-builder.yml around the real Electron. What differs is named here; the
// rest of the file is used as it is.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Configuration, Platform } from 'electron-builder';
import { parse } from 'yaml';
import { currentChunks } from '../../../scripts/package/chunks.ts';
import { afterAllArtifactBuild, afterPack, beforePack } from '../../../scripts/package/finish.ts';
import { foreignBinary } from './electronRuntime.ts';
import { readPrepared } from './place.ts';

export interface PackagedApp {
  folder: string;
  binary: string;
  archive: string;
  /** The command line's script. */
  command: string;
  /** electron-builder's results besides the folder. */
  artifacts: readonly string[];
}

const electronVersion = '25.1.1';

/** `electron`: the unpacked runtime. `app`: what `bundleForOlderElectron` wrote. */
export async function packageApp(
  root: string,
  electron: string,
  app: string,
  into: string,
  targets: readonly string[] = ['dir'],
): Promise<PackagedApp> {
  const project = path.join(into, 'project');
  cpSync(app, project, { recursive: true });
  // The packager names the parts of a package by the dependencies in its package.json.
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { version: sqlite } = JSON.parse(
    readFileSync(path.join(project, 'node_modules/@photostructure/sqlite/package.json'), 'utf8'),
  );
  writeFileSync(
    path.join(project, 'package.json'),
    JSON.stringify({
      ...{
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        license: manifest.license,
        author: manifest.author,
        homepage: manifest.homepage,
      },
      ...{ type: 'module', main: 'out/main.cjs' },
      dependencies: { ...manifest.dependencies, '@photostructure/sqlite': sqlite },
    }),
  );
  cpSync(path.join(root, 'build'), path.join(project, 'build'), { recursive: true });
  cpSync(path.join(root, 'LICENSE'), path.join(project, 'LICENSE'));
  // The command line and the browser host are those that ship: they run on their own Node.
  const shipped = ['THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json', ...currentChunks(path.join(root, 'out'))];
  for (const name of shipped) cpSync(path.join(root, 'out', name), path.join(project, 'out', name));
  cpSync(path.join(root, 'out/renderer/licenses.json'), path.join(project, 'out/renderer/licenses.json'));
  const runtime = path.join(into, 'electron');
  // Hard links: it is a third of a gigabyte.
  execFileSync('cp', ['-al', electron, runtime]);
  rmSync(path.join(runtime, 'resources', 'app'), { recursive: true });
  renameSync(path.join(runtime, foreignBinary), path.join(runtime, 'electron'));
  const config = ownConfiguration(root);
  const output = path.join(into, 'dist');
  mkdirSync(output);
  const artifacts = await build({
    projectDir: project,
    publish: 'never',
    targets: Platform.LINUX.createTarget([...targets]),
    config: { ...config, directories: { ...config.directories, output }, electronDist: runtime, electronVersion },
  });
  const folder = path.join(output, 'linux-unpacked');
  chmodSync(path.join(folder, 'chrome-sandbox'), 0o4755);
  return {
    folder,
    binary: path.join(folder, 'throughline'),
    archive: path.join(folder, 'resources', 'app.asar'),
    command: path.join(folder, 'resources', 'bin', 'throughline'),
    artifacts,
  };
}

function ownConfiguration(root: string): Configuration {
  const config = parse(readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')) as Configuration;
  // The test build is a single CommonJS file.
  const files = (config.files as string[])
    .filter((file) => file !== 'out/main.*.js')
    .map((file) => (file === 'out/main.js' ? 'out/main.cjs' : file));
  // Electron 25 does not have this fuse.
  const { grantFileProtocolExtraPrivileges: _newer, ...electronFuses } = config.electronFuses ?? {};
  // Threads load the package that provides node:sqlite in this build.
  const asarUnpack = [
    ...(config.asarUnpack as string[]),
    'node_modules/@photostructure/sqlite/**',
    'node_modules/node-gyp-build/**',
  ];
  return { ...config, files, asarUnpack, electronFuses, beforePack, afterPack, afterAllArtifactBuild };
}

export function preparedFolders(): { electron: string; app: string; work: string } | null {
  const prepared = readPrepared();
  if (!('work' in prepared)) return null;
  const electron = path.join(path.dirname(prepared.work), 'electron');
  return { electron, app: path.join(electron, 'resources', 'app'), work: prepared.work };
}
