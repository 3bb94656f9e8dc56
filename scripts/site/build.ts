// Builds the site into out/site. VitePress has a hundred packages that the app does not need, so it is installed apart,
// from its own lock file, into .cache; after that the build needs no network.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryFiles } from '../house/tree.ts';
import { sidebarOf, sitePages } from './pages.ts';
import { vitePressFolder } from './vitePress.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const here = join(root, 'scripts', 'site');

/** Returns the folder with VitePress's node_modules. */
function installed(): string {
  const folder = vitePressFolder();
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(here, name), join(partial, name));
  // No package needs its install script.
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: partial, stdio: 'inherit' });
  renameSync(partial, folder);
  return folder;
}

function stage(folder: string): string {
  const docs = join(folder, 'docs');
  rmSync(docs, { recursive: true, force: true });
  const pages = sitePages(repositoryFiles(), (file) => readFileSync(join(root, file), 'utf8'));
  for (const { path, text } of pages) {
    mkdirSync(dirname(join(docs, path)), { recursive: true });
    writeFileSync(join(docs, path), text);
  }
  for (const name of ['.vitepress', 'images']) cpSync(join(root, 'docs', name), join(docs, name), { recursive: true });
  // Pictures that a page links to keep their address; those it shows get one from the build.
  cpSync(join(root, 'docs', 'images'), join(docs, 'public', 'images'), { recursive: true });
  writeFileSync(join(docs, '.vitepress', 'sidebar.json'), JSON.stringify(sidebarOf(pages)));
  return docs;
}

if (process.argv.includes('--media')) {
  const env = { ...process.env, THROUGHLINE_PICTURES: '1' };
  const playwright = join(root, 'node_modules', 'playwright', 'cli.js');
  execFileSync(process.execPath, [playwright, 'test', 'e2e/siteMedia', 'e2e/siteVideos'], {
    stdio: 'inherit',
    cwd: root,
    env,
  });
}
const folder = installed();
const docs = stage(folder);
const out = join(root, 'out', 'site');
execFileSync(
  process.execPath,
  [join(folder, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build', docs, '--outDir', out],
  {
    stdio: 'inherit',
    cwd: folder,
  },
);
process.stdout.write(`Built ${join('out', 'site', 'index.html')}\n`);
