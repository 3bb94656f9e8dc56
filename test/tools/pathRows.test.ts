import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Sentence } from '../../shared/core/sentence.ts';
import { decide } from '../../shared/permission/permission.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { type CallResult, createToolCaller, type ToolCaller } from '../support/toolCaller.ts';
import { naiveAllows, type PathRow, pathRows, plainPaths } from './pathCorpus.ts';

const secret = 'the secret outside';

interface Place {
  base: string;
  folder: string;
  caller: ToolCaller;
  fill(text: string): string;
}

function place(links: PathRow['links'] = {}): Place {
  const base = tempFolder();
  const folder = join(base, 'app');
  const data = join(base, 'data');
  writeTree(base, {
    'app/src/a.txt': 'inside\n',
    'app/bare.git/HEAD': 'ref: refs/heads/main\n',
    'outside/secret.txt': secret,
    'app-evil/secret.txt': secret,
  });
  mkdirSync(join(folder, 'bare.git/objects'));
  mkdirSync(join(folder, 'bare.git/refs'));
  const fill = (text: string): string =>
    text.replaceAll('{base}', base).replaceAll('{folder}', folder).replaceAll('{data}', data);
  for (const [at, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, at)), { recursive: true });
    symlinkSync(fill(target), join(folder, at));
  }
  return { base, folder, fill, caller: createToolCaller(folder, { protectedFolders: [data] }) };
}

/** Links are not followed. */
function everything(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...everything(path)] : [path];
  });
}

async function calls({ caller, fill }: Place, row: PathRow, decided: boolean): Promise<Map<string, CallResult>> {
  const path = fill(row.path);
  const reads = [
    ['read_file', { path }],
    ['list_files', { path }],
    ['search_files', { path, pattern: 'secret' }],
  ] as const;
  const writes = [
    ['write_file', { path, content: 'changed' }],
    ['edit_file', { path, old_text: 'secret', new_text: 'changed' }],
  ] as const;
  const results = new Map<string, CallResult>();
  // Where a path is optional, an empty one counts as omitted: the schema rejects it.
  const read = path === '' ? reads.slice(0, 1) : reads;
  for (const [name, args] of [...(row.access === 'write' ? [] : read), ...(row.access === 'read' ? [] : writes)]) {
    results.set(name, await caller.call(name, args, { decided }));
  }
  return results;
}

/** The required answer: the error code, or that it asks. */
function expected({ is }: PathRow, decided: boolean): string[] {
  if (is === 'never') return ['PATH_OUTSIDE_PROJECT'];
  if (is === 'error') return ['TOOL_EXEC_FAILED'];
  if (is === 'protected') return decided ? ['PATH_PROTECTED'] : ['PATH_PROTECTED', 'PATH_OUTSIDE_PROJECT'];
  return ['PATH_OUTSIDE_PROJECT'];
}

test(cite(['TOOL-2', 'TOOL-3'], `every path of the corpus is contained (${pathRows.length} rows)`), {
  tags: ['all'],
}, async () => {
  console.log(`paths: ${pathRows.length} rows`);
  expect(pathRows.length).toBeGreaterThanOrEqual(100);
  for (const row of pathRows.filter(({ is }) => is !== 'asked')) {
    const here = place(row.links);
    const before = everything(here.base);
    for (const decided of [false, true]) {
      if (decided && row.is === 'outside') continue;
      for (const [name, result] of await calls(here, row, decided)) {
        const code = result.details.errorCode;
        expect([row, name, decided, result.outcome]).toEqual([row, name, decided, 'error']);
        expect(expected(row, decided), `${JSON.stringify(row)} ${name}`).toContain(code);
        expect(JSON.stringify([result.text, result.preview])).not.toContain(secret);
      }
    }
    expect([row, everything(here.base)]).toEqual([row, before]);
    expect(readFileSync(join(here.base, 'outside/secret.txt'), 'utf8')).toBe(secret);
  }
});

test(
  cite('TOOL-2', 'a place outside is reported to the rules by its real path, asks in every mode, and is then used'),
  async () => {
    for (const row of pathRows.filter(({ is, path }) => is === 'outside' && !path.startsWith('~'))) {
      const here = place(row.links);
      const path = here.fill(row.path);
      const { facts, preview } = await here.caller.call('read_file', { path }, { decided: true });
      expect([row, facts?.paths?.map(({ outside }) => outside)]).toEqual([row, [true]]);
      const real = facts?.paths?.[0]?.path ?? '';
      expect(real.startsWith(`${here.folder}/`)).toBe(false);
      expect(preview).toEqual({ type: 'text', text: `Read ${real} (outside the project folder)` });
      const input = {
        facts: { toolName: 'read_file', kind: 'read' as const, ...facts },
        rules: [],
        folder: here.folder,
      };
      for (const mode of ['ask', 'reads', 'all'] as const) {
        expect([row, mode, decide({ ...input, mode }).action]).toEqual([row, mode, 'ask']);
      }
    }
    const { caller, base } = place({ link: '../outside/secret.txt' });
    expect((await caller.call('read_file', { path: 'link' }, { decided: true })).text).toBe(`     1\t${secret}`);
    const listed = await caller.call('list_files', { path: '../outside' }, { decided: true });
    expect(listed.text).toBe('secret.txt');
    const found = await caller.call('search_files', { path: '../outside', pattern: 'sec' }, { decided: true });
    expect(found.text).toBe(`${base}/outside/secret.txt:1: ${secret}`);
    const edited = { path: '../outside/secret.txt', old_text: 'secret', new_text: 'known' };
    expect((await caller.call('edit_file', edited, { decided: true })).outcome).toBe('ok');
    expect(readFileSync(join(base, 'outside/secret.txt'), 'utf8')).toBe('the known outside');
    const made = { path: '../outside/new/deep.txt', content: 'x' };
    expect((await caller.call('write_file', made, { decided: true })).details.path).toBe(
      `${base}/outside/new/deep.txt`,
    );
  },
);

test(cite('TOOL-3', 'files with secrets or instructions ask each time, whatever else is allowed'), {
  tags: ['all'],
}, async () => {
  for (const row of pathRows.filter(({ is }) => is === 'asked')) {
    const here = place(row.links);
    const path = here.fill(row.path);
    const args = row.access === 'write' ? { path, content: 'x' } : { path };
    const name = row.access === 'write' ? 'write_file' : 'read_file';
    const { facts } = await here.caller.call(name, args, { decided: true });
    expect([row, facts?.paths?.[0]?.sensitive instanceof Sentence]).toEqual([row, true]);
    const kind = row.access === 'write' ? ('write' as const) : ('read' as const);
    const rule = {
      id: 'r',
      effect: 'allow' as const,
      match: { tool: name, path: facts?.paths?.[0]?.path ?? '' },
      scope: { type: 'always' as const },
      origin: { type: 'settings' as const },
      createdAt: '',
      lastUsedAt: null,
    };
    const facts2 = { toolName: name, kind, ...facts };
    expect([row, decide({ mode: 'all', facts: facts2, rules: [rule], folder: here.folder }).action]).toEqual([
      row,
      'ask',
    ]);
  }
});

test('a search over a folder leaves out lines of files with secrets, and says so', async () => {
  const { caller, folder } = place();
  writeTree(folder, { '.env': 'TOKEN=hidden-value\n', 'src/b.txt': 'TOKEN is read here\n' });
  const found = await caller.call('search_files', { pattern: 'TOKEN' }, { decided: true });
  expect(found.text).toMatch(
    /^src\/b\.txt:1: TOKEN is read here\n\[Matches in files that may contain passwords.*\.env\./,
  );
  expect(found.text).not.toContain('hidden-value');
  const none = await caller.call('search_files', { pattern: 'hidden-value' }, { decided: true });
  expect(none.text).toMatch(/^No matches for hidden-value[\s\S]*left out: \.env/);
  const named = await caller.call('search_files', { pattern: 'TOKEN', path: '.env' }, { decided: true });
  expect(named.facts?.paths?.[0]?.sensitive).toBeDefined();
  expect(named.text).toBe('.env:1: TOKEN=hidden-value');
});

test("a search that starts inside a secret's folder also leaves its lines out", async () => {
  const { caller, folder } = place();
  const outside = tempFolder();
  for (const at of [folder, outside]) {
    writeTree(at, {
      '.docker/config.json': '{"auth":"hidden-value"}\n',
      '.config/gcloud/state.txt': 'hidden-value\n',
      'deep/.config/gcloud/state.txt': 'hidden-value\n',
      '.ssh/known_hosts': 'hidden-value\n',
      '.ssh/id_rsa': 'inner-value\n',
      '.ssh/deep/.env': 'inner-value\n',
    });
  }
  for (const path of [
    '.docker',
    '.config',
    'deep',
    'deep/.config',
    `${outside}/.docker`,
    `${outside}/.config`,
    outside,
  ]) {
    const found = await caller.call('search_files', { pattern: 'hidden-value', path }, { decided: true });
    expect([path, found.text]).toEqual([path, expect.stringMatching(/^No matches[\s\S]*left out: /)]);
    expect(found.text).not.toContain('"auth"');
  }
  // Allowing such a folder allows its content, but not keys with names of their own.
  const inside = await caller.call('search_files', { pattern: '-value', path: '.ssh' }, { decided: true });
  expect(inside.facts?.paths?.[0]?.sensitive).toBeDefined();
  expect(inside.text).toMatch(/^\.ssh\/known_hosts:1: hidden-value\n\[Matches[\s\S]*left out/);
  expect(inside.text).not.toContain('inner-value');
});

test('names that only resemble those are used like any other', async () => {
  for (const path of plainPaths) {
    const { caller, folder } = place();
    const { facts, outcome } = await caller.call('write_file', { path, content: 'x' }, { decided: true });
    expect([path, outcome, facts?.paths]).toEqual([
      path,
      'ok',
      [{ path: join(folder, path), access: 'write', outside: false }],
    ]);
  }
});

test('each of them passes a text-based check', () => {
  expect(pathRows.filter(({ path }) => !naiveAllows('/srv/app', path))).toEqual([]);
});

test(
  cite('TOOL-2', 'a path that leads elsewhere than when it was approved is rejected, even if approved as outside'),
  async () => {
    const { caller, folder, base } = place({ link: '../outside/secret.txt' });
    writeFileSync(join(base, 'outside/other.txt'), 'another secret');
    const swap = (target: string) => () => {
      rmSync(join(folder, 'link'));
      symlinkSync(target, join(folder, 'link'));
    };
    const cases = [
      ['read_file', { path: 'link' }],
      ['search_files', { path: 'link', pattern: 'secret' }],
      ['write_file', { path: 'link', content: 'x' }],
      ['edit_file', { path: 'link', old_text: 'secret', new_text: 'x' }],
    ] as const;
    for (const [name, args] of cases) {
      swap('../outside/secret.txt')();
      const result = await caller.call(name, { ...args }, { decided: true, between: swap('../outside/other.txt') });
      expect([name, result.outcome]).toEqual([name, 'error']);
      expect(result.text).toContain('now points elsewhere than when approval was asked for');
      swap('src/a.txt')();
      const inward = await caller.call(name, { ...args }, { decided: true, between: swap('../outside/other.txt') });
      expect([name, inward.outcome]).toEqual([name, 'error']);
    }
    expect(readFileSync(join(base, 'outside/secret.txt'), 'utf8')).toBe(secret);
    expect(readFileSync(join(base, 'outside/other.txt'), 'utf8')).toBe('another secret');
  },
);
