// The options of npm start and of both hosts.

import { expect, test } from 'vitest';
import { readCommandLine } from '../../electron/host/desktop/commandLine.ts';
import { argumentsOf, optionTable, readOptions, usage } from '../../scripts/options.mjs';
import { cite } from '../support/cite.ts';

const folder = '/home/someone';
const none = {
  browser: false,
  port: null,
  open: true,
  remote: null,
  data: null,
  project: null,
  resume: null,
  continue: false,
  scenario: null,
  help: false,
};

test(
  cite('START-4', 'every option is read, in both spellings, and folders are relative to the working directory'),
  () => {
    expect(readOptions([], { folder })).toEqual({ ok: true, options: none });
    const args = [
      '--browser',
      '--port',
      '0',
      '--no-open',
      '--data',
      'd',
      '--project=../p q',
      '--scenario',
      's.yaml',
      '--help',
    ];
    expect(readOptions(args, { folder })).toEqual({
      ok: true,
      options: {
        ...none,
        browser: true,
        port: 0,
        open: false,
        data: `${folder}/d`,
        project: '/home/p q',
        scenario: `${folder}/s.yaml`,
        help: true,
      },
    });
    expect(readOptions(['--data', '/x', '--port=65535'], { folder })).toEqual({
      ok: true,
      options: { ...none, data: '/x', port: 65_535 },
    });
    for (const { name } of optionTable) expect(usage).toContain(`--${name}`);
  },
);

test(cite('START-4', 'an unknown or invalid option is rejected in one line that names it'), () => {
  const refusals: [string[], string][] = [
    [['--nonsense'], '--nonsense'],
    [['--brows'], '--brows'],
    [['-b'], '-b'],
    [['--Browser'], '--Browser'],
    [['folder'], 'folder'],
    [['--', 'folder'], 'folder'],
    [['--browser=yes'], '--browser'],
    [['--no-browser'], '--no-browser'],
    [['--open'], '--open'],
    [['--port'], '--port'],
    [['--port', '--browser'], '--port'],
    [['--port='], '--port'],
    [['--port', '65536'], '65536'],
    [['--port', '-1'], '--port'],
    [['--port', '1e3'], '1e3'],
    [['--port', '80 '], '80 '],
    [['--port', '４０'], '４０'],
    [['--data'], '--data'],
    [['--data='], '--data'],
    [['--data', ''], '--data'],
    [['--project', '--data', 'x'], '--project'],
    [['--data', 'a\0b'], '--data'],
    [['--toString'], '--toString'],
    [['--__proto__'], '--__proto__'],
    [['--resume'], '--resume'],
    [['--resume='], '--resume'],
    [['--resume', 'abcd', '--continue'], '--continue'],
  ];
  for (const [args, named] of refusals) {
    const read = readOptions(args, { folder });
    expect([args, read.ok]).toEqual([args, false]);
    const message = read.ok ? '' : read.message;
    expect(message).toContain(named);
    expect(message).not.toContain('\n');
  }
});

test(cite('START-4', 'a host receives the same options'), () => {
  const all = ['--port', '5', '--no-open', '--data', '/d', '--project', '/p', '--scenario', '/s.yaml'];
  for (const args of [[], [...all, '--resume', 'abcd'], [...all, '--continue']]) {
    const read = readOptions(args, { folder });
    expect(read.ok && readOptions(argumentsOf(read.options), { folder: '/elsewhere' })).toEqual(read);
  }
});

test(cite('START-4', "the desktop host reads its own options among Electron's, and strictly after --"), () => {
  const env = { THROUGHLINE_HOME: '/home/data' };
  const read = (argv: string[], packaged: boolean) => readCommandLine(argv, { packaged, folder, env });
  const found = {
    ...{ ok: true, dataDir: '/d', projectFolder: '/p', conversation: null, scenarioFile: null },
    remoteName: null,
    ...{ outside: { files: [], links: [] }, wish: { folder: '/p', action: null } },
  };
  expect(read(['electron', '/app', '--', '--data', '/d', '--project', '/p'], false)).toEqual(found);
  expect(read(['throughline', '--no-first-run', '--data', '/d', '--inspect=0', '--project=/p'], true)).toEqual(found);
  expect(read(['throughline'], true)).toEqual({
    ...found,
    dataDir: '/home/data',
    projectFolder: null,
    wish: { folder: null, action: null },
  });
  expect(read(['throughline', '--resume', 'abcd'], true)).toMatchObject({ conversation: { named: 'abcd' } });
  expect(read(['throughline', '--scenario', 's.yaml'], true)).toMatchObject({ scenarioFile: `${folder}/s.yaml` });
  expect(read(['throughline', '--continue'], true)).toMatchObject({ conversation: 'latest' });
  expect(read(['electron', '/app', '--', '--nonsense'], false)).toMatchObject({ ok: false });
  expect(read(['throughline', '--data='], true)).toMatchObject({ ok: false });
});
