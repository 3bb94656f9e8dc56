import { expect, onTestFinished, test } from 'vitest';
import type { Core } from '../../electron/core.ts';
import { createGit } from '../../electron/features/git/repository/git.ts';
import { createConversationSource } from '../../electron/features/mentions/conversationSource.ts';
import { createGitSource } from '../../electron/features/mentions/gitSource.ts';
import { completeLine } from '../../electron/host/terminal/chat/completion.ts';
import { systemClock } from '../../electron/lib/clock.ts';
import { silentLog } from '../../electron/lib/log.ts';
import type { Clock } from '../../electron/ports/clock.ts';
import { joinSources } from '../../electron/ports/mentionSources.ts';
import type { ConversationStore } from '../../electron/ports/store.ts';
import { createPathCompleter } from '../../electron/tools/search/pathCompleter.ts';
import { findRipgrep } from '../../electron/tools/search/ripgrep.ts';
import { createSymbols } from '../../electron/tools/symbols/symbols.ts';
import { ok } from '../../shared/core/errors.ts';
import { cite } from '../support/cite.ts';
import { writeTree } from '../support/fileTree.ts';
import { gitEnvironment, gitProject } from '../support/gitProject.ts';
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
    mentionSources: joinSources([]),
    store: { workingFolder: async () => ok({ folder, project: { trusted: true } }) },
  } as unknown as Core;
  const place = { conversationId: () => null, projectId: () => 'p' };
  expect(await completeLine(core, place, 'look at @rea')).toEqual([['README.md'], 'rea']);
});

test(cite('UI-21', 'Tab completes changes, commits, conversations with their calls, and symbols'), async () => {
  const { folder, git } = gitProject();
  writeTree(folder, {
    'src/host.ts': 'export function createHost() {\n}\nexport class Hub {\n  open() {}\n}\n',
    'src/more.ts': 'export function createHub() {}\n',
  });
  const hash = git('rev-parse', '--short', 'HEAD').trim();
  const symbols = createSymbols({ log: silentLog, findRipgrep });
  onTestFinished(() => symbols.close());
  const rows = [
    { id: 'A1', title: 'Ledger of May', projectId: 'p' },
    { id: 'B2', title: 'Ledger of June', projectId: 'p' },
  ];
  const store = {
    workingFolder: async () => ok({ folder, project: { trusted: true } }),
    listConversations: async () => ok(rows),
    listProjects: async () => [{ id: 'p' }],
  };
  const core = {
    files: createPathCompleter({ clock: systemClock, findRipgrep }),
    symbols,
    mentionSources: joinSources([
      createGitSource(createGit(gitEnvironment())),
      createConversationSource(store as unknown as ConversationStore),
    ]),
    store,
  } as unknown as Core;
  const place = { conversationId: () => null, projectId: () => 'p' };
  const complete = async (typed: string): Promise<string[]> => (await completeLine(core, place, `see @${typed}`))[0];
  expect(await complete('di')).toEqual(['diff']);
  expect(await complete('commit:')).toEqual([`commit:${hash}`]);
  expect(await complete('chat:june')).toEqual(['chat:B2']);
  // A list begins with what was typed, so that the line stays as it is.
  expect(await complete('chat:led')).toEqual(['chat:led', 'chat:A1  Ledger of May', 'chat:B2  Ledger of June']);
  // One press waits for the folder to be read once its thread has started.
  await expect.poll(() => complete('sym:createHo'), { timeout: 30_000 }).toEqual(['src/host.ts#L1-2']);
  expect(await complete('createH')).toEqual(['createH', 'src/more.ts#L1  createHub', 'src/host.ts#L1-2  createHost']);
  expect(await complete('sym:Hub.o')).toEqual(['src/host.ts#L4']);
  expect(await complete('zzzzz')).toEqual([]);
});
