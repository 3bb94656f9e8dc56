// throughline import and export --to an app: others' conversations are imported once, can be read and sent, and
// exported again.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { fixtures } from '../../interop/fixtures/web.ts';
import { buildZip } from '../../interop/zip/buildZip.ts';
import { commandHere } from '../../support/commandHere.ts';
import { sessionHome } from '../../support/sessionHome.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { openAiChatViolations } from '../../support/validators/openAiChat.ts';
import { violationsOf } from '../../support/wires/wireServer.ts';

const fixture = path.join(import.meta.dirname, '../../interop/fixtures/claudeCode');

function place() {
  const root = tempFolder();
  const project = path.join(root, 'project');
  const source = path.join(root, 'source');
  for (const folder of [project, source]) mkdirSync(folder);
  cpSync(fixture, path.join(source, 'claude'), { recursive: true });
  const at = ['--data', path.join(root, 'data'), '--project', project];
  const env = { CLAUDE_CONFIG_DIR: path.join(root, 'claude') };
  return { root, source, run: (...args: string[]) => commandHere([...args, ...at], env) };
}

interface Row {
  program: string;
  conversationId: string;
  title: string;
  messages: number;
  state: string;
}

test('a folder is imported, each conversation once, and other files are skipped', { tags: ['all'] }, async () => {
  const { source, run } = place();
  writeFileSync(path.join(source, 'notes.txt'), 'no conversation');
  writeFileSync(path.join(source, 'said.json'), JSON.stringify([{ role: 'user', content: 'Hello' }]));
  const look = JSON.parse((await run('import', source, '--dry-run', '--output', 'json')).stdout) as {
    conversations: Row[];
    problems: unknown[];
  };
  expect((await run('list', '--all')).stdout).toBe('');
  const first = await run('import', source, '--output', 'json');
  const { conversations } = JSON.parse(first.stdout) as { conversations: Row[] };
  expect(conversations).toEqual(look.conversations);
  expect(new Set(conversations.map(({ program }) => program))).toEqual(new Set(['claude-code', 'messages']));
  expect(conversations.every(({ state }) => state === 'new')).toBe(true);
  const again = JSON.parse((await run('import', source, '--output', 'json')).stdout) as { conversations: Row[] };
  expect(again.conversations.map(({ state }) => state)).toEqual(conversations.map(() => 'known'));
  const check = await run('check');
  expect(check.code, check.stdout).toBe(0);
});

test('a source that has grown is reported, and imported', async () => {
  const { source, run } = place();
  const file = path.join(source, 'conversations.json');
  writeFileSync(file, fixtures.chatgpt);
  await run('import', file);
  const [boats] = JSON.parse(fixtures.chatgpt);
  const last = boats.current_node;
  const message = { id: 'm', author: { role: 'user' }, content: { content_type: 'text', parts: ['And ships?'] } };
  boats.mapping[last].children.push('m');
  writeFileSync(
    file,
    JSON.stringify([
      {
        ...boats,
        mapping: { ...boats.mapping, m: { id: 'm', parent: last, children: [], message } },
        current_node: 'm',
      },
    ]),
  );
  const look = await run('import', file, '--dry-run');
  expect(look.stdout).toContain('Boats (1 new)');
  expect(look.stderr).toBe('0 would be imported, 1 would be updated.\n');
  expect((await run('import', file)).stderr).toBe('0 imported, 1 updated.\n');
  expect((await run('import', file)).stderr).toBe('0 imported, 1 already here.\n');
});

test('a named file that is invalid or broken is reported by name, and the rest is imported', async () => {
  const { source, run } = place();
  const [odd, broken] = [path.join(source, 'notes.txt'), path.join(source, 'broken.jsonl')];
  writeFileSync(odd, 'no conversation');
  const row = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] });
  writeFileSync(broken, `${row}\n{"messages":[{"ro`);
  const { code, stdout, stderr } = await run('import', odd, broken, path.join(source, 'nowhere'));
  expect(code).toBe(1);
  expect(stderr).toContain(`${odd}: Throughline cannot read conversations in this format.`);
  expect(stderr).toContain(`${path.join(source, 'nowhere')}: The file or folder does not exist.`);
  expect(stderr).toMatch(/1 imported/);
  expect(stdout).toContain('Hello');
  expect(readFileSync(odd, 'utf8')).toBe('no conversation');
});

test('a file or folder without conversations is reported, and a format that only looks familiar is rejected', async () => {
  const { source, run } = place();
  const [other, hollow, empty] = ['other.jsonl', 'hollow.jsonl', 'empty'].map((name) => path.join(source, name));
  const line = { uuid: 'a', parentUuid: null, sessionId: 's', type: 'prompt', cwd: '/', version: '0.24.4' };
  writeFileSync(
    other as string,
    `${JSON.stringify({ ...line, message: { speaker: 'user', pieces: [{ text: 'Run it' }] } })}\n`,
  );
  writeFileSync(hollow as string, `${JSON.stringify({ type: 'summary', summary: 'Boats', leafUuid: 'x' })}\n`);
  mkdirSync(empty as string);
  const { code, stderr } = await run('import', other as string, hollow as string, empty as string);
  expect(code).toBe(1);
  expect(stderr.split('\n')).toEqual([
    `${other}: Throughline cannot read conversations in this format.`,
    `${hollow}: This looks like a Claude Code file, but it contains no messages.`,
    `${empty}: No conversations were found.`,
    '0 imported.',
    '',
  ]);
});

test("OpenCode's and Gemini CLI's data folders are imported, with the folders that they worked in", async () => {
  const { root, run } = place();
  const { home, openCode, gemini } = sessionHome(root);
  openCode(1);
  gemini(1);
  const folders = ['.local/share/opencode', '.gemini'].map((name) => path.join(home, name));
  const { code, stdout, stderr } = await run('import', ...folders, '--output', 'json');
  expect(code, stderr).toBe(0);
  const { conversations } = JSON.parse(stdout) as { conversations: (Row & { folder: string | null })[] };
  expect(conversations).toMatchObject([
    { program: 'opencode', folder: expect.stringContaining('/home/ada') },
    { program: 'gemini-cli', folder: '/home/ada/quay' },
  ]);
});

test('without a path it explains what it needs', async () => {
  const { run } = place();
  expect(await run('import')).toMatchObject({ code: 2, stderr: 'import needs the PATH of a file or folder\n' });
});

test('the next request of an import is valid for every API, and its export is recognized by each app', {
  tags: ['all'],
}, async () => {
  const { root, source, run } = place();
  const { conversations } = JSON.parse((await run('import', source, '--output', 'json')).stdout) as {
    conversations: Row[];
  };
  const row = conversations.find(({ program }) => program === 'claude-code') as Row;
  for (const kind of providerKinds satisfies readonly ProviderKind[]) {
    const { stdout } = await run('request', row.conversationId, '--as', kind, '-p', 'Go on');
    const body = JSON.parse(stdout) as Record<string, unknown>;
    const violations = kind === 'openai' ? openAiChatViolations(body) : violationsOf({ kind, model: 'm', body });
    expect(violations, kind).toEqual([]);
  }
  for (const program of ['claude-code', 'codex', 'opencode', 'chatgpt', 'messages']) {
    const out = path.join(root, program, 'session.jsonl');
    mkdirSync(path.dirname(out));
    const written = await run('export', row.conversationId, '--to', program, '--out', out);
    expect(written.code, written.stderr).toBe(0);
    const read = JSON.parse((await run('import', out, '--dry-run', '--output', 'json')).stdout) as {
      conversations: Row[];
    };
    expect(read.conversations[0]?.program).toBe(program);
  }
});

test("an agent's work belongs to the call that started it", async () => {
  const { source, run } = place();
  const { conversations } = JSON.parse((await run('import', source, '--output', 'json')).stdout) as {
    conversations: Row[];
  };
  const listed = JSON.parse((await run('list', '--all', '--json')).stdout) as { id: string }[];
  const agents = conversations.filter(({ conversationId }) => !listed.some(({ id }) => id === conversationId));
  expect(agents.length).toBeGreaterThan(0);
  const chains = await Promise.all(listed.map(({ id }) => run('chain', id, '--json')));
  for (const { conversationId } of agents)
    expect(chains.some(({ stdout }) => stdout.includes(conversationId))).toBe(true);
});

test("a file from elsewhere cannot choose its folder; one in its app's own location can", async () => {
  const { root, source, run } = place();
  const folder = path.join(root, 'harbour');
  mkdirSync(folder);
  const session = readFileSync(path.join(fixture, '11111111-2222-4333-8444-555555555555.jsonl'), 'utf8');
  const moved = session.replaceAll(/"cwd":"[^"]*"/g, `"cwd":${JSON.stringify(folder)}`);
  const projects = async () =>
    (JSON.parse((await run('list', '--all', '--json')).stdout) as { project: string | null }[]).map(
      ({ project }) => project,
    );
  const elsewhere = path.join(source, 'a.jsonl');
  writeFileSync(elsewhere, moved);
  expect((await run('import', elsewhere)).stdout).toContain('Claude Code');
  expect(await projects()).toEqual([null]);
  const own = path.join(root, 'claude', 'projects', 'x', 'b.jsonl');
  mkdirSync(path.dirname(own), { recursive: true });
  writeFileSync(own, moved.replaceAll('11111111-2222-4333-8444-555555555555', '22222222-2222-4333-8444-555555555555'));
  await run('import', own);
  expect(await projects()).toContain(folder);
});

test('an archive is imported as downloaded, or unpacked with its images', async () => {
  const { source, run } = place();
  const zip = path.join(source, 'export.zip');
  writeFileSync(
    zip,
    buildZip([
      { name: 'export/conversations.json', content: fixtures.chatgpt },
      { name: 'a.txt', content: 'x' },
    ]),
  );
  const { code, stdout, stderr } = await run('import', zip);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('ChatGPT');
  const [conversation] = JSON.parse(fixtures.chatgpt);
  conversation.id = conversation.conversation_id = 'with-a-picture';
  conversation.mapping.u.message.content = {
    content_type: 'multimodal_text',
    parts: [{ asset_pointer: 'sediment://file_abcd1234' }, 'What?'],
  };
  const unpacked = path.join(source, 'unpacked');
  mkdirSync(unpacked);
  writeFileSync(path.join(unpacked, 'conversations.json'), JSON.stringify([conversation]));
  writeFileSync(path.join(unpacked, 'file_abcd1234-quay.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
  const read = JSON.parse((await run('import', unpacked, '--output', 'json')).stdout) as { conversations: Row[] };
  const shown = await run('show', read.conversations[0]?.conversationId ?? '', '--json');
  expect(shown.stdout).toMatch(/"type":"image","hash":"[0-9a-f]{64}"/);
});
