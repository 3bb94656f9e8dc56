// `@` mentions of changes, commits and conversations, with a real repository and through the whole app.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';
import type { MentionPart } from '../../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { gitEnvironment, gitProject } from '../../support/gitProject.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const otherwise = { text: 'Good.' };

function lastSent(app: TestApp): string {
  const messages = app.model.requests.at(-1)?.body.messages ?? [];
  return messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n');
}

/** Mentions in the last user message on disk. */
function mentionsOf(app: TestApp, id: string): MentionPart[] {
  const content = app.rows(id).findLast(({ role }) => role === 'user')?.content;
  return Array.isArray(content) ? content.filter((part) => part.type === 'mention') : [];
}

async function appIn(folder: string): Promise<{ app: TestApp; id: string }> {
  const app = await startTestApp({ folder, env: gitEnvironment(), otherwise });
  return { app, id: await app.start() };
}

test(
  cite('UI-21', 'the working diff and what is staged are sent as they are now, and stay in the message'),
  async () => {
    const { folder, git } = gitProject();
    writeFileSync(path.join(folder, 'a.txt'), 'one\nSTAGED\nthree\n');
    git('add', 'a.txt');
    writeFileSync(path.join(folder, 'a.txt'), 'one\nSTAGED\nWORKING\n');
    writeFileSync(path.join(folder, 'brand new.txt'), 'x\n');
    const { app, id } = await appIn(folder);
    await app.turn(id, 'Review @diff, then @staged.');
    const sent = lastSent(app);
    expect(sent).toMatch(/<diff path="diff">[\s\S]*\+WORKING[\s\S]*brand new\.txt[\s\S]*<\/diff>/);
    const staged = /<diff path="staged">([\s\S]*?)<\/diff>/.exec(sent)?.[1];
    expect(staged).toContain('+STAGED');
    expect(staged).not.toContain('WORKING');
    expect(mentionsOf(app, id)).toMatchObject([
      { path: 'diff', kind: 'diff' },
      { path: 'staged', kind: 'diff' },
    ]);
    // Later changes do not change what was sent.
    git('checkout', '--force', '.');
    await app.turn(id, 'And now?');
    expect(lastSent(app)).toContain('+WORKING');
    await app.turn(id, 'Once more @staged');
    expect(mentionsOf(app, id)).toMatchObject([{ path: 'staged', kind: 'diff' }]);
  },
);

test(
  cite('UI-21', 'a commit is sent by hash or name; what does not exist is reported, and words stay words'),
  async () => {
    const { folder, git } = gitProject();
    writeFileSync(path.join(folder, 'a.txt'), 'second\n');
    git('commit', '--all', '--message', 'Water the basil "twice"');
    const hash = git('rev-parse', '--short', 'HEAD').trim();
    const { app, id } = await appIn(folder);
    await app.turn(id, `What does @commit:${hash} do?`);
    expect(lastSent(app)).toContain(`<commit path="commit:${hash}" title="${hash} Water the basil &quot;twice&quot;">`);
    expect(lastSent(app)).toContain('+second');
    await app.turn(id, 'And @commit:nonsense, @diff and @staged?');
    expect(mentionsOf(app, id).map(({ path: name, problem }) => [name, problem])).toEqual([
      ['commit:nonsense', 'There is no commit, branch or tag called "nonsense".'],
      ['diff', 'There are no changes since the last commit.'],
      ['staged', 'Nothing is staged.'],
    ]);
    // An option is not a name, and a file of that name comes first.
    writeFileSync(path.join(folder, 'diff'), 'I am a file.\n');
    await app.turn(id, 'See @diff and @commit:--output=x');
    expect(lastSent(app)).toContain('<file path="diff">\nI am a file.');
    expect(existsSync(path.join(folder, 'x'))).toBe(false);
  },
);

test(cite('UI-21', 'a hostile repository runs nothing, and a huge diff is cut'), async () => {
  const { folder, git } = gitProject();
  const trap = path.join(folder, 'ran');
  for (const [key, value] of [
    ['core.fsmonitor', `touch "${trap}"; false`],
    ['diff.external', `touch "${trap}"`],
    ['core.pager', `touch "${trap}"`],
    ['filter.trap.clean', `touch "${trap}"; cat`],
    ['diff.trap.textconv', `touch "${trap}"; cat`],
  ]) {
    git('config', key as string, value as string);
  }
  writeFileSync(path.join(folder, '.gitattributes'), '*.txt filter=trap diff=trap\n');
  writeFileSync(path.join(folder, 'a.txt'), `${'a line of a long file 🌱\n'.repeat(40_000)}`);
  const { app, id } = await appIn(folder);
  await app.turn(id, 'Look at @diff and @commit:HEAD');
  expect(existsSync(trap)).toBe(false);
  const [diff] = mentionsOf(app, id);
  expect(diff?.bytes).toBeLessThan(maxMentionBytes + 200);
  expect(lastSent(app)).toContain('[Only the first 200 KB are included.]');
});

test(cite('UI-21', 'outside a repository and without a folder, `@diff` is a word'), async () => {
  const app = await startTestApp({ env: gitEnvironment(), otherwise });
  const id = await app.start();
  await app.turn(id, 'Explain @diff and @commit:abc');
  expect(mentionsOf(app, id)).toMatchObject([{ path: 'commit:abc', problem: expect.stringMatching(/not in a Git/) }]);
});

test(cite('UI-21', 'an earlier conversation is sent as text; completion finds it, commits and changes'), async () => {
  const { folder, git } = gitProject();
  mkdirSync(path.join(folder, 'sub'));
  const hash = git('rev-parse', '--short', 'HEAD').trim();
  const { app, id } = await appIn(folder);
  await app.turn(id, 'Remember the ledger of the greenhouse.');
  const later = await app.start();
  await app.turn(later, `Go on from @chat:${id} and not @chat:${later}`);
  expect(lastSent(app)).toMatch(
    /<conversation path="chat:[^"]+" title="Remember the ledger[\s\S]*greenhouse[\s\S]*Good\./,
  );
  const [first, own] = mentionsOf(app, later);
  expect(first).toMatchObject({ kind: 'conversation', title: expect.stringContaining('ledger') });
  expect(own?.problem).toBe('This is the conversation that you are in.');

  const { startProjectId } = await app.call('app.open', {});
  const complete = async (text: string): Promise<string[]> => {
    const request = { projectId: startProjectId, conversationId: later, text };
    return (await app.call('mention.sources', request)).sources.map((source) => source.path);
  };
  expect(await complete('')).toEqual(['diff', 'staged']);
  expect(await complete('di')).toEqual(['diff']);
  expect(await complete('commit:')).toContain(`commit:${hash}`);
  expect(await complete('chat:ledg')).toEqual([`chat:${id}`]);
  expect(await complete('ledg')).toEqual([`chat:${id}`]);
  expect(await complete('zzz')).toEqual([]);
});

test(cite('UI-21', 'a single call of a conversation is completed, and sent as it was recorded'), async () => {
  const folder = tempFolder();
  writeFileSync(path.join(folder, 'ledger.txt'), 'Basil: 3 litres\n');
  const app = await startTestApp({ folder, otherwise });
  const first = await app.start();
  const readFile = (id: string, file: string) => ({ id, name: 'read_file', arguments: JSON.stringify({ path: file }) });
  app.model.push({ calls: [readFile('a', 'ledger.txt'), readFile('b', 'none.txt')] }, otherwise);
  await app.turn(first, 'Read the ledger.');
  const later = await app.start();
  const { startProjectId } = await app.call('app.open', {});
  const complete = async (text: string) => {
    const request = { projectId: startProjectId, conversationId: later, text };
    return (await app.call('mention.sources', request)).sources;
  };
  const all = await complete(`chat:${first}/`);
  expect(all.map(({ kind, call }) => [kind, call?.name, call?.outcome])).toEqual([
    ['call', 'read_file', 'error'],
    ['call', 'read_file', 'ok'],
  ]);
  const [ledger] = await complete(`chat:${first}/ledger`);
  expect(ledger?.title).toBe('Read ledger.txt');
  expect(await complete(`chat:${first}/zzz`)).toEqual([]);
  expect(await complete('chat:../x/')).toEqual([]);
  const name = ledger?.path ?? '';
  await app.turn(later, `Compare @${name} with @chat:${first}/none:0 and @${name.replace(/:0$/, ':7')}`);
  const sent = lastSent(app);
  expect(sent).toMatch(/<call path="chat:[^"]+" title="Read ledger\.txt">\nTool: read_file\n/);
  expect(sent).toMatch(/Outcome: ok[\s\S]*"ledger\.txt"[\s\S]*Result:\n[\s\S]*Basil: 3 litres[\s\S]*<\/call>/);
  const [read, ...problems] = mentionsOf(app, later);
  expect(read).toMatchObject({ kind: 'call', title: 'Read ledger.txt' });
  expect(problems.map(({ problem }) => problem)).toEqual(Array(2).fill('There is no such call in that conversation.'));
  // A call of the own conversation can be named, too.
  await app.turn(first, `See @${name}`);
  expect(mentionsOf(app, first)).toMatchObject([{ kind: 'call' }]);
});
