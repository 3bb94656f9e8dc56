// What the thread reads of a long session: only its end, then all of it with the same IDs, then only additions.

import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SessionFile } from '../../../electron/features/inPlace/sessionFile.ts';
import { createSessionReader } from '../../../electron/features/inPlace/sessionReader.ts';
import { sessionFolders } from '../../../electron/interop/appFolders.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { openStore } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { sessionHome, type Turn } from '../../support/sessionHome.ts';
import { diskFolder } from '../../support/tempFolder.ts';

const long = 'soundings of the outer roads '.repeat(1500);
const turns = Array.from({ length: 110 }, (_, n): Turn => {
  return { asked: `Question ${n}`, command: `sound ${n}`, printed: `${n} ${long}`, said: `Answer ${n}` };
});

test(cite('INTEROP-9', 'reads the end of a long session, then all of it, then only additions'), {
  tags: ['all'],
}, async () => {
  const home = sessionHome(diskFolder());
  const file = home.claude(1, turns);
  const { store, dataDir } = openStore();
  const reader = createSessionReader({ saved: store, store });
  const places = { 'claude-code': sessionFolders({ HOME: home.home })['claude-code'] };
  const [session] = reader.find(places).sessions as [SessionFile];
  const log = path.join(dataDir, 'projects/inplace-claude-code/conversations', session.conversationId, 'messages.json');
  const stored = (): Message[] => JSON.parse(readFileSync(log, 'utf8'));
  const notices = async () => okValue(await store.readBranch(session.conversationId)).notices.length;

  okValue(await reader.read(session, true));
  const end = stored();
  expect(end.length).toBeLessThan(turns.length);
  expect(end.at(-1)?.content).toBe('Answer 109');
  expect(await notices()).toBe(1);
  expect((await reader.settle('claude-code', [session], true)).stale).toEqual([session.conversationId]);

  okValue(await reader.read(session, false));
  const all = stored();
  expect(all).toHaveLength(4 * turns.length);
  expect(all.slice(-end.length).map(({ id }) => id)).toEqual(end.map(({ id }) => id));
  expect(await notices()).toBe(0);
  // A late reader takes nothing away.
  okValue(await reader.read(session, true));
  expect(stored()).toEqual(all);
  expect((await reader.settle('claude-code', [session], true)).stale).toEqual([]);

  const { ino } = statSync(log);
  home.growClaude(file, 1, [{ asked: 'One more?', command: 'sound', printed: 'deep', said: 'One more.' }]);
  const [grown] = reader.find(places).sessions as [SessionFile];
  expect((await reader.settle('claude-code', [grown], true)).stale).toEqual([session.conversationId]);
  expect(okValue(await reader.readEnd(grown)).grown).toBe(true);
  expect(stored()).toEqual([...all, ...stored().slice(-4)]);
  // It was appended to, not rewritten.
  expect(statSync(log).ino).toBe(ino);
  expect((await reader.settle('claude-code', [grown], true)).stale).toEqual([]);
});
