// What the thread reads of a long session: only its end, then all of it with the same IDs, then only additions.

import { appendFileSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SessionFile } from '../../../electron/features/inPlace/sessionFile.ts';
import { createSessionReader } from '../../../electron/features/inPlace/sessionReader.ts';
import { sessionFolders } from '../../../electron/interop/appFolders.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import type { InPlaceProgram } from '../../../shared/features/inPlace/inPlace.ts';
import { cite } from '../../support/cite.ts';
import { copilotLines, piLines, qwenLines } from '../../support/newerSessions.ts';
import { openStore } from '../../support/openStore.ts';
import { okValue } from '../../support/result.ts';
import { type SessionHome, sessionHome, type Turn } from '../../support/sessionHome.ts';
import { diskFolder } from '../../support/tempFolder.ts';

const long = 'soundings of the outer roads '.repeat(1500);
const turns = Array.from({ length: 220 }, (_, n): Turn => {
  return { asked: `Question ${n}`, command: `sound ${n}`, printed: `${n} ${long}`, said: `Answer ${n}` };
});

type Grow = (home: SessionHome, file: string, turns: readonly Turn[]) => void;

const append =
  (lines: typeof piLines): Grow =>
  (_home, file, more) =>
    appendFileSync(file, lines(1, more, turns.length));

const programs: [InPlaceProgram, 'claude' | 'copilot' | 'qwen' | 'pi', Grow][] = [
  ['claude-code', 'claude', (home, file, more) => home.growClaude(file, 1, more)],
  ['copilot', 'copilot', append(copilotLines)],
  ['qwen', 'qwen', append(qwenLines)],
  ['pi', 'pi', append(piLines)],
];

test.each(programs)(
  cite('INTEROP-9', '%s: reads the end of a long session, then all of it, then only additions'),
  {
    tags: ['all'],
  },
  async (program, writer, grow) => {
    const home = sessionHome(diskFolder());
    const file = home[writer](1, turns);
    const { store, dataDir } = openStore();
    const reader = createSessionReader({ saved: store, store });
    const places = { [program]: sessionFolders({ HOME: home.home })[program] };
    const [session] = reader.find(places).sessions as [SessionFile];
    const log = path.join(
      dataDir,
      `projects/inplace-${program}/conversations`,
      session.conversationId,
      'messages.json',
    );
    const stored = (): Message[] => JSON.parse(readFileSync(log, 'utf8'));
    const notices = async () => okValue(await store.readBranch(session.conversationId)).notices.length;

    okValue(await reader.read(session, true));
    const end = stored();
    expect(end.length).toBeLessThan(turns.length);
    expect(end.at(-1)?.content).toBe('Answer 219');
    expect(await notices()).toBe(1);
    expect((await reader.settle(program, [session], true)).stale).toEqual([session.conversationId]);

    okValue(await reader.read(session, false));
    const all = stored();
    expect(all).toHaveLength(4 * turns.length);
    expect(all.slice(-end.length).map(({ id }) => id)).toEqual(end.map(({ id }) => id));
    expect(await notices()).toBe(0);
    // A late reader takes nothing away.
    okValue(await reader.read(session, true));
    expect(stored()).toEqual(all);
    expect((await reader.settle(program, [session], true)).stale).toEqual([]);

    const { ino } = statSync(log);
    grow(home, file, [{ asked: 'One more?', command: 'sound', printed: 'deep', said: 'One more.' }]);
    const [grown] = reader.find(places).sessions as [SessionFile];
    expect((await reader.settle(program, [grown], true)).stale).toEqual([session.conversationId]);
    expect(okValue(await reader.readEnd(grown)).grown).toBe(true);
    expect(stored()).toEqual([...all, ...stored().slice(-4)]);
    // It was appended to, not rewritten.
    expect(statSync(log).ino).toBe(ino);
    expect((await reader.settle(program, [grown], true)).stale).toEqual([]);
  },
);
