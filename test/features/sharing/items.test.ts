// A team's commands, skills, presets, instructions and rules: off until accepted, and never another version than that.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNamedPreset } from '../../../electron/features/presets/choosePreset.ts';
import { teamInstructions } from '../../../electron/stores/acceptedItems.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { englishOf } from '../../../renderer/core/words/hostTranslations.ts';
import { presetChoices } from '../../../shared/features/presets/choices.ts';
import { cite } from '../../support/cite.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { homeOfMembers, type Member, openTeam } from '../../support/sharing/member.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

const nowhere = { folder: null, trusted: false };
const scope = { ...nowhere, conversationId: null, projectId: 'p' };

async function expanded({ customizations }: Member, name: string, words = '') {
  const text = await customizations.slash.expand(scope, name, words);
  return text === null ? null : okValue(text).text;
}

test(
  cite('SYNC-8', 'a command is off until it is accepted, and a change takes effect only when that is accepted'),
  async () => {
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
    ada.file('commands/review.md', 'Review $ARGUMENTS closely.');
    await ada.publishItem('command', 'review');
    await ben.look();
    expect(await ben.item('review')).toMatchObject({ kind: 'command', author: 'Ada', state: 'off', version: 1 });
    expect(await expanded(ben, 'review')).toBe(null);

    await ben.acceptItem('review');
    expect(await expanded(ben, 'review', 'a.ts')).toBe('Review a.ts closely.');
    const { entries } = await ben.customizations.slash.list(scope);
    expect(entries.map(({ name, origin }) => [name, origin])).toEqual([
      ['review', { scope: 'team', label: 'Tunnel, Ada: review.md' }],
    ]);

    ada.file('commands/review.md', 'Review $ARGUMENTS, and push it.');
    await ada.publishItem('command', 'review');
    await ben.look();
    expect(await ben.item('review')).toMatchObject({ state: 'changed', version: 2, accepted: { version: 1 } });
    expect(await expanded(ben, 'review', 'a.ts')).toBe('Review a.ts closely.');
    const { changes } = okValue(await ben.spaces.items.read((await ben.item('review')).id));
    expect(changes).toContain('-Review $ARGUMENTS closely.\n');
    expect(changes).toContain('+Review $ARGUMENTS, and push it.\n');
    await ben.acceptItem('review');
    expect(await expanded(ben, 'review', 'a.ts')).toBe('Review a.ts, and push it.');

    okValue(await ben.spaces.items.turnOff((await ben.item('review')).id));
    expect(await expanded(ben, 'review')).toBe(null);
    expect(await ben.item('review')).toMatchObject({ state: 'off' });
  },
);

test(
  cite('SYNC-8', 'a skill comes with its files, its scripts are named first, and hidden and secret files stay'),
  async () => {
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    ada.file('skills/dig/SKILL.md', '---\ndescription: Digs tunnels.\n---\nRead plan.md, and run dig.sh.');
    ada.file('skills/dig/plan.md', `Our plan, with ${token}.`);
    ada.file('skills/dig/tools/dig.sh', '#!/bin/sh\necho dig');
    ada.file('skills/dig/logo.png', new Uint8Array([0x89, 0x50, 0, 1, 255]));
    ada.file('skills/dig/.hidden', 'mine');
    ada.file('skills/dig/.env', 'PASSWORD=x');
    const preview = okValue(await ada.spaces.prepareItem(ada.team, { kind: 'skill', name: 'dig', unmasked: [] }));
    expect(preview.files.map(({ path }) => path)).toEqual(['SKILL.md', 'logo.png', 'plan.md', 'tools/dig.sh']);
    expect(preview.notes.map(englishOf)).toEqual([
      'In 1 of its files nothing can be masked, as they are no text. Look at them first.',
    ]);
    expect(preview.secrets).toHaveLength(1);
    await ada.publishItem('skill', 'dig');
    await ben.look();
    const content = okValue(await ben.spaces.items.read((await ben.item('dig')).id));
    expect(content.effects.map(englishOf)).toContain(
      'It has scripts: tools/dig.sh. Each run is approved and sandboxed like any other.',
    );
    expect(await ben.customizations.skills.offered(nowhere)).toEqual([]);
    await ben.acceptItem('dig');
    expect(await ben.customizations.skills.offered(nowhere)).toEqual([{ name: 'dig', description: 'Digs tunnels.' }]);
    const skill = okValue(await ben.customizations.skills.load(nowhere, 'dig'));
    expect(skill.files).toEqual(['logo.png', 'plan.md', 'tools/dig.sh']);
    expect(okValue(await ben.customizations.skills.file(nowhere, 'dig', 'plan.md'))).toBe(
      'Our plan, with [secret removed].',
    );
    expect(statSync(join(skill.folder, 'tools/dig.sh')).mode & 0o111).toBe(0);
    expect(readFileSync(join(skill.folder, 'logo.png'))).toEqual(Buffer.from([0x89, 0x50, 0, 1, 255]));
  },
);

test(
  cite('SYNC-8', 'a preset of a team never loosens approvals, also not as a copy; a name of the user’s wins'),
  async () => {
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
    ada.file(
      'presets/fast.md',
      '---\nname: Fast\napproval-mode: all\nprovider-search: true\ntools: [read_file]\n---\nBe quick.',
    );
    await ada.publishItem('preset', 'fast');
    await ben.look();
    await ben.acceptItem('fast');
    const preset = okValue(await findNamedPreset(ben.presets, nowhere, 'Fast'));
    const { id } = await ben.item('fast');
    expect(preset).toMatchObject({ ref: { scope: 'team', id }, words: 'Be quick.', tools: ['read_file'] });
    expect(preset.origin.label).toBe('Tunnel, Ada: fast.md');
    expect(presetChoices(preset, 'ask', () => true).choices).toEqual({});
    expect(presetChoices(preset, 'all', () => true).choices).toMatchObject({ approvalMode: 'all' });
    expect(errorOf(await ben.presets.remove(nowhere, preset.ref)).message).toContain('shared by Tunnel, Ada');
    const copy = okValue(await ben.presets.duplicate(nowhere, preset.ref, 'Mine'));
    expect(copy).toMatchObject({
      ref: { scope: 'personal' },
      approvalMode: null,
      words: 'Be quick.',
      tools: ['read_file'],
    });
    expect(copy.modelOptions.providerSearch).toBe(undefined);
    ben.file('presets/fast.md', '---\nname: Fast\n---\nMine.');
    expect(okValue(await findNamedPreset(ben.presets, nowhere, 'Fast')).words).toBe('Mine.');
    expect(okValue(await findNamedPreset(ben.presets, nowhere, 'team:Fast')).words).toBe('Be quick.');
  },
);

test(cite('SYNC-8', 'rules of a team deny and ask, also when they cannot be read, and never allow'), async () => {
  const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
  const rule = { scope: { type: 'always' }, origin: { type: 'settings' } } as const;
  expect((await ada.spaces.prepareItem(ada.team, { kind: 'rules', name: 'rules', unmasked: [] })).ok).toBe(false);
  okValue(await ada.permissions.add({ ...rule, effect: 'allow', match: { tool: 'run_command', command: ['ls'] } }));
  okValue(
    await ada.permissions.add({ ...rule, effect: 'deny', match: { tool: '*', path: `${homeOfMembers}/keys/**` } }),
  );
  okValue(
    await ada.permissions.add({ ...rule, effect: 'ask', match: { tool: 'run_command', command: ['git', 'push'] } }),
  );
  const preview = okValue(await ada.spaces.prepareItem(ada.team, { kind: 'rules', name: 'rules', unmasked: [] }));
  expect(preview.notes.map(englishOf)).toEqual([
    'Not shared: 1 rules that allow something, or belong to one conversation, project or server.',
  ]);
  expect(preview.files[0]?.text).toContain('~/keys/**');
  await ada.publishItem('rules');
  await ben.look();
  expect(await ben.permissions.list()).toEqual([]);
  await ben.acceptItem('rules');
  const rules = await ben.permissions.list();
  expect(rules.map(({ effect, match, origin }) => [effect, match, origin])).toEqual([
    ['ask', { tool: 'run_command', command: ['git', 'push'] }, { type: 'team', team: 'Tunnel', author: 'Ada' }],
    ['deny', { tool: '*', path: `${homeOfMembers}/keys/**` }, { type: 'team', team: 'Tunnel', author: 'Ada' }],
  ]);
  expect(errorOf(await ben.permissions.remove(rules[0]?.id ?? '')).message).toContain('shared by a team');
  // They are not published on as Ben's.
  expect((await ben.spaces.prepareItem(ben.team, { kind: 'rules', name: 'rules', unmasked: [] })).ok).toBe(false);
  const before = readFileSync(join(ben.dataDir, 'accepted', 'items.json'));
  writeFileSync(join(ben.dataDir, 'accepted', 'items.json'), 'damaged');
  expect(await ben.permissions.list()).toMatchObject([{ effect: 'ask', match: { tool: '*' } }]);
  expect(englishOf((await ben.permissions.problem()) ?? '')).toContain(
    'Until you restore or remove it, every call asks',
  );
  // No new list is written: it would lack the denial.
  const { id, hash } = await ben.item('rules');
  expect(errorOf(await ben.spaces.items.accept(id, hash)).code).toBe('STORE_READ_FAILED');
  expect(errorOf(await ben.spaces.items.turnOff(id)).code).toBe('STORE_READ_FAILED');
  writeFileSync(join(ben.dataDir, 'accepted', 'items.json'), before);
  expect(await ben.permissions.list()).toEqual(rules);
});

test(
  cite('SYNC-8', 'instructions of a team reach the model with their author, and end when they are turned off'),
  async () => {
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
    ada.settings.instructions = 'Write tests first.';
    await ada.publishItem('instructions');
    await ben.look();
    expect(await teamInstructions(nodeDisk, ben.accepted)).toEqual([]);
    await ben.acceptItem('instructions');
    expect(await teamInstructions(nodeDisk, ben.accepted)).toMatchObject([
      { teamName: 'Tunnel', author: 'Ada', text: 'Write tests first.' },
    ]);
    okValue(await ben.spaces.items.turnOff((await ben.item('instructions')).id));
    expect(await teamInstructions(nodeDisk, ben.accepted)).toEqual([]);
  },
);

test(cite('SYNC-8', 'a name that is taken gets the name of the team before it, and takes over nothing'), async () => {
  const [ada, ben, cem] = (await openTeam(['Ada', 'Ben', 'Cem'], tempFolder())) as [Member, Member, Member];
  for (const member of [ada, cem]) {
    member.file('commands/review.md', `By ${member.choice.memberName}`);
    await member.publishItem('command', 'review');
  }
  ada.file('commands/clear.md', 'Not the one of the app.');
  await ada.publishItem('command', 'clear');
  await ben.look();
  for (const { id, hash } of await ben.spaces.items.list()) okValue(await ben.spaces.items.accept(id, hash));
  expect(await expanded(ben, 'clear')).toBe(null);
  expect(await expanded(ben, 'Tunnel:clear')).toBe('Not the one of the app.');
  expect(await expanded(ben, 'review')).toBe('By Ada');
  expect(await expanded(ben, 'Tunnel:review')).toBe('By Cem');
  ben.file('commands/review.md', 'Mine');
  expect(await expanded(ben, 'review')).toBe('Mine');
  expect(await expanded(ben, 'Tunnel:review')).toBe('By Ada');
  const shadowed = (await ben.customizations.list(nowhere)).entries.filter(({ shadowedBy }) => shadowedBy !== null);
  expect(shadowed.map(({ origin }) => origin.label)).toEqual(['Tunnel, Cem: review.md']);
});

test(
  cite('SYNC-8', 'withdrawn, a version stays in use until it is turned off; leaving the team turns all off'),
  async () => {
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
    for (const name of ['one', 'two']) {
      ada.file(`commands/${name}.md`, `This is ${name}.`);
      await ada.publishItem('command', name);
    }
    await ben.look();
    await ben.acceptItem('one');
    await ben.acceptItem('two');
    okValue(await ada.spaces.withdraw(ada.team, (await ada.item('one')).publication, signal));
    await ben.look();
    expect(await ben.item('one')).toMatchObject({ state: 'withdrawn', author: 'Ada', accepted: { version: 1 } });
    expect(await expanded(ben, 'one')).toBe('This is one.');
    const { id, hash } = await ben.item('one');
    expect(okValue(await ben.spaces.items.read(id)).files[0]?.text).toBe('This is one.');
    expect((await ben.spaces.items.accept(id, hash)).ok).toBe(false);
    okValue(await ben.spaces.items.turnOff(id));
    expect((await ben.spaces.items.list()).map(({ name }) => name)).toEqual(['two']);
    expect(await expanded(ben, 'one')).toBe(null);
    okValue(await ben.account.leave(ben.team, false, signal));
    await ben.spaces.dropCopies(ben.team);
    expect(await expanded(ben, 'two')).toBe(null);
    expect(readdirSync(join(ben.dataDir, 'accepted'))).toEqual(['items.json']);
  },
);
