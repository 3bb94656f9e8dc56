import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataFolder } from '../../electron/stores/dataFolder.ts';
import { nodeDisk } from '../../electron/stores/files/disk.ts';
import { conflictedFileOf, conflictNotice, createConflictFinder } from '../../electron/stores/merge/conflictFiles.ts';
import { cite } from '../support/cite.ts';
import { tempFolder } from '../support/tempFolder.ts';

/** Names as the apps create them, from their manuals and sources. */
const names: Record<string, string[]> = {
  Dropbox: [
    "messages (Kim's conflicted copy 2026-01-31).json",
    'messages (LAPTOP conflicted copy 2026-01-31 (1)).json',
    'messages (In Konflikt stehende Kopie von Kim 2026-01-31).json',
    'messages (Copie en conflit de Kim 2026-01-31).json',
    'messages (KimのPCの競合コピー 2026-01-31).json',
    'messages (Case Conflict).json',
  ],
  Syncthing: ['messages.sync-conflict-20260131-120000-ABCDEFG.json', 'messages.sync-conflict-20260131-120000.json'],
  OneDrive: ['messages-LAPTOP-7Q2.json', 'messages-LAPTOP-7Q2-2.json', 'messages (2).json'],
  'Google Drive': ['messages (1).json', 'messages(1).json'],
  iCloud: ['messages 2.json'],
  Nextcloud: ['messages (conflicted copy 2026-01-31 120000).json'],
  ownCloud: ['messages_conflict-20260131-120000.json', 'messages_conflict-kim-20260131-120000.json'],
  Seafile: ['messages (SFConflict kim@example.org 2026-01-31-12-00-00).json'],
  Synology: ['messages_LAPTOP_Jan-31-120000-2026_Conflict.json'],
  pCloud: ['messages [conflicted].json', 'messages (conflicted).json'],
  'Box, Sync.com': ['messages (Kim).json', 'messages-conflict.json'],
  Unison: ['messages (copy: conflict #1 on laptop on 2026-01-31).json'],
  'rsync --backup': ['messages.json~', 'messages.json.~1~'],
  'git mergetool': ['messages_LOCAL_1234.json', 'messages_REMOTE_1234.json'],
  Explorer: ['messages - Copy.json', 'messages（1）.json'],
};

test.each(Object.entries(names))(
  cite('STORE-15', 'a conflict file by %s is recognized by its name'),
  (_program, found) => {
    for (const name of found) {
      expect(conflictedFileOf(name), name).toBe('messages');
      expect(conflictedFileOf(name.replace('messages', 'meta')), name).toBe('meta');
      expect(conflictedFileOf(name.replace('messages', 'removed')), name).toBe('removed');
    }
  },
);

test("the store's own files, and unrelated ones, are not conflict files", () => {
  for (const name of [
    'messages.json',
    'meta.json',
    'removed.json',
    'pending.json',
    'partial.json',
    'messages.json.tmp-0123456789ab',
    'messages.json.torn-2026-01-31T12-00-00-000Z',
    'messages.json.original-2026-01-31T12-00-00-000Z-2',
    'messages.json.unreadable-2026-01-31T12-00-00-000Z',
    'messages (1).json.merged-2026-01-31T12-00-00-000Z',
    'messages.json (copy: conflict #1).merged-2026-01-31T12-00-00-000Z',
    '.messages.json.swp',
    '.~lock.messages.json#',
    '~syncthing~messages.json.tmp',
    '.syncthing.messages.json.tmp',
    'messagesorted.json',
    'other (1).json',
    'metadata.json',
    'messages.txt',
  ]) {
    expect(conflictedFileOf(name), name).toBeNull();
  }
});

test('conflict files are listed in a system-independent order, with what they are', async () => {
  const place = createDataFolder(tempFolder(), nodeDisk).pathsOf('p', 'c');
  mkdirSync(place.folder, { recursive: true });
  for (const name of ['messages 2.json', 'messages (1).json', 'meta (1).json', 'messages.json', 'note.txt']) {
    writeFileSync(join(place.folder, name), '');
  }
  const found = await createConflictFinder(nodeDisk, () => new Date()).find(place);
  expect(found.map(({ kind, name }) => [kind, name])).toEqual([
    ['messages', 'messages (1).json'],
    ['messages', 'messages 2.json'],
    ['meta', 'meta (1).json'],
  ]);
  expect(`${found.map(conflictNotice)[0]}`).toContain('“messages (1).json” is a second copy');
});
