// What can be called with `/` where the chat is now.

import type { SlashEntry } from '../../../../shared/slash.ts';
import type { Core } from '../../../core.ts';
import type { ChatSession } from './chatSession.ts';

export type ChatPlace = Pick<ChatSession, 'conversationId' | 'projectId'>;

/** The folder that it works in; null: there is none, or the project cannot be read. */
export async function folderOf(core: Core, place: ChatPlace): Promise<string | null> {
  return (await scopeOf(core, place))?.folder ?? null;
}

export async function slashEntries(core: Core, place: ChatPlace): Promise<readonly SlashEntry[]> {
  const scope = await scopeOf(core, place);
  return scope ? (await core.slash.list(scope)).entries : [];
}

async function scopeOf(core: Core, place: ChatPlace) {
  const projectId = place.projectId();
  const conversationId = place.conversationId();
  const branch = conversationId === null ? null : await core.store.readBranch(conversationId, { tail: 1 });
  const found = await core.store.workingFolder(branch?.ok ? branch.value : { projectId, meta: {} });
  if (!found.ok) return null;
  const { folder, project } = found.value;
  return { conversationId, projectId, folder, trusted: project.trusted };
}
