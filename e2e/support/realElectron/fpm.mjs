#!/usr/bin/env node
// A stand-in for fpm, which builds deb packages for electron-builder and is in neither npm nor Debian: the same arguments,
// as far as electron-builder passes them, and Debian's own dpkg-deb for the package.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Options without a value. */
const flags = new Set(['--force', '--debug']);
/** @type {Record<string, string[]>} */
const options = {};
/** @type {string[]} */
const inputs = [];
const args = process.argv.slice(2);
for (let at = 0; at < args.length; at++) {
  const arg = args[at] ?? '';
  if (flags.has(arg)) continue;
  if (!arg.startsWith('-')) inputs.push(arg);
  else {
    options[arg] ??= [];
    options[arg].push(args[++at] ?? '');
  }
}
const one = (/** @type {string} */ name) => options[name]?.[0] ?? '';
if (one('-s') !== 'dir' || one('-t') !== 'deb') throw new Error('only deb packages of folders are supported');

const root = mkdtempSync(join(process.env.THROUGHLINE_FPM_FOLDER ?? tmpdir(), 'fpm-'));
try {
  for (const input of inputs) {
    const [from = '', to = ''] = input.split('=');
    mkdirSync(join(root, dirname(to)), { recursive: true });
    // Hard links: it is half a gigabyte.
    if (from.endsWith('/')) execFileSync('cp', ['-al', from, join(root, to)]);
    else {
      cpSync(from, join(root, to), { dereference: true });
      chmodSync(join(root, to), 0o644);
    }
  }
  const control = join(root, 'DEBIAN');
  mkdirSync(control);
  const [synopsis = '', ...lines] = one('--description').split('\n');
  const fields = {
    Package: one('--name'),
    Version: one('--version'),
    Architecture: one('--architecture'),
    Maintainer: one('--maintainer'),
    Depends: (options['-d'] ?? []).join(', '),
    Recommends: (options['--deb-recommends'] ?? []).join(', '),
    Section: one('--category'),
    Priority: one('--deb-priority'),
    Homepage: one('--url'),
    Description: [synopsis, ...lines.map((line) => ` ${line.trim()}`)].join('\n'),
  };
  const text = Object.entries(fields).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}\n`]));
  writeFileSync(join(control, 'control'), text.join(''));
  for (const [option, name] of [
    ['--after-install', 'postinst'],
    ['--after-remove', 'postrm'],
  ]) {
    cpSync(one(option ?? ''), join(control, name ?? ''));
    chmodSync(join(control, name ?? ''), 0o755);
  }
  chmodSync(root, 0o755);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', root, one('--package')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (!statSync(one('--package')).isFile()) throw new Error('dpkg-deb wrote no package');
} finally {
  rmSync(root, { recursive: true, force: true });
}
