// Lets a build of the app write a small data folder with its demo model, for the corpus of data that every later version must open
// (test/dataVersions). Arguments: a checkout with a build, and the folder to write. Run it before a release:
//
//     node scripts/writeDataVersion.mjs . test/dataVersions/0.1.0
//
// The result names no machine: run it where the host name is `machine`, and in the folder /tmp/throughline.

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [checkout = '.', target = ''] = process.argv.slice(2);
const base = '/tmp/throughline';
const [data, project] = [join(base, 'data'), join(base, 'project')];

/** Names of files that are rebuilt, locked, or belong to a process. */
const leftOut = /^(?:index\.db|search\.db|locks|sandbox|processes|learnt\.json|server\.json|desktop|backups|exports)/;

rmSync(base, { recursive: true, force: true });
mkdirSync(project, { recursive: true });
writeFileSync(join(project, 'notes.md'), '# Notes\n\nThe harbor opens at seven.\n');
writeFileSync(join(project, 'large.txt'), 'All work and no play makes a large result.\n'.repeat(1600));
writeFileSync(join(project, 'AGENTS.md'), 'Answer briefly.\n');

const cli = resolve(checkout, 'out/cli.js');
const env = {
  PATH: process.env.PATH,
  HOME: join(base, 'home'),
  LANG: 'C.UTF-8',
  THROUGHLINE_HOME: data,
  THROUGHLINE_TITLES: 'off',
};
mkdirSync(env.HOME, { recursive: true });

/** @param {...string} args */
function command(...args) {
  const ran = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', cli, ...args, '--data', data, '--project', project],
    {
      cwd: project,
      env,
      encoding: 'utf8',
      timeout: 120_000,
    },
  );
  if (ran.status !== 0) process.stderr.write(`${args.join(' ')}: ${ran.status}\n${ran.stderr}${ran.stdout}\n`);
  return ran;
}

const scripted = ['--approve', 'all'];
const prompts = [
  'List the files and read notes.md',
  'Write made.md with Hello from the demo',
  'Replace "Hello" with "Good day" in made.md',
  'Run a command that shows the date',
  'Make a to-do list: buy milk, call the office',
  'A long output',
];
command('run', '-p', prompts[0] ?? '', ...scripted);
for (const prompt of prompts.slice(1)) command('run', '--continue', '-p', prompt, ...scripted);
command('run', '-p', 'A second conversation about whales', ...scripted);

/** @type {{ id: string }[]} */
const listed = JSON.parse(command('list', '--json').stdout || '[]');
if (!existsSync(data) || listed.length === 0) throw new Error('Nothing was written.');
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of readdirSync(data)) {
  if (!leftOut.test(name)) cpSync(join(data, name), join(target, 'data', name), { recursive: true });
}
const conversations = listed.map(({ id }) => {
  /** @type {{ messages: { role: string, content: unknown }[] }} */
  const { messages } = JSON.parse(command('show', id, '--json').stdout);
  return { id, messages: messages.map(({ role, content }) => ({ role, content })) };
});
writeFileSync(join(target, 'expected.json'), `${JSON.stringify({ conversations }, null, 1)}\n`);
process.stdout.write(`${listed.length} conversations in ${target}\n`);
