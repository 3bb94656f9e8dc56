// project.* and folder.*: a conversation's working folder.

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import type { ProjectInfo, projectMethods } from '../../../shared/features/projects/methods.ts';
import { readInstructions } from '../../chat/context/environment.ts';
import { expandHome } from '../../lib/expandHome.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppNeeds, AppParts } from '../appParts.ts';
import { allToolsInProjectPower } from '../dangerousPowers.ts';
import { defineFeature } from '../feature.ts';
import { createGit } from '../git/repository/git.ts';
import { createProjectIdentities, type ProjectIdentities } from './identifyProjects.ts';
import { joinProjects, separateProjects } from './joinProjects.ts';
import { createProjectHeads, type ProjectHeads } from './projectHeads.ts';

const maxFolders = 50;

declare module '../appParts.ts' {
  interface AppParts {
    projects: Projects;
  }
}

export interface Projects extends ProjectHeads {
  identities: ProjectIdentities;
}

export const projectsFeature = defineFeature<typeof projectMethods>()({
  create({ store, env, clock }: Pick<AppParts, 'store'> & Pick<AppNeeds, 'env' | 'clock'>): Projects {
    const heads = createProjectHeads(store, (folder) => identities.notice(folder));
    const identities = createProjectIdentities({ store, git: createGit(env), clock, changed: heads.refresh });
    return { ...heads, identities };
  },
  publish: (heads, { feed }) => heads.onChange((projects) => feed.publish({ type: 'projects.changed', projects })),
  async close(heads) {
    heads.close();
    await heads.identities.close();
  },
  handlers,
});

function handlers(deps: AppParts): HandlersOf<typeof projectMethods> {
  return {
    async 'project.open'({ path: folder }) {
      const project = await deps.store.openProject(expandHome(folder));
      if (!project.ok) return project;
      if (project.value.folder !== null) {
        deps.native.desktop?.opened(project.value.folder);
        deps.projects.identities.notice(project.value.folder, true);
      }
      deps.feed.publish({ type: 'projects.changed', projects: await deps.projects.list() });
      return project;
    },

    async 'project.demo'() {
      const folder = await deps.demoFolder();
      if (!folder.ok) return folder;
      const project = await deps.store.openProject(folder.value);
      if (project.ok) deps.feed.publish({ type: 'projects.changed', projects: await deps.projects.list() });
      return project;
    },

    async 'project.join'({ projectId, otherId }) {
      const project = await joinProjects(deps.store, projectId, otherId);
      if (project.ok) deps.feed.publish({ type: 'projects.changed', projects: await deps.projects.list() });
      return project;
    },

    async 'project.separate'({ projectId, otherId }) {
      const project = await separateProjects(deps.store, projectId, otherId);
      if (project.ok) deps.feed.publish({ type: 'projects.changed', projects: await deps.projects.list() });
      return project;
    },

    async 'project.trust'({ projectId, trusted }) {
      const project = await deps.store.trustProject(projectId, trusted);
      if (project.ok) deps.feed.publish({ type: 'projects.changed', projects: await deps.projects.list() });
      return project;
    },

    async 'project.configure'({ projectId, approvalMode, memory }) {
      const now = await deps.store.getProject(projectId);
      if (!now.ok) return now;
      if (approvalMode === 'all' && now.value.approvalMode !== 'all') {
        const allowance = deps.confirm.require(allToolsInProjectPower(now.value));
        if (!allowance.ok) return allowance;
      }
      let project: Result<ProjectInfo> = now;
      if (approvalMode !== undefined) project = await deps.store.chooseProjectMode(projectId, approvalMode);
      if (memory !== undefined && project.ok) project = await deps.store.switchProjectMemory(projectId, memory);
      if (!project.ok) return project;
      deps.feed.publish({ type: 'projects.changed', projects: await deps.projects.list() });
      if (approvalMode === undefined) return project;
      for (const conversationId of deps.hub.liveIds()) await deps.hub.publishMeta(conversationId, null);
      return project;
    },

    async 'project.instructions'({ projectId }) {
      const project = await deps.store.getProject(projectId);
      if (!project.ok) return project;
      const { folder, folderExists } = project.value;
      const match =
        folder !== null && folderExists
          ? await readInstructions(
              {
                ...deps,
                isUnchecked: deps.sandbox.isUnchecked,
                settings: async () => (await deps.settings.read()).settings,
              },
              folder,
            )
          : null;
      if (match && 'text' in match) return ok({ text: match.text, cut: match.cut, problem: null });
      const problem = match && 'problem' in match ? toUserTextData(match.problem) : null;
      return ok({ text: null, cut: false, problem });
    },

    async 'project.pick'() {
      return ok(await deps.native.pickFolder());
    },

    async 'conversation.setFolder'({ conversationId, path }) {
      if (deps.chat.isRunning(conversationId)) {
        return fail('CONVERSATION_BUSY', say`Stop the run first, then choose a folder for this conversation.`);
      }
      const project = await deps.store.openProject(expandHome(path));
      if (!project.ok) return project;
      const moved = await deps.store.moveConversation(conversationId, project.value.id);
      if (!moved.ok) return moved;
      const branch = await deps.store.readBranch(conversationId, { tail: 1 });
      if (branch.ok) await deps.hub.publishMeta(conversationId, branch.value);
      deps.feed.publish({ type: 'projects.changed', projects: await deps.projects.list() });
      deps.list.touch(conversationId);
      return ok({ projectId: project.value.id });
    },

    async 'folder.complete'({ path: typed }) {
      return ok({ folders: await completeFolder(typed) });
    },
  };
}

/**
 * Folders whose path starts with the typed text; empty if unreadable. With nothing typed: the home folder's subfolders,
 * or if it has none, its siblings and so on upwards.
 */
async function completeFolder(typed: string): Promise<string[]> {
  if (typed !== '') return foldersFrom(expandHome(typed));
  for (let at = expandHome('~'); ; at = path.dirname(at)) {
    const folders = await foldersFrom(path.join(at, path.sep));
    if (folders.length > 0 || path.dirname(at) === at) return folders;
  }
}

async function foldersFrom(typedFolder: string): Promise<string[]> {
  if (!path.isAbsolute(typedFolder)) return [];
  const parent = typedFolder.endsWith(path.sep) ? typedFolder : path.dirname(typedFolder);
  const begin = typedFolder.endsWith(path.sep) ? '' : path.basename(typedFolder).toLowerCase();
  try {
    const entries = await readdir(parent, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .filter((entry) => entry.name.toLowerCase().startsWith(begin))
      .filter((entry) => begin.startsWith('.') || !entry.name.startsWith('.'))
      .map((entry) => path.join(parent, entry.name))
      .sort()
      .slice(0, maxFolders);
  } catch {
    return [];
  }
}
