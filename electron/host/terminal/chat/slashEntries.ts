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
  const project = await core.store.getProject(projectId);
  if (!project.ok) return null;
  const { folder, folderExists, trusted } = project.value;
  return { conversationId: place.conversationId(), projectId, folder: folderExists ? folder : null, trusted };
}
