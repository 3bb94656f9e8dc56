import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCustomizations } from '../../../electron/features/customizations/customizations.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';
import { writeTree } from '../../support/fileTree.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function open() {
  const root = tempFolder();
  const [dataDir, home, folder] = ['data', 'home', 'project'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [dataDir, home, folder]) mkdirSync(each, { recursive: true });
  const customizations = createCustomizations({ dataDir, home, claude: null, others: async () => true });
  const place = { folder, trusted: true };
  const scope = { ...place, conversationId: null, projectId: 'p' };
  return { root, dataDir, home, folder, customizations, place, scope };
}

test(
  cite('WORK-3', 'hostile files are reported by name, and the valid ones next to them work; no link leads out'),
  async () => {
    const { root, folder, customizations, place, scope } = open();
    const commands = path.join(folder, '.claude/commands');
    writeTree(folder, {
      '.claude/commands/good.md': 'Good $1.',
      '.claude/commands/inside.txt': 'Linked.',
      '.claude/commands/bad name.md': 'x',
      '.claude/commands/empty.md': '---\ndescription: x\n---\n',
      '.claude/commands/large.md': 'x'.repeat(10_000_000),
      '.claude/commands/bidi.md': '---\ndescription: "safe \\u202e evil \\u0007 \\e[31m"\n---\nx',
      '.claude/commands/.hidden.md': 'x',
      '.claude/agents/named.md': '---\nname: ../../x\ndescription: d\n---\nx',
      '.claude/agents/plain.md': 'x',
      '.claude/skills/twice/SKILL.md': '---\nname: other\ndescription: d\n---\nx',
    });
    writeTree(root, { 'secret/key.md': 'SECRET', 'secret/skill/SKILL.md': '---\ndescription: SECRET\n---\nSECRET' });
    writeFileSync(path.join(commands, 'binary.md'), Buffer.from([1, 0, 2]));
    symlinkSync(path.join(root, 'secret/key.md'), path.join(commands, 'out.md'));
    symlinkSync('inside.txt', path.join(commands, 'within.md'));
    symlinkSync('ring.md', path.join(commands, 'ring.md'));
    symlinkSync('nothing', path.join(commands, 'dangling.md'));
    symlinkSync('..', path.join(commands, 'up'));
    symlinkSync(path.join(root, 'secret/skill'), path.join(folder, '.claude/skills/stolen'));
    execFileSync('mkfifo', [path.join(commands, 'pipe.md')]);
    const list = await customizations.list(place);
    expect(list.entries.map(({ kind, name, description }) => [kind, name, description])).toEqual([
      ['skill', 'twice', 'd'],
      ['command', 'bidi', 'safe ⟨U+202E⟩ evil ⟨U+0007⟩ ⟨U+001B⟩[31m'],
      ['command', 'good', 'Good $1.'],
      ['command', 'within', 'Linked.'],
    ]);
    const told = list.problems.map(({ label, message }) => [label.replace('.claude/', ''), textOf(message)]);
    expect(Object.fromEntries(told)).toEqual({
      'commands/bad name.md': expect.stringContaining('"bad name" is not a valid name'),
      'commands/binary.md': 'It is not text in UTF-8 or UTF-16.',
      'commands/dangling.md': 'It is a broken link.',
      'commands/empty.md': 'There is no text below the frontmatter.',
      'commands/large.md': expect.stringContaining('10,000,000 bytes'),
      'commands/out.md': expect.stringContaining('points outside'),
      'commands/pipe.md': expect.stringContaining('a pipe'),
      'commands/ring.md': 'It is a circular link.',
      'commands/up': 'It is a circular link.',
      'agents/named.md': expect.stringContaining('"../../x" is not a valid name'),
      'agents/plain.md': expect.stringContaining('needs a "description"'),
      'skills/stolen': expect.stringContaining('points outside'),
    });
    expect(JSON.stringify([list, await customizations.slash.list(scope)])).not.toContain('SECRET');
    for (const name of ['../x', 'out', 'up:good', '.hidden', 'stolen', '__proto__', 'constructor']) {
      expect(await customizations.slash.expand(scope, name, '')).toBeNull();
    }
  },
);

test(cite('WORK-3', 'ten thousand files are listed within the limits, and the same the next time'), {
  tags: ['all'],
}, async () => {
  const { folder, customizations, place } = open();
  const commands = path.join(folder, '.claude/commands');
  mkdirSync(commands, { recursive: true });
  for (let at = 0; at < 10_000; at++) writeFileSync(path.join(commands, `c${at}.md`), 'x');
  const list = await customizations.list(place);
  expect(list.entries).toHaveLength(500);
  expect(list.problems.map(({ message }) => textOf(message))).toEqual([expect.stringContaining('Only the first 500')]);
  expect(await customizations.list(place)).toEqual(list);
});

test(cite('WORK-3', "a skill's files are read only within its own folder, and only text"), async () => {
  const { root, folder, customizations, place } = open();
  const skill = path.join(folder, '.agents/skills/pdf');
  writeTree(folder, {
    '.agents/skills/pdf/SKILL.md': '---\ndescription: Reads PDF\n---\nSee a/b.md.',
    '.agents/skills/pdf/a/b.md': 'Beside.',
    '.agents/skills/pdf/.env': 'SECRET',
    '.agents/skills/pdf/.ssh/id_rsa': 'SECRET',
    '.agents/skills/hidden/SKILL.md': '---\ndescription: d\ndisable-model-invocation: true\n---\nx',
    'other.md': 'SECRET',
  });
  writeTree(root, { 'outside.md': 'SECRET' });
  writeFileSync(path.join(skill, 'font.bin'), Buffer.from([0, 1, 2]));
  writeFileSync(path.join(skill, 'large.txt'), 'x'.repeat(300_000));
  writeTree(folder, { 'docs/said.md': '---\ndescription: d\n---\nx', '.agents/skills/linked/own.md': 'Own.' });
  symlinkSync('../../../docs/said.md', path.join(folder, '.agents/skills/linked/SKILL.md'));
  symlinkSync(path.join(root, 'outside.md'), path.join(skill, 'link.md'));
  symlinkSync(root, path.join(skill, 'up'));
  symlinkSync('.env', path.join(skill, 'settings'));
  execFileSync('mkfifo', [path.join(skill, 'pipe')]);
  const { skills } = customizations;
  expect(await skills.offered(place)).toEqual([
    { name: 'linked', description: 'd' },
    { name: 'pdf', description: 'Reads PDF' },
  ]);
  // Its folder is where its name is, not where a link leads.
  expect(okValue(await skills.file(place, 'linked', 'own.md'))).toBe('Own.');
  expect(errorOf(await skills.file(place, 'linked', 'said.md')).message).toContain('no file');
  expect(await skills.offered({ ...place, trusted: false })).toEqual([]);
  expect(okValue(await skills.load(place, 'pdf'))).toEqual({
    name: 'pdf',
    folder: skill,
    text: 'See a/b.md.',
    files: ['a/b.md', 'font.bin', 'large.txt'],
    more: false,
  });
  expect(okValue(await skills.file(place, 'pdf', './a/b.md'))).toBe('Beside.');
  expect(errorOf(await skills.load(place, 'hidden')).message).toContain('Available skills: linked, pdf.');
  const outside = [
    '../../../other.md',
    'a/../../pdf/a/b.md',
    '/etc/passwd',
    'link.md',
    'up/outside.md',
    '~/x',
    'C:\\x',
  ];
  for (const file of outside) expect(errorOf(await skills.file(place, 'pdf', file)).code).toBe('PATH_OUTSIDE_PROJECT');
  for (const [file, why] of [
    ['font.bin', 'binary'],
    ['large.txt', 'larger than 256 KB'],
    ['pipe', 'cannot be read'],
    ['a', 'a folder'],
    ['none', 'no file'],
    ['.env', 'passwords and keys'],
    ['settings', 'passwords and keys'],
    ['.ssh/id_rsa', 'passwords or keys'],
  ]) {
    expect(errorOf(await skills.file(place, 'pdf', file as string)).message).toContain(why);
  }
});

test(
  cite('WORK-3', "for equal names the user's wins over the project’s, for agents the project’s, and each reports it"),
  async () => {
    const { dataDir, home, folder, customizations, place } = open();
    const agent = '---\nname: a\ndescription: d\n---\n';
    writeTree(dataDir, { 'commands/x.md': 'data', 'prompts/y.md': 'prompt' });
    writeTree(home, {
      '.claude/commands/x.md': 'home',
      '.claude/commands/z.md': 'home',
      '.claude/agents/a.md': `${agent}home`,
    });
    writeTree(folder, {
      '.throughline/commands/z.md': 'ours',
      '.claude/commands/y.md': 'project',
      '.claude/skills/w/SKILL.md': '---\ndescription: d\n---\nskill',
      '.claude/commands/w.md': 'command',
      '.claude/agents/a.md': `${agent}project`,
    });
    const shadows = async () =>
      (await customizations.list(place)).entries.map(({ name, origin, shadowedBy }) => [
        name,
        origin.label,
        shadowedBy,
      ]);
    const all = await shadows();
    expect(all.filter(([, , by]) => by !== null)).toEqual(
      expect.arrayContaining([
        ['x', '~/.claude/commands/x.md', path.join(dataDir, 'commands/x.md')],
        ['z', '.throughline/commands/z.md', '~/.claude/commands/z.md'],
        ['y', '.claude/commands/y.md', path.join(dataDir, 'prompts/y.md')],
        ['w', '.claude/commands/w.md', '.claude/skills/w/SKILL.md'],
        ['a', '~/.claude/agents/a.md', '.claude/agents/a.md'],
      ]),
    );
    expect(all.filter(([, , by]) => by !== null)).toHaveLength(5);
    expect((await customizations.agents.agents(place)).map(({ words }) => words)).toEqual(['project']);
    const alone = createCustomizations({ dataDir, home, claude: null, others: async () => false });
    expect((await alone.list({ folder, trusted: false })).entries.map(({ name }) => name)).toEqual(['x', 'y']);
  },
);

test(
  cite(
    'WORK-3',
    "the user's own files are written and removed only in the data folder, and never overwrite someone else's change",
  ),
  async () => {
    const { root, dataDir, customizations, place } = open();
    let told = 0;
    customizations.onChange(() => told++);
    const saved = okValue(await customizations.save('command', 'git:amend', 'Amend $1', null));
    expect(saved.info).toMatchObject({ name: 'git:amend', editable: true, origin: { scope: 'personal' } });
    expect(errorOf(await customizations.save('command', 'git:amend', 'x', null)).message).toContain('already taken');
    const read = okValue(await customizations.read(place, saved.info.id));
    expect(read).toMatchObject({ text: 'Amend $1', version: saved.version });
    writeTree(dataDir, { 'commands/git/amend.md': 'Changed by hand' });
    expect(errorOf(await customizations.save('command', 'git:amend', 'y', saved.version)).message).toContain(
      'has changed',
    );
    expect(errorOf(await customizations.remove('command', 'git:amend', saved.version)).message).toContain(
      'has changed',
    );
    const now = okValue(await customizations.read(place, saved.info.id));
    const again = okValue(await customizations.save('command', 'git:amend', 'Mine', now.version));
    okValue(await customizations.remove('command', 'git:amend', again.version));
    expect((await customizations.list(place)).entries).toEqual([]);
    expect(told).toBe(3);
    for (const name of ['../x', 'a/b', '.x', 'a:../b', '', 'x'.repeat(100), 'a\u202eb']) {
      expect(errorOf(await customizations.save('prompt', name, 'x', null)).code).toBe('PARAMS_INVALID');
    }
    const broken = errorOf(await customizations.save('prompt', 'p', '---\na: 1\ntools: [b\n---\nx', null));
    expect(broken.message).toMatch(/^Line 3: It is not valid YAML/);
    // A link in place of the folder, and a folder that is not writable.
    mkdirSync(path.join(root, 'elsewhere'));
    symlinkSync(path.join(root, 'elsewhere'), path.join(dataDir, 'prompts'));
    expect(errorOf(await customizations.save('prompt', 'p', 'x', null)).code).toBe('STORE_WRITE_FAILED');
    chmodSync(path.join(dataDir, 'commands'), 0o500);
    if (process.getuid?.() !== 0)
      expect(errorOf(await customizations.save('command', 'q', 'x', null)).code).toBe('STORE_WRITE_FAILED');
    chmodSync(path.join(dataDir, 'commands'), 0o700);
  },
);

test(cite('WORK-3', 'a file written, changed or removed by others is noticed'), async () => {
  const { folder, customizations, place } = open();
  const waiting: (() => void)[] = [];
  customizations.onChange(() => {
    for (const wake of waiting.splice(0)) wake();
  });
  const next = () => new Promise<void>((resolve) => waiting.push(resolve));
  const change = async (tree: Record<string, string>): Promise<number> => {
    await customizations.list(place);
    const told = next();
    writeTree(folder, tree);
    await told;
    return (await customizations.list(place)).entries.length;
  };
  expect(await change({ '.claude/commands/a.md': 'x' })).toBe(1);
  expect(await change({ '.claude/commands/git/b.md': 'x' })).toBe(2);
  expect(await change({ '.claude/skills/s/SKILL.md': '---\ndescription: d\n---\nx' })).toBe(3);
  customizations.close();
});

/** How an app may save a file, and whether its text is then readable. */
const forms: [string, (text: string) => Buffer, boolean][] = [
  ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`), true],
  ['UTF-16LE with a mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le'), true],
  ['UTF-16BE with a mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), true],
  ['UTF-16LE', (text) => Buffer.from(text, 'utf16le'), true],
  ['Latin-1', (text) => Buffer.from(text, 'latin1'), false],
  ['UTF-32', (text) => Buffer.from([...`\ufeff${text}`].flatMap((one) => [one.charCodeAt(0), 0, 0, 0])), false],
];

test.each(forms)(
  cite('TEXT-4', 'commands, skills, agents and prompts in %s are read, or named'),
  async (_form, saved, isKnown) => {
    const { folder, dataDir, customizations, place } = open();
    const files: Record<string, string> = {
      [path.join(folder, '.claude/commands/one.md')]: 'Grüße $1.',
      [path.join(folder, '.claude/skills/two/SKILL.md')]: '---\ndescription: Grüße\n---\nx',
      [path.join(folder, '.claude/agents/three.md')]: '---\ndescription: Grüße\n---\nx',
      [path.join(dataDir, 'prompts/four.md')]: '---\ndescription: Grüße\n---\nx',
    };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, saved(text));
    }
    const { entries, problems } = await customizations.list(place);
    const read = entries.map(({ name, description }) => [name, description.slice(0, 5)]).sort();
    expect(read).toEqual(isKnown ? ['four', 'one', 'three', 'two'].map((name) => [name, 'Grüße']) : []);
    expect(problems.map(({ message }) => textOf(message))).toEqual(
      isKnown ? [] : Array(4).fill('It is not text in UTF-8 or UTF-16.'),
    );
  },
);
