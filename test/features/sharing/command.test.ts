// throughline team.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { teamCommand } from '../../../electron/features/sharing/teamCommand.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { type Member, openMember, openTeam } from '../../support/sharing/member.ts';
import { tempFolder } from '../../support/tempFolder.ts';

type CommandTerminal = Parameters<typeof teamCommand>[0];

const noValues = { noResults: false, noAttachments: false, here: false, yes: false, json: false };

/** Runs it on the machine of a member who agrees, unless there is nobody to ask. */
async function run(
  member: Member,
  positionals: string[],
  values: object = {},
  onOut = (_text: string) => {},
  asks = true,
) {
  let [out, err] = ['', ''];
  const terminal = {
    line: { positionals, values: { ...noValues, ...values } },
    folder: '/',
    signal: new AbortController().signal,
    out(text: string) {
      out += text;
      onOut(text);
    },
    err(text: string) {
      err += text;
    },
    progress() {},
    confirm: asks ? async () => true : null,
    askSecret: null,
    core: {
      store: member.store,
      sharing: { readOnly: null, account: async () => member.account, spaces: async () => member.spaces },
    },
  } as unknown as CommandTerminal;
  const code = await teamCommand(terminal);
  return { code, out, err };
}

test(
  cite('SYNC-8', 'throughline team sets up, adds, publishes what it has shown, withdraws, removes and leaves'),
  async () => {
    const folder = tempFolder();
    const [ada, ben, cem] = ['Ada', 'Ben', 'Cem'].map((name) => openMember(name, folder)) as [Member, Member, Member];
    const at = { folder, team: 'Tunnel' };
    expect((await run(ada, [])).out).toBe('This machine belongs to no team.\n');
    expect((await run(ada, ['now'])).err).toContain('belongs to no team');
    expect(await run(ada, ['create'], { ...at, name: 'Ada' })).toMatchObject({ code: 0, err: '' });
    for (const guest of [ben, cem]) {
      const joining: ReturnType<typeof run>[] = [];
      const added = await run(ada, ['add'], {}, (text) => {
        joining.push(joinWith(guest, text.trim(), at));
      });
      expect(added.err).toMatch(/(?:Ben|Cem) \([0-9a-f]{8}\) was added\.\n$/);
      expect(await Promise.all(joining)).toMatchObject([{ code: 0 }]);
    }
    expect((await run(ada, ['now'])).out).toBe('Everything is up to date.\n');
    expect(
      (await run(ada, ['members'])).out
        .split('\n')
        .map((line) => line.slice(10))
        .sort(),
    ).toEqual([...['', 'Ada (you)', 'Ben', 'Cem']]);

    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const id = await ada.write(`a token: ${token}`, 'the plan of the tunnel');
    const unasked = await run(ada, ['publish', id.slice(0, 8)], {}, undefined, false);
    expect(unasked).toMatchObject({ code: 2, out: '' });
    expect(unasked.err).toContain('add --yes');
    expect(unasked.err).not.toContain(token);
    expect(unasked.err).toMatch(/masked {4} [0-9a-f]{16} {2}2 × {2}…a token: «ghp_…»…/);
    expect(await run(ada, ['publish', id.slice(0, 8)])).toMatchObject({ code: 0, out: 'Published.\n' });
    expect((await run(ben, ['list'])).err).toBe('Nothing is published.\n');
    await run(ben, ['now']);
    const listed = (await run(ben, ['list'])).out;
    expect(listed).toMatch(/^inplace-team-\w{8} {2}a token: \[secret removed\]\n {4}Ada, Tunnel\n$/);
    const copy = await run(ben, ['continue', listed.split(' ')[0] ?? '']);
    expect(copy).toMatchObject({ code: 0, err: expect.stringContaining('throughline run --resume') });
    expect((await run(ben, ['publish', listed.split(' ')[0] ?? ''])).err).toContain('Continue a copy');

    expect((await run(ada, ['withdraw', 'zzzz'])).err).toContain('You publish nothing with the ID zzzz');
    expect(await run(ada, ['withdraw', id.slice(0, 8)])).toMatchObject({ code: 0, out: 'Withdrawn.\n' });
    expect((await run(ada, ['list'])).err).toBe('Nothing is published.\n');
    await run(ben, ['now']);
    expect((await run(ben, ['list'])).out).toBe('');

    expect((await run(ada, ['remove', 'Eve'])).err).toContain('There is no member Eve');
    expect(await run(ada, ['remove', 'Cem'])).toMatchObject({ code: 0 });
    expect((await run(ben, ['now'])).err).toContain(
      'Ada removed Cem. “throughline team follow” moves this machine along.',
    );
    expect((await run(ben, ['follow'])).out).toBe('Everything is up to date.\n');
    expect((await run(ben, ['follow'])).out).toBe('There is nothing to follow.\n');
    expect((await run(cem, ['now'])).err).toContain('You were removed from the team Tunnel.');
    expect((await run(cem, ['leave'], { here: true })).out).toBe('This machine has left Tunnel.\n');
    expect((await run(ben, ['leave'])).code).toBe(0);
    expect([ben.secrets.size, cem.secrets.size]).toEqual([0, 0]);
    expect((await run(ada, ['status'])).out).toMatch(/^Tunnel: shares as Ada through \/.*\.\n$/);
  },
);

/** The code may be shown before it is stored. */
async function joinWith(guest: Member, code: string, at: object): ReturnType<typeof run> {
  for (;;) {
    const joined = await run(guest, ['join', code], { ...at, name: guest.choice.memberName });
    if (joined.code === 0 || !joined.err.includes('No device of this store')) return joined;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test(cite('SYNC-8', 'a wrong line is a usage error, and neither it nor reading creates a data folder'), async () => {
  const data = join(tempFolder(), 'data');
  const wrong: [string[], string][] = [
    [['frob'], 'team takes status'],
    [['create', '--folder', 'a'], 'team create needs --team and --name'],
    [['create', '--team', 'a', '--name', 'b'], 'team create needs one store'],
    [['join', '--folder', 'a', '--team', 'a', '--name', 'b'], 'team join needs a CODE'],
    [['now', '--folder', 'a'], 'team now takes no store'],
    [['list', '--here'], '--here belongs to team leave'],
    [['publish'], 'team publish needs an ID'],
    [['withdraw', 'a', 'b'], 'team withdraw takes no “b”'],
    [['publish', 'a', 'b', 'c'], '"c" is an unexpected argument'],
    [['publish', 'a', 'b'], 'team publish a takes no “b”'],
    [['publish', 'skill'], 'team publish skill needs a NAME'],
    [['publish', 'rules', 'b'], 'team publish rules takes no “b”'],
    [['publish', 'rules', '--from', 'b'], 'these options belong to conversations'],
    [['accept'], 'team accept needs an ITEM'],
    [['now', 'a'], 'team now takes no “a”'],
  ];
  for (const [args, problem] of wrong) {
    const ended = await commandHere(['team', ...args, '--data', data]);
    expect([args, ended.code, ended.stderr]).toEqual([args, 2, expect.stringContaining(problem)]);
  }
  expect((await commandHere(['team', '--data', data])).stdout).toBe('This machine belongs to no team.\n');
  expect((await commandHere(['team', 'list', '--json', '--data', data])).stdout).toBe('[]\n');
  for (const args of [['now'], ['add'], ['members'], ['leave'], ['remove', 'Ben'], ['publish', 'a']]) {
    const ended = await commandHere(['team', ...args, '--data', data]);
    expect([args, ended.code, ended.stderr]).toEqual([args, 1, expect.stringContaining('belongs to no team')]);
  }
  expect(existsSync(join(data, 'sharing'))).toBe(false);
});

test(
  cite('SYNC-8', 'throughline team publishes a command after it was shown, and the others read and accept it'),
  async () => {
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    ada.file('commands/review.md', `Review $ARGUMENTS with ${token}.\u202e`);
    expect((await run(ada, ['publish', 'command', 'other'])).err).toContain('You have no command named “other”');
    const unasked = await run(ada, ['publish', 'command', 'review'], {}, undefined, false);
    expect(unasked).toMatchObject({ code: 2, out: '' });
    expect(unasked.err).toMatch(/^command review for Tunnel \(Ben\), \d+ B\n/);
    expect(unasked.err).toContain('  Review $ARGUMENTS with [secret removed].⟨U+202E⟩\n');
    expect(unasked.err).not.toContain(token);
    expect(await run(ada, ['publish', 'command', 'review'])).toMatchObject({ code: 0, out: 'Published.\n' });
    await run(ben, ['now']);
    const listed = (await run(ben, ['items'])).out;
    expect(listed).toMatch(/^[0-9a-f]{8} {2}command review\n {4}Ada, Tunnel, version 1, \d{4}-\d\d-\d\d, off\n$/);
    expect(JSON.parse((await run(ben, ['items'], { json: true })).out)).toMatchObject([
      { name: 'review', state: 'off' },
    ]);
    const read = (await run(ben, ['read', 'review'])).out;
    expect(read).toContain('- Characters that are invisible or change the order of the text are in command.md.\n');
    expect(read).toContain('- You call it with /review; then its text is sent.\n');
    expect(read).not.toContain('\u202e');
    expect(await run(ben, ['accept', 'review'], {}, undefined, false)).toMatchObject({ code: 2, out: '' });
    expect((await run(ben, ['items'])).out).toContain(', off\n');
    expect(await run(ben, ['accept', 'review'])).toMatchObject({
      code: 0,
      out: 'Accepted: command review, version 1.\n',
    });
    expect((await run(ben, ['items'])).out).toContain(', in use\n');
    expect((await run(ben, ['accept', 'review'])).out).toBe('It is in use already.\n');
    const id = (await run(ada, ['items'])).out.split(' ')[0] ?? '';
    expect(await run(ada, ['withdraw', id])).toMatchObject({ code: 0, out: 'Withdrawn.\n' });
    await run(ben, ['now']);
    expect((await run(ben, ['items'])).out).toContain(', in use, but withdrawn by its author\n');
    expect((await run(ben, ['read', 'review'])).out).toContain('Review $ARGUMENTS');
    expect(await run(ben, ['off', 'review'])).toMatchObject({ code: 0, out: 'Off: command review.\n' });
    expect((await run(ben, ['items'])).err).toBe('Nothing is published.\n');
    expect((await run(ben, ['read', 'review'])).err).toContain('There is no item review');

    // An item that is called like the ID of another one.
    await run(ada, ['publish', 'command', 'review']);
    await run(ben, ['now']);
    const other = (await run(ben, ['items'])).out.slice(0, 8);
    ada.file(`commands/${other}.md`, 'Another one.');
    expect(await run(ada, ['publish', 'command', other])).toMatchObject({ code: 0 });
    await run(ben, ['now']);
    expect((await run(ben, ['accept', other])).err).toContain(`Several items are called ${other}`);
    expect((await run(ben, ['read', 'review'])).out).toContain('Review $ARGUMENTS');
  },
);
