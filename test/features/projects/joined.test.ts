// Two projects of one repository shown as one: who is offered, what counts for both, and how it ends.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createGit } from '../../../electron/features/git/repository/git.ts';
import { createProjectIdentities } from '../../../electron/features/projects/identifyProjects.ts';
import { joinProjects, separateProjects } from '../../../electron/features/projects/joinProjects.ts';
import { readRepository } from '../../../electron/features/projects/readRepository.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import type { ConversationStore } from '../../../electron/ports/store.ts';
import { joinedIds, withRelated } from '../../../shared/features/projects/joined.ts';
import type { ProjectInfo, RelatedProject } from '../../../shared/features/projects/methods.ts';
import { isSameRepository } from '../../../shared/features/projects/repository.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { gitEnvironment, gitIn, gitProject } from '../../support/gitProject.ts';
import { asNew, userMessage } from '../../support/messageBuilder.ts';
import { openStore } from '../../support/openStore.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const address = 'https://example.org/ada/engine.git';

function repository() {
  const project = gitProject();
  project.git('remote', 'add', 'origin', address);
  return project;
}

function cloneOf(folder: string): string {
  const clone = path.join(tempFolder(), 'clone');
  execFileSync('git', ['clone', '--quiet', `file://${folder}`, clone]);
  gitIn(clone)('remote', 'set-url', 'origin', 'git@example.org:ada/engine');
  return clone;
}

/** Reads and stores the identity of each folder, as a window does. */
async function identify(store: ConversationStore, ...folders: string[]): Promise<number> {
  let changes = 0;
  const git = createGit(gitEnvironment());
  const identities = createProjectIdentities({ store, git, clock: systemClock, changed: () => changes++ });
  for (const folder of folders) identities.notice(folder, true);
  await identities.flush();
  await identities.close();
  return changes;
}

async function relations(store: ConversationStore, id: string): Promise<Record<string, RelatedProject['relation']>> {
  const related = withRelated(await store.listProjects()).find((project) => project.id === id)?.related ?? [];
  return Object.fromEntries(related.map((other) => [other.id, other.relation]));
}

async function infoOf(store: ConversationStore, id: string): Promise<ProjectInfo> {
  return okValue(await store.getProject(id));
}

test(cite('SYNC-5', 'another folder of the same repository is offered once, joined, and split at will'), async () => {
  const { store, dataDir } = openStore();
  const origin = repository();
  const clone = cloneOf(origin.folder);
  const one = okValue(await store.openProject(origin.folder)).id;
  const other = okValue(await store.openProject(clone)).id;
  expect(await relations(store, one)).toEqual({});
  expect(await identify(store, origin.folder, clone)).toBe(2);
  const stored = JSON.parse(readFileSync(path.join(dataDir, 'projects', one, 'project.json'), 'utf8'));
  expect(stored.repository).toMatchObject({ remotes: ['example.org/ada/engine'], path: '' });
  expect(await relations(store, one)).toEqual({ [other]: 'offered' });
  expect(await relations(store, other)).toEqual({ [one]: 'offered' });
  // Declined for good, from either side.
  okValue(await separateProjects(store, other, one));
  expect([await relations(store, one), await relations(store, other)]).toEqual([
    { [other]: 'separate' },
    { [one]: 'separate' },
  ]);
  expect(okValue(await joinProjects(store, one, other)).id).toBe(one);
  expect(await relations(store, one)).toEqual({ [other]: 'joined' });
  const projects = await store.listProjects();
  expect(projects.map(({ id }) => id)).toEqual([one, other]);
  expect(joinedIds(projects, other).toSorted()).toEqual([one, other].toSorted());
  // Each keeps its own folder while it is there.
  expect(await infoOf(store, other)).toMatchObject({ folder: clone, sameAs: one });
  okValue(await store.trustProject(one, true));
  expect((await infoOf(store, other)).trusted).toBe(false);
  rmSync(clone, { recursive: true });
  expect(await infoOf(store, other)).toMatchObject({ folder: origin.folder, folderExists: true, trusted: true });
  expect(errorOf(await joinProjects(store, one, other)).code).toBe('PARAMS_INVALID');
  okValue(await separateProjects(store, one, other));
  expect(await infoOf(store, other)).toMatchObject({ folder: clone, folderExists: false, trusted: false });
  expect(await relations(store, other)).toEqual({ [one]: 'separate' });
});

test(cite('SYNC-5', 'a conversation of a project without a folder here continues in the joined one’s'), async () => {
  const { store, dataDir } = openStore({ hostName: 'here' });
  const away = openStore({ dataDir, hostName: 'away' }).store;
  const origin = repository();
  const far = okValue(await away.openProject(cloneOf(origin.folder))).id;
  const { conversationId } = okValue(await away.createConversation(far));
  const near = okValue(await store.openProject(origin.folder)).id;
  await identify(store, origin.folder);
  okValue(await store.noteRepository(far, (await infoOf(store, near)).repository ?? null, null));
  expect(await infoOf(store, far)).toMatchObject({ folder: null });
  expect(await relations(store, far)).toEqual({ [near]: 'offered' });
  const { meta } = okValue(await store.readBranch(conversationId, { tail: 1 }));
  // Whichever is named first, the one with a folder here stays.
  expect(okValue(await joinProjects(store, near, far)).id).toBe(near);
  expect(okValue(await store.workingFolder({ projectId: far, meta }))).toMatchObject({
    folder: origin.folder,
    missing: null,
  });
  expect(okValue(await store.readBranch(conversationId, { tail: 1 })).projectId).toBe(far);
  // Trust in the folder is one, and a folder is found as the project that stays.
  okValue(await store.trustProject(far, true));
  expect(await infoOf(store, near)).toMatchObject({ trusted: true });
  expect((await store.listProjects()).find(({ folder }) => folder === origin.folder)?.id).toBe(near);
  okValue(await separateProjects(store, near, far));
  expect(okValue(await store.workingFolder({ projectId: far, meta })).folder).toBeNull();
});

test('with two folders of the repository here, one from another machine is offered once they are one', async () => {
  const { store, dataDir } = openStore();
  const origin = repository();
  const clone = cloneOf(origin.folder);
  const near = okValue(await store.openProject(origin.folder)).id;
  const second = okValue(await store.openProject(clone)).id;
  const far = okValue(await openStore({ dataDir, hostName: 'away' }).store.openProject(tempFolder())).id;
  await identify(store, origin.folder, clone);
  okValue(await store.noteRepository(far, (await infoOf(store, near)).repository ?? null, null));
  expect(await relations(store, far)).toEqual({ [near]: 'separate', [second]: 'separate' });
  okValue(await joinProjects(store, near, second));
  expect(await relations(store, far)).toMatchObject({ [near]: 'offered' });
});

test('projects that name each other, or one that is gone, are shown as themselves', async () => {
  const { store, dataDir } = openStore();
  const [one, other] = [tempFolder(), tempFolder()];
  const first = okValue(await store.openProject(one)).id;
  const second = okValue(await store.openProject(other)).id;
  okValue(await store.joinProject(first, second));
  expect(errorOf(await store.joinProject(second, first)).code).toBe('PARAMS_INVALID');
  expect(errorOf(await store.joinProject(second, 'nothing')).code).toBe('PROJECT_NOT_FOUND');
  const chats = okValue(await store.openFolderlessProject()).id;
  expect(errorOf(await store.joinProject(chats, second)).code).toBe('NOT_SUPPORTED');
  const file = path.join(dataDir, 'projects', second, 'project.json');
  const stored = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...stored, sameAs: first }));
  for (const project of await openStore({ dataDir }).store.listProjects()) expect(project.sameAs).toBeUndefined();
  renameSync(path.join(dataDir, 'projects', second), path.join(tempFolder(), 'gone'));
  const again = openStore({ dataDir }).store;
  expect(await infoOf(again, first)).toMatchObject({ folder: one });
  expect((await infoOf(again, first)).sameAs).toBeUndefined();
});

test(cite('SYNC-5', 'a worktree is the same repository; a submodule is one of its own'), async () => {
  const git = createGit(gitEnvironment());
  const outer = repository();
  const inner = gitProject();
  inner.git('remote', 'add', 'origin', 'https://example.org/ada/part.git');
  outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', `file://${inner.folder}`, 'part');
  const part = path.join(outer.folder, 'part');
  gitIn(part)('remote', 'set-url', 'origin', 'git@example.org:ada/part.git');
  outer.git('commit', '--quiet', '-am', 'part');
  const tree = path.join(tempFolder(), 'tree');
  outer.git('worktree', 'add', '--quiet', tree);
  const read = async (folder: string) => {
    const identity = await readRepository(git, folder);
    if (!identity) throw new Error(`${folder} was not read`);
    return identity;
  };
  const [whole, original, submodule, worktree] = [
    await read(outer.folder),
    await read(inner.folder),
    await read(part),
    await read(tree),
  ];
  expect(isSameRepository(whole, worktree)).toBe(true);
  expect(isSameRepository(original, submodule)).toBe(true);
  expect(isSameRepository(whole, submodule)).toBe(false);
});

test('git runs again only when the folder was opened, or its settings or the lack of a commit ask for it', async () => {
  const { store } = openStore();
  const origin = repository();
  const { id } = okValue(await store.openProject(origin.folder));
  await identify(store, origin.folder);
  const readAt = (await infoOf(store, id)).repositoryReadAt;
  expect(readAt).toBeDefined();
  let runs = 0;
  const git = createGit(gitEnvironment());
  const counted: typeof git = (...what) => {
    runs++;
    return git(...what);
  };
  const look = async (at: number) => {
    const listProjects = async () =>
      (await store.listProjects()).map((project) => ({ ...project, repositoryReadAt: new Date(at).toISOString() }));
    const identities = createProjectIdentities({
      store: { listProjects, noteRepository: store.noteRepository },
      ...{ git: counted, clock: systemClock, changed: () => {} },
    });
    identities.notice(origin.folder);
    await identities.flush();
    await identities.close();
  };
  await look(Date.parse('2100-01-01'));
  expect(runs).toBe(0);
  await look(0);
  expect(runs).toBeGreaterThan(0);
});

test('throughline projects joins two projects, lists their conversations as one, and splits them', async () => {
  const { store, dataDir } = openStore();
  const [one, other] = [repository().folder, path.join(tempFolder(), 'other')];
  mkdirSync(other);
  const first = okValue(await store.openProject(one)).id;
  const second = okValue(await store.openProject(other)).id;
  for (const [id, text] of [
    [first, 'walnut cake'],
    [second, 'walnut bread'],
  ] as const) {
    const { conversationId } = okValue(await store.createConversation(id));
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
  }
  const run = (...args: string[]) => commandHere([...args, '--data', dataDir], gitEnvironment());
  const both = async () => [
    (await run('list', '--project', one)).stdout.includes('walnut bread'),
    (await run('search', 'walnut', '--project', one)).stdout.includes('walnut bread'),
  ];
  expect(await both()).toEqual([false, false]);
  expect(await run('projects', 'join', first.slice(0, 8), other)).toMatchObject({ code: 0, stderr: '' });
  expect(await both()).toEqual([true, true]);
  const listed = JSON.parse((await run('projects', '--json')).stdout);
  expect(listed).toMatchObject([
    { id: first, sameAs: null },
    { id: second, sameAs: first },
  ]);
  expect((await run('projects')).stdout).toContain(`shown as part of ${first.slice(0, 8)}`);
  expect(await run('projects', 'split', second)).toMatchObject({ code: 0, stderr: '' });
  expect(await run('projects', 'split', second)).toMatchObject({ code: 1 });
  expect((await infoOf(store, second)).sameAs).toBeUndefined();
  expect(await run('projects', 'join', first, 'nowhere')).toMatchObject({ code: 1 });
  for (const wrong of [['rename'], ['join', first], ['split'], ['split', first, '--json']]) {
    expect((await run('projects', ...wrong)).code).toBe(2);
  }
});
