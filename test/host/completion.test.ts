import { expect, test } from 'vitest';
import type { Core } from '../../electron/core.ts';
import { completeLine } from '../../electron/host/terminal/chat/completion.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import { createPathCompleter } from '../../electron/tools/search/pathCompleter.ts';
import { findRipgrep } from '../../electron/tools/search/ripgrep.ts';
import { ok } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { tempFolder } from '../support/tempFolder.ts';

/** No folder is listed before a short wait is over. */
const slowMachine: Clock = {
  ...systemClock,
  wait: (ms, signal) => (ms < 1000 ? Promise.resolve() : systemClock.wait(ms, signal)),
};

test(cite('START-9', 'one press of Tab completes a path even if the folder takes a while to list'), async () => {
  const folder = tempFolder();
  writeTree(folder, { 'README.md': '', 'src/readme.ts': '' });
  const core = {
    files: createPathCompleter({ clock: slowMachine, findRipgrep }),
    store: { workingFolder: async () => ok({ folder, project: { trusted: true } }) },
  } as unknown as Core;
  const place = { conversationId: () => null, projectId: () => 'p' };
  expect(await completeLine(core, place, 'look at @rea')).toEqual([['README.md'], 'rea']);
});
