// Projects: the folders that chats work in.

import type { ProjectInfo } from '../../../shared/features/projects/methods.ts';
import { openControl } from '../../core/commands/openControl.ts';
import type { WindowFeature } from '../../core/feature.ts';
import { currentProjectId, defaultProject, projectOf } from '../../core/state/choices.ts';
import type { Command, Session } from '../../core/state/session.ts';
import { createTrust } from '../../core/state/useTrust.ts';

/** With text during a run, the composer's menu is hidden; a running chat keeps its folder, so another one opens. */
function chooseFolder(session: Session): void {
  openControl(session, 'folder', () => void session.actions.openFolder());
}

/** Commands for the chat's folder. */
const projectCommands: readonly Command[] = [
  { id: 'folder.open', group: 'window', keys: 'Mod+O', run: ({ actions }) => void actions.openFolder() },
  { id: 'folder.choose', group: 'run', run: chooseFolder },
  {
    id: 'folder.trust',
    group: 'run',
    when(session) {
      const project = projectShown(session);
      return Boolean(project?.folder && !project.trusted && project.folderExists);
    },
    run: (session) => setTrust(session, true),
  },
  {
    id: 'folder.untrust',
    group: 'run',
    when(session) {
      const project = projectShown(session);
      return Boolean(project?.folder && project.trusted);
    },
    run: (session) => setTrust(session, false),
  },
];

export const projectsFeature: WindowFeature = {
  commands: projectCommands,
  dialogs: {
    folder: async () => (await import('./FolderDialog.tsx')).FolderDialog,
  },
};

/** The project of the current chat, or the one that a new chat will use. */
function projectShown({ app, conversation, view }: Session): ProjectInfo | null {
  const { snapshot } = app.store.getState();
  if (!snapshot) return null;
  const { state } = conversation.store.getState();
  if (state) return projectOf(snapshot, currentProjectId(snapshot.conversations, state));
  const { projectId } = view.getState().newChat;
  return projectOf(snapshot, projectId === undefined ? defaultProject(snapshot) : projectId);
}

function setTrust(session: Session, trusted: boolean): void {
  const project = projectShown(session);
  if (project) void createTrust(session.memory, session.actions).set(project, trusted);
}
