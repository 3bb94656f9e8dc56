import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import { createPathCompleter, type PathCompleter } from '../../electron/tools/search/pathCompleter.ts';
import { findRipgrep } from '../../electron/tools/search/ripgrep.ts';
import { fail } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { inTurns } from '../support/inTurns.ts';
import { tempFolder } from '../support/tempFolder.ts';

/** Polls until the folder has been read. */
async function paths(completer: PathCompleter, folder: string, typed: string, limit = 20): Promise<string[]> {
  for (let n = 0; n < 500; n++) {
    const found = await completer.complete(folder, typed, limit);
    if (found.complete) return found.paths.map(({ path }) => path);
  }
  throw new Error('the folder was never read to its end');
}

const create = (clock: Clock = systemClock) => createPathCompleter({ clock, findRipgrep });

test(
  cite('MENTION-4', 'the best match first; folders too; hidden ones only after a dot; .gitignore honored'),
  async () => {
    const folder = tempFolder();
    writeTree(folder, {
      '.gitignore': 'dist/\n*.log\n',
      '.github/workflows/ci.yml': '',
      '.env': '',
      'electron/chat/run/messageQueue.ts': '',
      'electron/chat/context/mentions.ts': '',
      'electron/app.ts': '',
      'electron/approvals/apply.ts': '',
      'docs/message queue.md': '',
      '文档/使用说明.md': '',
      'dist/app.js': '',
      'debug.log': '',
      'node_modules/app/index.js': '',
    });
    symlinkSync('/etc/passwd', join(folder, 'passwd'));
    const completer = create();
    expect(await paths(completer, folder, '')).toEqual(['docs/', 'electron/', '文档/']);
    expect(await paths(completer, folder, 'electron/')).toEqual([
      'electron/approvals/',
      'electron/chat/',
      'electron/app.ts',
    ]);
    expect((await paths(completer, folder, 'app'))[0]).toBe('electron/app.ts');
    expect(await paths(completer, folder, 'app')).not.toContain('dist/app.js');
    expect(await paths(completer, folder, 'mq')).toEqual([
      'docs/message queue.md',
      'electron/chat/run/messageQueue.ts',
    ]);
    expect((await paths(completer, folder, 'elchme')).slice(0, 2).sort()).toEqual([
      'electron/chat/context/mentions.ts',
      'electron/chat/run/messageQueue.ts',
    ]);
    expect((await paths(completer, folder, 'chat'))[0]).toBe('electron/chat/');
    expect(await paths(completer, folder, '说明')).toEqual(['文档/使用说明.md']);
    expect(await paths(completer, folder, 'message q')).toEqual([
      'docs/message queue.md',
      'electron/chat/run/messageQueue.ts',
    ]);
    expect(await paths(completer, folder, 'env')).not.toContain('.env');
    expect(await paths(completer, folder, '.e')).toContain('.env');
    expect(await paths(completer, folder, '.github/')).toEqual(['.github/workflows/']);
    expect(await paths(completer, folder, './electron/app')).toContain('electron/app.ts');
    for (const typed of ['debug.log', 'node_modules', 'passwd', 'zzzz'])
      expect([typed, await paths(completer, folder, typed)]).toEqual([typed, []]);
    expect(await paths(completer, folder, 'e', 2)).toHaveLength(2);
    expect(await paths(completer, join(folder, 'gone'), 'a')).toEqual([]);
  },
);

test(cite('MENTION-4', 'a list that is some seconds old is reloaded after the answer'), async () => {
  const folder = tempFolder();
  writeTree(folder, { 'old.ts': '' });
  let elapsed = 0;
  const completer = create({ ...systemClock, elapsed: () => elapsed });
  expect(await paths(completer, folder, 'ts')).toEqual(['old.ts']);
  writeFileSync(join(folder, 'new.ts'), '');
  rmSync(join(folder, 'old.ts'));
  expect(await paths(completer, folder, 'ts')).toEqual(['old.ts']);
  elapsed = 6000;
  expect(await paths(completer, folder, 'ts')).toEqual(['old.ts']);
  await expect.poll(() => paths(completer, folder, 'ts')).toEqual(['new.ts']);
});

test(cite('MENTION-4', 'without ripgrep the folder is walked'), async () => {
  const folder = tempFolder();
  writeTree(folder, { '.gitignore': 'x.ts\n', 'src/a.ts': '', 'x.ts': '' });
  const missing = async () => fail('TOOL_NOT_AVAILABLE', 'none');
  const completer = createPathCompleter({ clock: systemClock, findRipgrep: missing });
  expect(await paths(completer, folder, 'ts')).toEqual(['src/a.ts']);
});

test(cite('MENTION-4', 'a tree of 100,000 files is completed quickly, without blocking'), {
  tags: ['all'],
  timeout: 120_000,
}, async () => {
  const folder = tempFolder();
  let count = 0;
  for (let a = 0; a < 50; a++) {
    for (let b = 0; b < 40; b++) {
      const place = join(folder, `package${a}`, `module${b}`);
      mkdirSync(place, { recursive: true });
      for (let c = 0; c < 50; c++) writeFileSync(join(place, `component${c}Handler${count++}.ts`), '');
    }
  }
  expect(count).toBe(100_000);
  const completer = create();
  await inTurns(100, async () => {
    expect(await paths(completer, folder, 'Handler99999.ts')).toEqual([
      'package49/module39/component49Handler99999.ts',
    ]);
    for (const typed of ['c', 'component', 'p3m4c5', 'handler77777', 'package12/module3', 'zzz', 'ts', '']) {
      const found = await paths(completer, folder, typed);
      expect([typed, found.length > 0]).toEqual([typed, typed !== 'zzz']);
    }
    expect((await paths(completer, folder, 'handler77777'))[0]).toMatch(/Handler77777\.ts$/);
  });
});
