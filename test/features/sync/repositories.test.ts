// The same repository on two machines: its identity travels with the conversations, and what is shown as one is decided on each.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createGit } from '../../../electron/features/git/repository/git.ts';
import { createProjectIdentities } from '../../../electron/features/projects/identifyProjects.ts';
import { joinProjects } from '../../../electron/features/projects/joinProjects.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { createSettingsFile } from '../../../electron/stores/settingsFile.ts';
import { withRelated } from '../../../shared/features/projects/joined.ts';
import { cite } from '../../support/cite.ts';
import { gitEnvironment, gitIn, gitProject } from '../../support/gitProject.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { createMemoryRemote, type MemoryRemote } from '../../support/sync/memoryRemote.ts';
import { openDevice, type SyncDevice } from '../../support/sync/syncDevice.ts';
import { tempFolder } from '../../support/tempFolder.ts';

interface Machine extends SyncDevice {
  /** How often another machine's identity arrived. */
  arrivals: () => number;
}

function machine(name: string, remote: MemoryRemote): Machine {
  const dataDir = path.join(tempFolder(), 'data');
  let count = 0;
  const documents = {
    parts: async () => [],
    settings: createSettingsFile(dataDir),
    repositoriesChanged: () => count++,
  };
  const device = openDevice(name, remote.connect(), { dataDir, engine: { documents } });
  return Object.assign(Object.create(device) as SyncDevice, { arrivals: () => count });
}

async function openFolder({ store }: SyncDevice, folder: string): Promise<string> {
  const { id } = okValue(await store.openProject(folder));
  const git = createGit(gitEnvironment());
  const identities = createProjectIdentities({ store, git, clock: systemClock, changed: () => {} });
  identities.notice(folder, true);
  await identities.flush();
  await identities.close();
  return id;
}

const sync = async (...machines: Machine[]) => {
  for (const { engine } of machines) okValue(await engine.syncNow());
};

const append = async ({ store }: Machine, id: string, text: string) =>
  okValue(await store.appendConversationMessage(id, asNew(userMessage(text))));

const relatedOf = async ({ store }: Machine, id: string) =>
  withRelated(await store.listProjects()).find((project) => project.id === id)?.related;

test(
  cite('SYNC-5', 'a conversation of the same repository on another machine is continued in the folder of this one'),
  async () => {
    const remote = createMemoryRemote();
    const [a, b] = [machine('a', remote), machine('b', remote)];
    const origin = gitProject();
    origin.git('remote', 'add', 'origin', 'https://example.org/ada/engine.git');
    const clone = path.join(tempFolder(), 'elsewhere');
    execFileSync('git', ['clone', '--quiet', `file://${origin.folder}`, clone]);
    gitIn(clone)('remote', 'set-url', 'origin', 'git@example.org:ada/engine');
    const [ofA, ofB] = [await openFolder(a, origin.folder), await openFolder(b, clone)];
    const { conversationId } = okValue(await a.store.createConversation(ofA));
    await append(a, conversationId, 'from a');
    await sync(a, b);
    expect(b.arrivals()).toBe(1);
    expect(await relatedOf(b, ofB)).toEqual([{ id: ofA, name: 'project', folder: null, relation: 'offered' }]);
    expect(okValue(await b.store.getProject(ofA))).toMatchObject({ folder: null, trusted: false });
    expect(okValue(await joinProjects(b.store, ofA, ofB)).id).toBe(ofB);
    const { meta } = okValue(await b.store.readBranch(conversationId, { tail: 1 }));
    expect(okValue(await b.store.workingFolder({ projectId: ofA, meta })).folder).toBe(clone);
    await append(b, conversationId, 'from b');
    await sync(b, a, b, a);
    // Nothing was moved, and the other machine shows its own project as before.
    for (const { store } of [a, b]) {
      const branch = okValue(await store.readBranch(conversationId));
      expect(branch.projectId).toBe(ofA);
      expect(branch.messages.map(({ content }) => content)).toEqual(['from a', 'from b']);
    }
    expect(okValue(await a.store.getProject(ofA))).toMatchObject({ folder: origin.folder });
    expect((await a.store.listProjects()).some(({ sameAs }) => sameAs !== undefined)).toBe(false);
    const stored = readFileSync(path.join(a.dataDir, 'projects', ofA, 'project.json'), 'utf8');
    expect(stored).not.toContain('sameAs');
    // A remote that is added later arrives, and does not undo the choice.
    origin.git('remote', 'add', 'mirror', 'https://example.net/ada/engine.git');
    await openFolder(a, origin.folder);
    await sync(a, b, a, b);
    const { repository, sameAs } = okValue(await b.store.getProject(ofA));
    expect(repository?.remotes).toEqual(['example.net/ada/engine', 'example.org/ada/engine']);
    expect(sameAs).toBe(ofB);
    expect([a.arrivals(), b.arrivals()]).toEqual([0, 2]);
  },
);
