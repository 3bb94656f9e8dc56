import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPermissionRules } from '../../../electron/features/approvals/ruleFile.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { createIdSource } from '../../../electron/lib/ids.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import type { RuleScope } from '../../../shared/permission/permission.ts';
import { cite } from '../../support/cite.ts';
import { okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function open(dataDir: string) {
  const logged: string[] = [];
  const store = createPermissionRules(dataDir, {
    disk: nodeDisk,
    clock: systemClock,
    ids: createIdSource(systemClock),
    log: (_level, message) => void logged.push(message),
  });
  onTestFinished(() => store.close());
  return { store, logged };
}

const origin = { type: 'settings' as const };
const always: RuleScope = { type: 'always' };
const inConversation = (conversationId: string): RuleScope => ({ type: 'conversation', conversationId });
const fileIn = (dataDir: string): string => path.join(dataDir, 'permissions.json');

test(
  cite(
    'APPROVE-2',
    'rules survive a restart, the newest first, in a file that only the user can read; the same rule is stored once',
  ),
  async () => {
    const dataDir = path.join(tempFolder(), 'data');
    const { store } = open(dataDir);
    const first = okValue(await store.add({ effect: 'allow', match: { tool: 'a' }, scope: always, origin }));
    const second = okValue(
      await store.add({ effect: 'deny', match: { tool: 'a', command: ['rm'] }, scope: always, origin }),
    );
    const again = okValue(await store.add({ effect: 'allow', match: { tool: 'a' }, scope: always, origin }));
    expect(again.id).not.toBe(first.id);
    const { store: reopened } = open(dataDir);
    expect((await reopened.list()).map(({ id }) => id)).toEqual([again.id, second.id]);
    if (process.platform !== 'win32') expect(statSync(fileIn(dataDir)).mode & 0o777).toBe(0o600);
    okValue(await reopened.remove(second.id));
    expect(await reopened.remove(second.id)).toMatchObject({ ok: false });
    expect((await store.list()).map(({ id }) => id)).toEqual([again.id]);
  },
);

test(
  cite('APPROVE-2', 'a damaged file is reported, not overwritten, and until it is fixed everything asks'),
  async () => {
    for (const content of ['{', '[]', '', '{"v":1}', '{"v":1,"rules":{}}', '\0\0\0\0']) {
      const dataDir = tempFolder();
      writeFileSync(fileIn(dataDir), content);
      const { store, logged } = open(dataDir);
      const [guard, ...more] = await store.list();
      expect(more).toEqual([]);
      expect(guard).toMatchObject({ effect: 'ask', match: { tool: '*' } });
      expect(`${await store.problem()}`).toMatch(/permissions\.json.*you are asked about everything/s);
      expect(logged.join()).toContain('permissions.json');
      expect(readFileSync(fileIn(dataDir), 'utf8')).toBe(content);
      okValue(await store.remove(guard?.id ?? ''));
      expect(await store.list()).toEqual([]);
      const aside = readdirSync(dataDir).find((name) => name.includes('.unreadable-'));
      expect(readFileSync(path.join(dataDir, aside ?? ''), 'utf8')).toBe(content);
    }
  },
);

test(cite('APPROVE-2', 'a rule of an unknown kind is ignored and stays in the file; the others apply'), async () => {
  const dataDir = tempFolder();
  const good = {
    id: 'good',
    effect: 'deny',
    match: { tool: 'x' },
    scope: { type: 'always' },
    origin,
    createdAt: '',
    lastUsedAt: null,
  };
  const odd = [
    { ...good, id: 'o1', effect: 'allow_all' },
    { ...good, id: 'o2', effect: 'allow', match: { tool: 'x', onlyOn: 'Sunday' } },
    { ...good, id: 'o3', scope: { type: 'planet' } },
    { ...good, id: 'o4', match: {} },
    { ...good, id: 'o5', match: { tool: 'x', command: [] } },
    null,
    'text',
  ];
  writeFileSync(fileIn(dataDir), JSON.stringify({ v: 1, rules: [good, ...odd] }));
  const { store } = open(dataDir);
  expect((await store.list()).map(({ id }) => id)).toEqual(['good']);
  expect(`${await store.problem()}`).toContain('7 rules');
  okValue(await store.add({ effect: 'allow', match: { tool: 'y' }, scope: always, origin }));
  expect(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')).rules.slice(2)).toEqual(odd);
});

test("another process's changes apply at the next read, and are reported", async () => {
  const dataDir = tempFolder();
  const { store } = open(dataDir);
  const { store: other } = open(dataDir);
  let told = 0;
  store.onChange(() => told++);
  expect(await store.list()).toEqual([]);
  const made = okValue(await other.add({ effect: 'deny', match: { tool: 'x' }, scope: always, origin }));
  expect((await store.list()).map(({ id }) => id)).toEqual([made.id]);
  expect(told).toBe(1);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? store : other).add({ effect: 'deny', match: { tool: `t${n}` }, scope: always, origin }),
    ),
  );
  expect(await store.list()).toHaveLength(21);
});

test(cite('APPROVE-2', "a rule's last use is written when the store closes"), async () => {
  const dataDir = tempFolder();
  const { store } = open(dataDir);
  const made = okValue(await store.add({ effect: 'allow', match: { tool: 'x' }, scope: always, origin }));
  store.used([made.id, 'gone']);
  expect((await store.list())[0]?.lastUsedAt).toMatch(/^\d{4}-/);
  await store.close();
  expect((await open(dataDir).store.list())[0]?.lastUsedAt).toMatch(/^\d{4}-/);
});

test(cite('APPROVE-2', "a conversation's rules are removed and restored with it; those of others stay"), async () => {
  const dataDir = tempFolder();
  const { store } = open(dataDir);
  for (const id of ['c1', 'c2'])
    okValue(await store.add({ effect: 'allow', match: { tool: id }, scope: inConversation(id), origin }));
  await store.forgetConversation('c1');
  expect((await store.list()).map(({ match }) => match.tool)).toEqual(['c2']);
  await store.restoreConversation('c1');
  expect((await store.list()).map(({ match }) => match.tool).sort()).toEqual(['c1', 'c2']);
});

test('a rule that allows everything is not created', async () => {
  const { store } = open(tempFolder());
  for (const match of [
    { tool: '*' },
    { tool: '*', path: '**' },
    { tool: 'x', path: '/' },
    { tool: 'x', command: [' '] },
  ]) {
    expect(await store.add({ effect: 'allow', match, scope: always, origin })).toMatchObject({
      ok: false,
      error: { code: 'SETTINGS_INVALID' },
    });
  }
  expect(await store.add({ effect: 'deny', match: { tool: '*' }, scope: always, origin })).toMatchObject({ ok: true });
});

test('if it cannot be written the rules stay the same, and that is reported', async () => {
  const dataDir = tempFolder();
  const { store } = open(dataDir);
  okValue(await store.add({ effect: 'deny', match: { tool: 'x' }, scope: always, origin }));
  const broken = createPermissionRules(dataDir, {
    disk: { ...nodeDisk, rename: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) },
    clock: systemClock,
    ids: createIdSource(systemClock),
    log: () => {},
  });
  expect(await broken.add({ effect: 'deny', match: { tool: 'y' }, scope: always, origin })).toMatchObject({
    ok: false,
    error: { code: 'STORE_WRITE_FAILED' },
  });
  expect(await store.list()).toHaveLength(1);
  expect(readdirSync(dataDir).filter((name) => name.includes('.tmp-'))).toEqual([]);
  mkdirSync(path.join(dataDir, 'x'));
  expect(existsSync(fileIn(dataDir))).toBe(true);
  utimesSync(fileIn(dataDir), 1, 1);
  expect(await store.list()).toHaveLength(1);
});

test(cite('APPROVE-2', 'a file with more rules than the maximum counts as unreadable: everything asks'), async () => {
  const dataDir = tempFolder();
  const ruleOf = (at: number) => ({
    ...{ id: `r${at}`, effect: 'allow', match: { tool: `t${at}` }, scope: always, origin },
    ...{ createdAt: '', lastUsedAt: null },
  });
  const write = (count: number): string => {
    const content = JSON.stringify({ v: 1, rules: Array.from({ length: count }, (_, at) => ruleOf(at)) });
    writeFileSync(fileIn(dataDir), content);
    return content;
  };
  write(2_000);
  const { store } = open(dataDir);
  expect(await store.list()).toHaveLength(2_000);
  expect(await store.add({ effect: 'allow', match: { tool: 'more' }, scope: always, origin })).toMatchObject({
    ok: false,
  });
  okValue(await store.add({ effect: 'allow', match: { tool: 't7' }, scope: always, origin }));
  const content = write(2_001);
  expect(await store.list()).toMatchObject([{ effect: 'ask', match: { tool: '*' } }]);
  expect(`${await store.problem()}`).toMatch(/2001 rules.*you are asked about everything/s);
  expect(await store.add({ effect: 'allow', match: { tool: 'x' }, scope: always, origin })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('you are asked about everything') },
  });
  expect(readFileSync(fileIn(dataDir), 'utf8')).toBe(content);
});

test(cite('APPROVE-2', 'a new rule does not replace an unreadable file'), async () => {
  const dataDir = tempFolder();
  writeFileSync(fileIn(dataDir), '{"v":1,"rules":[{"effect":"deny",');
  const { store } = open(dataDir);
  expect(await store.add({ effect: 'allow', match: { tool: 'x' }, scope: always, origin })).toMatchObject({
    ok: false,
    error: { code: 'SETTINGS_INVALID', message: expect.stringContaining('permissions.json') },
  });
  expect(readdirSync(dataDir).filter((name) => name.startsWith('permissions'))).toEqual(['permissions.json']);
  expect(await store.list()).toMatchObject([{ effect: 'ask', match: { tool: '*' } }]);
});

test('an unchanged file is not read again', async () => {
  const dataDir = tempFolder();
  const { store: writer } = open(dataDir);
  okValue(await writer.add({ effect: 'deny', match: { tool: 'x' }, scope: always, origin }));
  let opened = 0;
  const countingOpen: typeof nodeDisk.open = (...args) => {
    opened++;
    return nodeDisk.open(...args);
  };
  const store = createPermissionRules(dataDir, {
    disk: { ...nodeDisk, open: countingOpen },
    clock: systemClock,
    ids: createIdSource(systemClock),
    log: () => {},
  });
  const [first] = await store.list();
  const before = opened;
  for (let count = 0; count < 100; count++) expect((await store.list())[0]?.match).toBe(first?.match);
  expect(opened).toBe(before);
  okValue(await writer.add({ effect: 'deny', match: { tool: 'y' }, scope: always, origin }));
  expect(await store.list()).toHaveLength(2);
});
