import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openFile } from '../../electron/tools/paths/openInside.ts';
import { createPathScope } from '../../electron/tools/paths/pathScope.ts';
import { replaceFile } from '../../electron/tools/text/replaceFile.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { createToolCaller, type ToolCaller } from '../support/toolCaller.ts';
import { volume } from '../support/volume.ts';

const secret = 'the secret outside';
let base: string;
let folder: string;
let caller: ToolCaller;

beforeEach(() => {
  base = tempFolder();
  folder = join(base, 'app');
  writeTree(base, {
    'app/src/a.txt': 'inside\n',
    'outside/secret.txt': secret,
    'app-evil/secret.txt': secret,
  });
  caller = createToolCaller(folder);
});

async function expectOutside(path: string): Promise<void> {
  const before = snapshot();
  for (const [name, args] of [
    ['read_file', { path }],
    ['list_files', { path }],
    ['search_files', { path, pattern: 'secret' }],
    ['write_file', { path, content: 'changed' }],
    ['edit_file', { path, old_text: 'secret', new_text: 'changed' }],
  ] as const) {
    const result = await caller.call(name, args);
    expect([name, result.outcome, result.details.errorCode]).toEqual([name, 'error', 'PATH_OUTSIDE_PROJECT']);
    expect(result.text).toMatch(/^Error: ".*" is outside the project folder\. Use a path inside it/);
    expect(result.text).not.toContain(secret);
    expect(JSON.stringify(result.preview)).not.toContain(secret);
  }
  expect(snapshot()).toEqual(before);
}

/** Everything below the test's folder, without following links. */
function snapshot(): string[] {
  return readdirSync(base, { recursive: true, encoding: 'utf8' }).sort();
}

describe('a path from the model', () => {
  test(cite('TOOL-2', 'with .. that leads out is rejected by every file tool'), async () => {
    await expectOutside('../outside/secret.txt');
    await expectOutside('src/../../outside/secret.txt');
    await expectOutside('..');
  });

  test(cite('TOOL-2', 'that is absolute is only accepted inside the folder'), async () => {
    await expectOutside(join(base, 'outside/secret.txt'));
    await expectOutside('/etc/hostname');
    await expectOutside('/');
    await expectOutside('~/notes.txt');
    expect((await caller.call('read_file', { path: join(folder, 'src/a.txt') })).text).toBe('     1\tinside');
  });

  test(cite('TOOL-2', 'into a folder whose name only starts like the project is rejected'), async () => {
    await expectOutside('../app-evil/secret.txt');
    await expectOutside(`${folder}-evil/secret.txt`);
  });

  test(cite('TOOL-2', 'through a link to a file outside is rejected'), async () => {
    symlinkSync(join(base, 'outside/secret.txt'), join(folder, 'link.txt'));
    symlinkSync('../outside/secret.txt', join(folder, 'relative.txt'));
    await expectOutside('link.txt');
    await expectOutside('relative.txt');
  });

  test(cite('TOOL-2', 'through a link to a folder outside is rejected, with a trailing slash too'), async () => {
    symlinkSync(join(base, 'outside'), join(folder, 'src/lib'));
    await expectOutside('src/lib/secret.txt');
    await expectOutside('src/lib/new/file.txt');
    await expectOutside('src/lib/');
    await expectOutside('src/lib');
  });

  test(cite('TOOL-2', 'through a chain of links is followed to its end'), async () => {
    symlinkSync('two', join(folder, 'one'));
    symlinkSync('three/', join(folder, 'two'));
    symlinkSync('../outside', join(folder, 'three'));
    await expectOutside('one/secret.txt');
    symlinkSync('src', join(folder, 'good'));
    symlinkSync('good/a.txt', join(folder, 'better'));
    expect((await caller.call('read_file', { path: 'better' })).text).toBe('     1\tinside');
  });

  test(cite('TOOL-2', 'that is a dangling link counts as its target'), async () => {
    symlinkSync(join(base, 'outside/new.txt'), join(folder, 'dangling'));
    symlinkSync('dangling', join(folder, 'dangling-twice'));
    symlinkSync('../outside/new', join(folder, 'dangling-folder'));
    await expectOutside('dangling');
    await expectOutside('dangling-twice');
    await expectOutside('dangling-folder/x.txt');

    symlinkSync('src/new.txt', join(folder, 'inward'));
    expect((await caller.call('write_file', { path: 'inward', content: 'new\n' })).details.path).toBe('src/new.txt');
    expect(readFileSync(join(folder, 'src/new.txt'), 'utf8')).toBe('new\n');
  });

  test('in a circle of links is a readable error', async () => {
    symlinkSync('b', join(folder, 'a'));
    symlinkSync('a', join(folder, 'b'));
    expect((await caller.call('read_file', { path: 'a' })).text).toBe('Error: "a" is a circular link.');
    expect((await caller.call('write_file', { path: 'a/x', content: '' })).outcome).toBe('error');
  });

  test('is rejected if it is empty, too long, or contains a NUL', async () => {
    for (const path of ['', '  ', 'a\0b', 'x'.repeat(256), 'd/'.repeat(3000)]) {
      expect((await caller.call('read_file', { path })).outcome).toBe('error');
      expect((await caller.call('write_file', { path, content: '' })).outcome).toBe('error');
    }
    expect((await caller.call('read_file', { path: 'src/a.txt/b' })).text).toContain(
      'uses a file as if it were a folder',
    );
    expect((await caller.call('write_file', { path: 'src/new/', content: '' })).text).toContain('is a folder');
  });

  test('works in a project whose own folder is reached through a link', async () => {
    symlinkSync(folder, join(base, 'project'));
    const linked = createToolCaller(join(base, 'project'));
    expect((await linked.call('read_file', { path: 'src/a.txt' })).outcome).toBe('ok');
    expect((await linked.call('read_file', { path: join(base, 'project/src/a.txt') })).outcome).toBe('ok');
    expect((await linked.call('read_file', { path: '../outside/secret.txt' })).outcome).toBe('error');
  });
});

describe('between the check and the use', () => {
  const scope = createPathScope({ protectedFolders: [] });

  async function located(path: string) {
    const result = await scope.toWrite(folder, path);
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  }

  test(cite('TOOL-2', 'a file swapped for a link is not read'), async () => {
    const at = await located('src/a.txt');
    rmSync(join(folder, 'src/a.txt'));
    symlinkSync(join(base, 'outside/secret.txt'), join(folder, 'src/a.txt'));
    await expect(openFile(at)).rejects.toMatchObject({ name: 'PathMoved' });
  });

  test(cite('TOOL-2', 'a folder swapped for a link is neither read nor written through'), async () => {
    const read = await located('src/secret.txt');
    const write = await located('src/deep/er/new.txt');
    renameSync(join(folder, 'src'), join(folder, 'old'));
    symlinkSync(join(base, 'outside'), join(folder, 'src'));
    await expect(openFile(read)).rejects.toMatchObject({ name: 'PathMoved' });
    await expect(replaceFile(write, null, Buffer.from('x'))).rejects.toMatchObject({ name: 'PathMoved' });
    expect(readdirSync(join(base, 'outside'))).toEqual(['secret.txt']);
  });

  test(cite('TOOL-2', 'a folder that flickers between itself and a link never reveals the outside'), {
    tags: ['all'],
  }, async () => {
    writeTree(folder, { 'flicker/secret.txt': 'harmless' });
    symlinkSync(join(base, 'outside'), join(folder, 'link'));
    let turns = 0;
    let stop = false;
    const flicker = (async () => {
      while (!stop) {
        renameSync(join(folder, 'flicker'), join(folder, 'aside'));
        renameSync(join(folder, 'link'), join(folder, 'flicker'));
        await new Promise(setImmediate);
        renameSync(join(folder, 'flicker'), join(folder, 'link'));
        renameSync(join(folder, 'aside'), join(folder, 'flicker'));
        turns++;
        await new Promise(setImmediate);
      }
    })();
    const outcomes = new Set<string>();
    for (let round = 0; round < volume({ short: 60, all: 300 }); round++) {
      const read = await caller.call('read_file', { path: 'flicker/secret.txt' });
      expect(read.text).not.toContain(secret);
      outcomes.add(read.outcome);
      await caller.call('edit_file', { path: 'flicker/secret.txt', old_text: 'less', new_text: 'lesss' });
    }
    stop = true;
    await flicker;
    expect(turns).toBeGreaterThan(10);
    expect([...outcomes].sort()).toEqual(['error', 'ok']);
    expect(readdirSync(join(base, 'outside'))).toEqual(['secret.txt']);
    expect(readFileSync(join(base, 'outside/secret.txt'), 'utf8')).toBe(secret);
  });
});

describe('protected places', () => {
  async function expectProtected(path: string, by: ToolCaller = caller): Promise<void> {
    const before = snapshot();
    const write = await by.call('write_file', { path, content: 'x' });
    expect([path, write.outcome, write.details.errorCode]).toEqual([path, 'error', 'PATH_PROTECTED']);
    const edit = await by.call('edit_file', { path, old_text: 'a', new_text: 'b' });
    expect(edit.details.errorCode).toBe('PATH_PROTECTED');
    expect(snapshot()).toEqual(before);
  }

  test(cite(['TOOL-2', 'TOOL-3'], "git's own files cannot be written, in any spelling, existing or not"), async () => {
    for (const path of [
      '.git/config',
      '.GIT/hooks/pre-commit',
      'src/.git/config',
      '.git',
      '.Git ./x',
      '.git::$DATA/x',
      'GIT~1/x',
      '.g\u200cit/x',
    ]) {
      await expectProtected(path);
    }
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    symlinkSync('.git', join(folder, 'innocent'));
    await expectProtected('.git/config');
    await expectProtected('innocent/config');
    expect((await caller.call('write_file', { path: '.gitignore', content: 'dist\n' })).outcome).toBe('ok');
    expect((await caller.call('write_file', { path: '.github/x.yml', content: '' })).outcome).toBe('ok');
  });

  test(cite('TOOL-3', 'git files that .git points to are protected as well'), async () => {
    mkdirSync(join(folder, 'gitdata'));
    writeFileSync(join(folder, '.git'), 'gitdir: gitdata\n');
    await expectProtected('gitdata/config');
    // Git strips line endings, but no space.
    writeFileSync(join(folder, '.git'), 'gitdir: later \r\n');
    await expectProtected('later /config');
    rmSync(join(folder, '.git'));
    symlinkSync('gitdata', join(folder, '.git'));
    await expectProtected('gitdata/hooks/pre-commit');
    await expectProtected('.git/hooks/pre-commit');
  });

  test(
    cite('TOOL-3', "the app's own data cannot be written, whether or not it exists and whatever its case"),
    async () => {
      const protecting = createToolCaller(folder, {
        protectedFolders: [join(folder, 'Data'), join(base, 'app/later')],
      });
      await expectProtected('Data/settings.json', protecting);
      await expectProtected('data/settings.json', protecting);
      await expectProtected('later', protecting);
      await expectProtected('later/x/y.json', protecting);
      expect((await protecting.call('write_file', { path: 'database.txt', content: '' })).outcome).toBe('ok');
      expect((await protecting.call('write_file', { path: 'later-on.txt', content: '' })).outcome).toBe('ok');

      mkdirSync(join(folder, 'real'));
      symlinkSync('real', join(folder, 'LINK'));
      const linked = createToolCaller(folder, { protectedFolders: [join(folder, 'LINK')] });
      await expectProtected('real/settings.json', linked);
      expect(realpathSync(join(folder, 'LINK'))).toBe(join(folder, 'real'));
    },
  );

  test('may be read', async () => {
    writeTree(folder, { '.git/HEAD': 'ref: refs/heads/main\n' });
    expect((await caller.call('read_file', { path: '.git/HEAD' })).text).toBe('     1\tref: refs/heads/main');
  });
});
