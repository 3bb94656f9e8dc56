// An export has every branch that the app supports, and the bytes of images and files: on the command line, and
// imported again.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importInto } from '../../interop/examples/examples.ts';
import { cite } from '../../support/cite.ts';
import { namedPng } from '../../support/images.ts';
import { countStored } from '../../support/sessionCounts/stored.ts';
import { tempFolder } from '../../support/tempFolder.ts';

type Row = Record<string, unknown>;
const sessionId = '99999999-0000-4000-8000-000000000000';
const [seen, shown] = [namedPng('seen'), namedPng('shown')];
const note = 'High water at noon.\n';

function line(uuid: string, parent: string | null, message: Row, more: Row = {}): Row {
  const timestamp = '2026-11-22T12:00:00.000Z';
  return { parentUuid: parent, isSidechain: false, type: message.role, message, uuid, timestamp, sessionId, ...more };
}

function picture(bytes: Uint8Array): Row {
  const data = Buffer.from(bytes).toString('base64');
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}

/** Three branches: an edited question, and a regenerated reply in the first. The second question's is open. */
const session: Row[] = [
  line('u1', null, {
    role: 'user',
    content: [
      { type: 'text', text: 'What is it?' },
      picture(seen),
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: note }, title: 'tides.txt' },
    ],
  }),
  line('a1', 'u1', {
    id: 'msg_1',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/x.png' } }],
  }),
  line('r1', 'a1', {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [picture(shown)] }],
  }),
  line('a2', 'r1', { id: 'msg_2', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'A quay.' }] }),
  line('a3', 'r1', { id: 'msg_3', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'A pier.' }] }),
  line('u2', null, { role: 'user', content: 'And what is that?' }),
  line('a4', 'u2', { id: 'msg_4', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'A boat.' }] }),
  line('u3', 'a2', { role: 'user', content: 'Thanks.' }),
  { type: 'last-prompt', lastPrompt: 'Thanks.', leafUuid: 'u3', sessionId },
];

/** The bytes of attachments in a data folder, as text. */
function attachments(root: string): string[] {
  const projects = path.join(root, 'data', 'projects');
  return readdirSync(projects)
    .map((name) => path.join(projects, name, 'state', 'attachments'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => readFileSync(path.join(folder, name)).toString('base64')))
    .sort();
}

const base64 = (...all: (Uint8Array | string)[]): string[] =>
  all.map((one) => Buffer.from(one).toString('base64')).sort();

async function exported(form: string) {
  const root = tempFolder();
  const source = path.join(root, `${sessionId}.jsonl`);
  writeFileSync(source, session.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const imported = await importInto(root, source);
  const id = imported.conversations[0]?.conversationId ?? '';
  const folder = path.join(root, 'out');
  mkdirSync(folder);
  const extension = form === 'claude-code' || form === 'codex' ? 'jsonl' : 'json';
  const ended = await imported.run('export', id, '--to', form, '--out', path.join(folder, `main.${extension}`));
  expect(ended.code, ended.stderr).toBe(0);
  const again = tempFolder();
  const back = await importInto(again, folder);
  expect(back.problems).toEqual([]);
  const backId = back.conversations[0]?.conversationId ?? '';
  return {
    files: readdirSync(folder),
    counts: countStored(back.log(backId)),
    before: countStored(imported.log(id)),
    bytes: attachments(again),
    said: JSON.stringify(back.records(backId)),
  };
}

test(cite('INTEROP-3', 'to Claude Code: every branch, images from the user and from results, and documents'), {
  tags: ['all'],
}, async () => {
  const { counts, before, bytes } = await exported('claude-code');
  expect(before).toEqual({ messages: 6, calls: 1, results: 1, thinking: 0, agents: 0, branches: 3 });
  expect(counts).toEqual(before);
  expect(bytes).toEqual(base64(seen, shown, note));
});

test(cite('INTEROP-3', 'to ChatGPT: every branch, and the bytes in files next to it'), async () => {
  const { files, counts, before, bytes } = await exported('chatgpt');
  expect(counts).toEqual(before);
  expect(bytes).toEqual(base64(seen, shown, note));
  expect(files).toHaveLength(4);
});

test.each([
  ['codex', base64(seen, shown)],
  ['opencode', base64(seen, shown, note)],
  ['messages', base64(seen)],
])('to %s: the open branch with its images', async (form, expected) => {
  const { counts, bytes, said } = await exported(form);
  expect(counts).toEqual({ messages: 3, calls: 1, results: 1, thinking: 0, agents: 0, branches: 1 });
  expect(bytes).toEqual(expected);
  expect(said).not.toContain('A boat.');
});
