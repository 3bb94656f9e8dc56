import { expect, test } from 'vitest';
import {
  type CallFacts,
  decide,
  isTooBroad,
  offersFor,
  type PermissionRule,
  readsWouldPass,
  reasonTypeOf,
  rulesInScope,
} from '../../../shared/permission/permission.ts';
import { cite } from '../../support/cite.ts';
import { commandCall, rule } from '../../support/permissionRule.ts';

const folder = '/srv/app';
const file = (
  path: string,
  access: 'read' | 'write' = 'write',
  tool = access === 'read' ? 'read_file' : 'write_file',
): CallFacts => ({
  toolName: tool,
  kind: access,
  paths: [{ path, access, outside: !path.startsWith(`${folder}/`) && path !== folder }],
});
const fetch = (origin: string): CallFacts => ({ toolName: 'fetch_url', kind: 'network', origin });
const served = (server: string, tool: string, serverId = `global:${server}`): CallFacts => ({
  toolName: tool,
  kind: 'mcp',
  server,
  serverId,
});
const action = (facts: CallFacts, rules: PermissionRule[], mode: 'ask' | 'reads' | 'all' = 'ask') =>
  decide({ mode, facts, rules, folder }).action;

test(
  cite(
    'APPROVE-2',
    'a denial beats a question, a question beats a permission, in every mode, and the reason names the rule',
  ),
  () => {
    const facts = file('/srv/app/a.ts');
    const allow = rule('allow', { tool: 'write_file' });
    const ask = rule('ask', { tool: 'write_file' });
    const deny = rule('deny', { tool: 'write_file' });
    for (const mode of ['ask', 'reads', 'all'] as const) {
      expect(decide({ mode, facts, folder, rules: [allow, ask, deny] })).toEqual({
        action: 'deny',
        reason: 'You denied calls to write_file.',
        ruleIds: [deny.id],
      });
      expect(decide({ mode, facts, folder, rules: [allow, ask] })).toMatchObject({ action: 'ask', ruleIds: [ask.id] });
      expect(action(facts, [allow], mode)).toBe('allow');
    }
    expect(decide({ mode: 'ask', facts, folder, rules: [allow] }).ruleIds).toEqual([allow.id]);
    expect(action({ toolName: 'todo_write', kind: 'state' }, [rule('deny', { tool: 'todo_write' })], 'all')).toBe(
      'deny',
    );
  },
);

test(cite('APPROVE-1', 'the mode for reads lets only reads inside the project pass'), () => {
  expect(action(file('/srv/app/a.ts', 'read'), [], 'reads')).toBe('allow');
  expect(action(file('/srv/app/a.ts', 'read'), [], 'ask')).toBe('ask');
  expect(action(file('/etc/passwd', 'read'), [], 'reads')).toBe('ask');
  for (const kind of ['write', 'execute', 'network', 'mcp', 'agent'] as const) {
    expect(action({ toolName: 'x', kind }, [], 'reads')).toBe('ask');
    expect(action({ toolName: 'x', kind }, [], 'all')).toBe('allow');
  }
});

test(cite('APPROVE-2', 'a path outside of the project asks in every mode unless a permission names it'), () => {
  const outside = ['/etc/passwd', '/srv/app-evil/a.ts', '/srv/application', '/srv', '/'];
  for (const path of outside) {
    for (const mode of ['ask', 'reads', 'all'] as const) {
      expect(action(file(path), [rule('allow', { tool: 'write_file' })], mode), path).toBe('ask');
      expect(action(file(path, 'read'), [rule('allow', { tool: 'read_file', path: '**' })], mode), path).toBe('ask');
      expect(action(file(path), [rule('allow', { tool: 'write_file', path })], mode), path).toBe(
        path === '/' ? 'ask' : 'allow',
      );
    }
  }
  const home = rule('allow', { tool: 'write_file', path: '/opt/mine/notes/**' });
  expect(action(file('/opt/mine/notes/a.md'), [home])).toBe('allow');
  expect(action(file('/opt/mine/notes-evil/a.md'), [home])).toBe('ask');
  expect(action(file('/opt/mine/notes/../.ssh/id'), [home])).toBe('ask');
  expect(action(file('/opt/mine/notes/a.md', 'read'), [home])).toBe('ask');
});

test(
  cite('APPROVE-2', 'path patterns: one folder, any folders, and denials that no other spelling circumvents'),
  () => {
    const allow = (path: string, given: string) => action(file(given), [rule('allow', { tool: 'write_file', path })]);
    expect(allow('src/*.ts', '/srv/app/src/a.ts')).toBe('allow');
    expect(allow('src/*.ts', '/srv/app/src/deep/a.ts')).toBe('ask');
    expect(allow('src/**', '/srv/app/src/deep/a.ts')).toBe('allow');
    expect(allow('src/**/a.ts', '/srv/app/src/a.ts')).toBe('allow');
    expect(allow('src', '/srv/app/src/a.ts')).toBe('ask');
    expect(allow('../**', '/srv/other/a.ts')).toBe('ask');
    expect(allow('SRC/a.ts', '/srv/app/src/a.ts')).toBe('ask');
    const refused = rule('deny', { tool: '*', path: 'secrets' });
    for (const path of [
      'secrets',
      'secrets/',
      'secrets/key',
      'Secrets/Key',
      'secrets./key',
      'secrets /key',
      './secrets/key',
      'x/../secrets/key',
      'secrets//key',
    ]) {
      expect(action(file(`/srv/app/${path}`), [refused], 'all'), path).toBe('deny');
    }
    expect(action(file('/srv/app/caf\u0065\u0301/x'), [rule('deny', { tool: '*', path: 'caf\u00e9' })], 'all')).toBe(
      'deny',
    );
    expect(action(file('/srv/app/secretsauce'), [refused], 'all')).toBe('allow');
    const stars = `${'*a'.repeat(2_000)}b`;
    expect(allow(stars, `/srv/app/${'a'.repeat(4_000)}`)).toBe('ask');
  },
);

test(cite('APPROVE-2', 'an origin is allowed by its exact name, never by prefix'), () => {
  const rules = [rule('allow', { tool: 'fetch_url', origin: 'https://example.com' })];
  expect(action(fetch('https://example.com'), rules)).toBe('allow');
  for (const origin of [
    'https://example.com.evil.test',
    'https://example.com:8443',
    'http://example.com',
    'https://www.example.com',
    'https://example.co',
    'https://example.com@evil.test',
  ]) {
    expect(action(fetch(origin), rules), origin).toBe('ask');
  }
  expect(action(fetch('https://example.com'), [rule('allow', { tool: 'fetch_url' })])).toBe('ask');
  expect(
    action(fetch('https://EXAMPLE.com'), [rule('deny', { tool: '*', origin: 'https://example.com/' })], 'all'),
  ).toBe('deny');
});

test(
  cite(
    'APPROVE-2',
    "a server's tool is allowed by server and name: another server's tool of the same name is different",
  ),
  () => {
    const own = rule('allow', { tool: 'read_file' });
    expect(action(served('github', 'read_file'), [own])).toBe('ask');
    const one = rule('allow', { tool: 'search', server: 'github' });
    expect(action(served('github', 'search'), [one])).toBe('allow');
    expect(action(served('github', 'delete'), [one])).toBe('ask');
    expect(action(served('githuB', 'search'), [one])).toBe('ask');
    expect(action(file('/srv/app/a', 'read', 'search'), [one])).toBe('ask');
    expect(action(served('github', 'delete'), [rule('allow', { tool: '*', server: 'github' })])).toBe('allow');
    expect(action(served('gitlab', 'delete'), [rule('allow', { tool: '*', server: 'github' })])).toBe('ask');
    expect(action(served('github', 'search'), [rule('deny', { tool: 'search' })], 'all')).toBe('deny');
  },
);

test(cite('APPROVE-2', 'a rule that allows everything allows nothing'), () => {
  for (const match of [
    { tool: '*' },
    { tool: '*', path: '**' },
    { tool: 'write_file', path: '/**' },
    { tool: '*', path: '/' },
  ]) {
    expect(action(file('/etc/x'), [rule('allow', match)], 'ask'), JSON.stringify(match)).toBe('ask');
  }
});

test(cite('APPROVE-2', 'a rule applies in its conversation, in its project, or everywhere, and nowhere else'), () => {
  const rules = [
    rule('allow', { tool: 'a' }, { type: 'conversation', conversationId: 'c1' }),
    rule('allow', { tool: 'b' }, { type: 'project', projectId: 'p1' }),
    rule('allow', { tool: 'c' }),
  ];
  const tools = (conversationId: string, projectId: string) =>
    rulesInScope(rules, { conversationId, projectId }).map(({ match }) => match.tool);
  expect(tools('c1', 'p1')).toEqual(['a', 'b', 'c']);
  expect(tools('c2', 'p1')).toEqual(['b', 'c']);
  expect(tools('c1', 'p2')).toEqual(['a', 'c']);
  expect(tools('c2', 'p2')).toEqual(['c']);
});

test(cite('APPROVE-2', 'offers start narrow, are worded, and would have allowed the call'), () => {
  const part = (...words: (string | null)[]) => ({ words, redirections: [], assignments: [] });
  const labels = (facts: CallFacts) =>
    offersFor(facts, folder).flatMap(({ label, onlyRefused }) => (onlyRefused ? [] : label));
  const refused = (facts: CallFacts) =>
    offersFor(facts, folder).flatMap(({ label, onlyRefused }) => (onlyRefused ? label : []));
  const command = (text: string, ...parts: ReturnType<typeof part>[]) => commandCall({ text, parts, doubts: [] });
  expect(labels(command('npm test', part('npm', 'test')))).toEqual([
    'exactly the command `npm test`',
    'commands that start with `npm test`',
    'any command',
  ]);
  expect(refused(command('npm install a', part('npm', 'install', 'a')))).toEqual([
    'commands that start with `npm install`',
  ]);
  expect(refused(command('touch a', part('touch', 'a')))).toEqual(['commands that start with `touch`']);
  expect(refused(command('ls', part('ls')))).toEqual([]);
  expect(labels(command('ls', part('ls')))).toEqual([
    'exactly the command `ls`',
    'commands that start with `ls`',
    'any command',
  ]);
  expect(labels(command('rm -rf x', part('rm', '-rf', 'x')))).toEqual([
    'exactly the command `rm -rf x`',
    'any command',
  ]);
  expect(labels(command('ls; rm x', part('ls'), part('rm', 'x')))[1]).toBe('any command');
  expect(labels(command('python x.py', part('python', 'x.py')))[1]).toBe('any command');
  expect(labels(command('npm run build', part('npm', 'run', 'build')))[1]).toBe(
    'commands that start with `npm run build`',
  );
  expect(
    labels(
      commandCall({
        text: 'npm $X',
        parts: [part('npm', null)],
        doubts: ['What it uses cannot be checked in advance.'],
      }),
    ),
  ).toEqual(['exactly the command `npm $X`']);
  expect(labels(command('npm\u202e test', part('npm\u202e', 'test')))).toEqual([]);
  expect(labels(command('x'.repeat(10_001), part('x')))).toEqual([]);
  expect(labels(file('/srv/app/src/a.ts'))).toEqual([
    'calls to write_file for /srv/app/src/a.ts',
    'calls to write_file in the folder /srv/app/src',
    'calls to write_file',
  ]);
  expect(labels(file('/etc/a'))).toEqual(['calls to write_file for /etc/a', 'calls to write_file in the folder /etc']);
  expect(labels(file('/a'))).toEqual(['calls to write_file for /a']);
  expect(labels(fetch('https://example.com'))).toEqual(['calls to fetch_url from https://example.com']);
  expect(labels(served('github', 'search'))).toEqual([
    'search of the server github',
    'every tool from the server github',
  ]);
  for (const facts of [file('/srv/app/src/a.ts'), fetch('https://example.com'), served('github', 'search')]) {
    for (const { match } of offersFor(facts, folder)) expect(action(facts, [rule('allow', match)])).toBe('allow');
  }
});

test(
  cite(['TOOL-2', 'APPROVE-2'], 'an answer in one project that applies everywhere covers nothing outside of another'),
  () => {
    const answer = { type: 'answer' as const, conversationId: 'c', messageId: 'm' };
    const match = { tool: 'write_file', path: '/srv/app/src/**' };
    const rules = [{ ...rule('allow', match), origin: answer }];
    const other = {
      ...file('/srv/app/src/a.ts'),
      paths: [{ path: '/srv/app/src/a.ts', access: 'write', outside: true }],
    };
    const there = (given: PermissionRule[]) =>
      decide({ mode: 'all', facts: other as CallFacts, rules: given, folder: '/srv/other' }).action;
    expect(action(file('/srv/app/src/a.ts'), rules)).toBe('allow');
    expect(there(rules)).toBe('ask');
    expect(there([rule('allow', match)])).toBe('allow');
    expect(there([{ ...rule('allow', match, { type: 'project', projectId: 'p' }), origin: answer }])).toBe('allow');
  },
);

test(cite('APPROVE-2', 'a rule that would not allow this very call the next time is not offered'), () => {
  const secret = file('/srv/app/.env', 'read');
  const path = { path: '/srv/app/.env', access: 'read' as const, outside: false, sensitive: 'it may hold secrets' };
  expect(offersFor({ ...secret, paths: [path] }, folder)).toEqual([]);
  expect(readsWouldPass({ ...secret, paths: [path] }, folder)).toBe(false);
  expect(readsWouldPass(file('/etc/hosts', 'read'), folder)).toBe(false);
  expect(readsWouldPass(file('/srv/app/a.ts'), folder)).toBe(false);
  expect(readsWouldPass(file('/srv/app/a.ts', 'read'), folder)).toBe(true);
  for (const facts of [file('/srv/app/a.ts', 'read'), commandCall({ text: 'ls', parts: [], doubts: [] })]) {
    const asking = [rule('ask', { tool: facts.toolName })];
    expect(offersFor(facts, folder)).not.toEqual([]);
    expect(offersFor(facts, folder, asking)).toEqual([]);
    expect(readsWouldPass(facts, folder, asking)).toBe(false);
  }
});

test(
  cite('APPROVE-2', "no rule is offered for a place above the project's folder, and one for a place outside says so"),
  () => {
    for (const tool of ['list_files', 'search_files', 'write_file']) {
      const access = tool === 'write_file' ? 'write' : 'read';
      const labels = (path: string) => offersFor(file(path, access, tool), folder).map(({ label }) => label);
      expect(labels(folder)).toEqual([
        `calls to ${tool} for /srv/app`,
        `calls to ${tool} in the folder /srv/app`,
        `calls to ${tool}`,
      ]);
      expect(labels('/srv/app/src')).toEqual([`calls to ${tool} for /srv/app/src`, `calls to ${tool}`]);
      expect(labels('/srv')).toEqual([`calls to ${tool} for /srv`]);
      expect(labels('/srv/notes.txt')).toEqual([`calls to ${tool} for /srv/notes.txt`]);
      expect(labels('/srv/other/notes.txt')[1]).toBe(`calls to ${tool} in the folder /srv/other`);
      expect(offersFor(file('/srv/other/notes.txt', access, tool), folder).every(({ outside }) => outside)).toBe(true);
      expect(offersFor(file('/srv/app/src/a.ts', access, tool), folder).some(({ outside }) => outside)).toBe(false);
    }
  },
);

test(cite('APPROVE-2', 'a denial of a path also applies to the words and files of commands'), () => {
  const part = (words: (string | null)[], to?: string) => ({
    words,
    redirections: to === undefined ? [] : [{ mode: 'write' as const, path: to }],
    assignments: [],
  });
  const refused = rule('deny', { tool: '*', path: '.env' });
  const run = (words: (string | null)[], to?: string) =>
    action(commandCall({ text: 'x', parts: [part(words, to)], doubts: [] }), [refused], 'all');
  expect(run(['cat', '.env'])).toBe('deny');
  expect(run(['cat', './.env'])).toBe('deny');
  expect(run(['cat', '/srv/app/.ENV'])).toBe('deny');
  expect(run(['tool', '--file=.env'])).toBe('deny');
  expect(run(['echo', 'x'], '.env')).toBe('deny');
  expect(run(['cat', null])).toBe('ask');
  expect(run(['cat', 'README.md'])).toBe('allow');
});

test(cite('APPROVE-2', "a folder's server named like the user's own has none of its permissions"), () => {
  const own = served('github', 'search');
  const folderOnes = served('github', 'search', 'folder:p1:github');
  for (const { match } of offersFor(own, folder)) {
    expect(action(own, [rule('allow', match)])).toBe('allow');
    expect(action(folderOnes, [rule('allow', match)])).toBe('ask');
    expect(action(served('github', 'search', 'project:p1:github'), [rule('allow', match)])).toBe('ask');
  }
  for (const { match } of offersFor(folderOnes, folder)) {
    expect(action(folderOnes, [rule('allow', match)])).toBe('allow');
    expect(action(own, [rule('allow', match)])).toBe('ask');
    expect(action(served('github', 'search', 'folder:p2:github'), [rule('allow', match)])).toBe('ask');
  }
  expect(offersFor(folderOnes, folder).map(({ label }) => label)).toEqual([
    'search of the server github defined by the project folder',
    'every tool from the server github defined by the project folder',
  ]);
  const byHand = rule('allow', { tool: '*', server: 'github' });
  expect(action(own, [byHand])).toBe('allow');
  expect(action(folderOnes, [byHand])).toBe('ask');
  expect(action({ toolName: 'search', kind: 'mcp', server: 'github' }, [byHand])).toBe('ask');
  for (const facts of [own, folderOnes]) {
    expect(action(facts, [rule('deny', { tool: '*', server: 'github' })], 'all')).toBe('deny');
  }
});

test(cite('APPROVE-2', 'a permission for a command does not cover running it in the background'), () => {
  const part = { words: ['npm', 'start'], redirections: [], assignments: [] };
  const waited = commandCall({ text: 'npm start', parts: [part], doubts: [] });
  const goesOn: CallFacts = { ...waited, background: true };
  const rules = [
    rule('allow', { tool: 'run_command', commandLine: 'npm start' }),
    rule('allow', { tool: 'run_command', command: ['npm', 'start'] }),
  ];
  for (const one of rules) {
    expect(action(waited, [one])).toBe('allow');
    expect(action(goesOn, [one])).toBe('ask');
  }
  expect(action(goesOn, [rule('deny', { tool: 'run_command', command: ['npm'] })], 'all')).toBe('deny');
  const offers = offersFor(goesOn, folder).filter(({ onlyRefused }) => !onlyRefused);
  expect(offers.map(({ label }) => label)).toEqual([
    'exactly the command `npm start` in the background',
    'commands that start with `npm start` in the background',
    'any command',
  ]);
  for (const { match } of offers) expect(action(goesOn, [rule('allow', match)])).toBe('allow');
  for (const { match } of offers.slice(0, 1)) expect(action(waited, [rule('allow', match)])).toBe('ask');
});

test(cite('APPROVE-2', 'permission to write to one background command does not cover another'), () => {
  const writes = (process: string, text = 'y\n'): CallFacts => ({
    toolName: 'write_command',
    kind: 'execute',
    process,
    command: { text, parts: [], doubts: ['Not known.'] },
  });
  const offers = offersFor(writes('c1/bg_1'), folder);
  expect(offers.map(({ label }) => label)).toEqual(['anything write_command writes to bg_1']);
  const made = offers.map(({ match }) => rule('allow', match));
  expect(action(writes('c1/bg_1', 'other'), made)).toBe('allow');
  expect(action(writes('c1/bg_2'), made)).toBe('ask');
  expect(action(writes('c2/bg_1'), made)).toBe('ask');
  for (const tool of ['write_command', '*']) {
    expect(action(writes('c1/bg_1'), [rule('allow', { tool, commandLine: 'y\n' })])).toBe('ask');
  }
  expect(action(writes('c1/bg_1', 'rm -rf x'), [rule('deny', { tool: '*', command: ['rm'] })], 'all')).toBe('ask');
});

test('a label names the tool if it is not run_command', () => {
  const facts: CallFacts = {
    toolName: 'other',
    kind: 'execute',
    command: { text: 'ls', parts: [{ words: ['ls'], redirections: [], assignments: [] }], doubts: [] },
  };
  expect(offersFor(facts, folder).map(({ label }) => label)).toEqual([
    'exactly the command `ls` by other',
    'commands that start with `ls` by other',
    'calls to other',
  ]);
});

test(cite('APPROVE-2', 'thousands of words and hundreds of rules are decided in a moment'), () => {
  const words = Array.from({ length: 3_300 }, (_, at) => at.toString(36));
  const part = (given: string[]) => ({ words: given, redirections: [], assignments: [] });
  const facts = commandCall({ text: words.join(' ').slice(0, 10_000), parts: [part(words)], doubts: [] });
  const timed = (rules: PermissionRule[], call = facts): string => {
    const result = action(call, rules, 'all');
    return result;
  };
  const denied = (path: (at: number) => string): PermissionRule[] =>
    Array.from({ length: 2_000 }, (_, at) => rule('deny', { tool: '*', path: path(at) }));
  expect(timed(denied((at) => `secrets/${at}/**`))).toBe('allow');
  expect(timed(denied((at) => `**/*.${at}z`))).toBe('ask');
  expect(timed(denied((at) => `**/**/**/${'*a'.repeat(50)}${at}`))).toBe('ask');
  expect(timed([...denied((at) => `secrets/${at}`), rule('deny', { tool: '*', path: 'zz' })])).toBe('deny');
  const many = commandCall({ text: 'x', parts: words.map((word) => part([word, 'a'])), doubts: [] });
  const programs = Array.from({ length: 2_000 }, (_, at) => rule('deny', { tool: '*', command: [`prog-${at}`, 'a'] }));
  expect(timed(programs, many)).toBe('allow');
});

test('a pattern that matches everything is detected at once, however it is written', () => {
  for (const path of [
    '',
    '*',
    '**',
    '/',
    '//**',
    '/*/**',
    './**',
    '**/*',
    'C:\\*',
    '*'.repeat(100_000),
    `${'*/'.repeat(50_000)}x`,
  ]) {
    expect(isTooBroad({ effect: 'allow', match: { tool: 'x', path } }), path.slice(0, 9)).toBe(!path.endsWith('x'));
  }
});

test('the type of a reason reveals only what the prompt shows anyway', () => {
  const typeOf = (facts: CallFacts, rules: PermissionRule[] = []) =>
    reasonTypeOf(decide({ mode: 'ask', facts, rules, folder }), facts);
  expect(typeOf(file('/srv/app/a.ts'))).toBe('generic');
  expect(typeOf(fetch('https://example.com'))).toBe('generic');
  expect(typeOf(file('/etc/hosts'))).toBe('danger');
  // More than the kind: the reason says what only this call does, or which rule asks.
  expect(typeOf(file('/srv/app/.hidden'))).toBeUndefined();
  expect(typeOf(file('/srv/app/a.ts'), [rule('ask', { tool: 'write_file' })])).toBeUndefined();
  expect(typeOf(served('shop', 'search'))).toBeUndefined();
});
