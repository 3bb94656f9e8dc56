// A window opened on a conversation: `--resume` and `--continue` of the hosts.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createApp, type StartConversation } from '../../electron/app.ts';
import { createCore } from '../../electron/core.ts';
import { silentLog } from '../../electron/lib/log.ts';
import { noNative } from '../../electron/ports/native.ts';
import { createClient } from '../../shared/protocol/client.ts';
import { cite } from '../support/cite.ts';
import { hashTree } from '../support/hashTree.ts';
import { memoryTransport } from '../support/memoryTransport.ts';
import { okValue } from '../support/result.ts';
import { joinSession, settled, snapshotFixture } from '../support/scriptedHost.ts';
import { tempFolder } from '../support/tempFolder.ts';

interface Place {
  dataDir: string;
  folders: [string, string];
  /** One conversation per folder, the second one newer. */
  ids: [string, string];
}

async function place(): Promise<Place> {
  const root = tempFolder();
  const dataDir = path.join(root, 'data');
  const core = createCore({ dataDir, env: {}, log: silentLog, person: false });
  const made = async (name: string): Promise<[string, string]> => {
    const folder = path.join(root, name);
    mkdirSync(folder);
    const project = okValue(await core.store.openProject(folder));
    const { conversationId } = okValue(await core.store.createConversation(project.id));
    okValue(await core.store.appendConversationMessage(conversationId, { role: 'user', content: `问候 ${name} 😀` }));
    return [folder, conversationId];
  };
  const [one, first] = await made('one');
  const [two, second] = await made('two');
  await core.close();
  return { dataDir, folders: [one, two], ids: [first, second] };
}

async function start(dataDir: string, projectFolder: string | null, conversation: StartConversation | null) {
  const created = await createApp({
    dataDir,
    projectFolder,
    conversation,
    host: 'browser',
    native: noNative,
    env: {},
    version: 'test',
    log: silentLog,
  });
  if (!created.ok) return created;
  onTestFinished(() => created.value.close());
  const ends = memoryTransport();
  created.value.attach(ends.server);
  const snapshot = okValue(await createClient(ends.client).call('app.open', {}));
  await created.value.close();
  return { ok: true as const, value: snapshot.start?.conversationId ?? null };
}

test(cite('RESUME-2', "a host opens its window on the named conversation, or on its project's latest"), async () => {
  const { dataDir, folders, ids } = await place();
  const opened = async (folder: string | null, wanted: StartConversation | null) =>
    okValue(await start(dataDir, folder, wanted));
  expect(await opened(null, null)).toBeNull();
  expect(await opened(null, { named: ids[0] })).toBe(ids[0]);
  expect(await opened(null, { named: ids[1].slice(0, 12) })).toBe(ids[1]);
  expect(await opened(null, 'latest')).toBe(ids[1]);
  expect(await opened(folders[0], 'latest')).toBe(ids[0]);
});

test(cite('RESUME-2', 'an unknown or empty ID is reported, and nothing is opened or created'), async () => {
  const { dataDir } = await place();
  const before = hashTree(path.join(dataDir, 'projects'));
  const elsewhere = path.join(tempFolder(), 'elsewhere');
  mkdirSync(elsewhere);
  for (const [folder, wanted, word] of [
    [elsewhere, { named: 'zzzzzz' }, 'no conversation with the ID "zzzzzz"'],
    [elsewhere, { named: 'ab' }, 'too short'],
    [elsewhere, 'latest', elsewhere],
  ] as const) {
    const refused = await start(dataDir, folder, wanted);
    expect(refused).toMatchObject({ ok: false, error: { code: 'CONVERSATION_NOT_FOUND' } });
    expect(JSON.stringify(refused)).toContain(JSON.stringify(word).slice(1, -1));
  }
  expect(hashTree(path.join(dataDir, 'projects'))).toEqual(before);
});

test(cite('RESUME-2', 'the window shows it once per start, and then its last conversation'), async () => {
  const kept = new Map<string, string>();
  const shown = async (key: string | null): Promise<string | null> => {
    const conversationId = 'startedon';
    const snapshot = snapshotFixture({ start: key === null ? null : { key, conversationId } });
    const { session } = joinSession({ snapshot, conversations: [] }, kept);
    session.connection.start();
    await settled();
    session.actions.showLast();
    return session.conversation.store.getState().id;
  };
  expect(await shown('a')).toBe('startedon');
  const other = snapshotFixture().conversations[0]?.id ?? '';
  kept.set('conversation', other);
  expect(await shown('a')).toBe(other);
  expect(await shown('b')).toBe('startedon');
  kept.set('conversation', other);
  expect(await shown(null)).toBe(other);
});
