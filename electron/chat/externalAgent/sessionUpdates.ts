// Updates of an agent's session rather than of a turn: they count at any time, also after the turn has ended.

import { cleanTitle } from '../../conversation/title.ts';
import type { AgentUpdate } from '../../ports/externalAgents.ts';
import type { Run } from '../run/run.ts';

type Scope = Pick<Run, 'deps' | 'conversationId' | 'settings'>;

/** Returns false for any other update. */
export async function applySessionUpdate(scope: Scope, update: AgentUpdate): Promise<boolean> {
  const { deps, conversationId } = scope;
  switch (update.type) {
    case 'commands':
      deps.agentSessions.change(conversationId, (info) => ({ ...info, commands: update.commands }));
      return true;
    case 'options':
      deps.agentSessions.change(conversationId, (info) => ({ ...info, options: update.options }));
      return true;
    case 'usage': {
      const { contextUsed: used, contextSize: size } = update.usage;
      if (used === undefined || size === undefined) return true;
      deps.agentSessions.change(conversationId, (info) => ({ ...info, context: { used, size } }));
      return true;
    }
    case 'title':
      await applyTitle(scope, update.title);
      return true;
    default:
      return false;
  }
}

/** The agent's title counts unless the user chose one. */
async function applyTitle({ deps, conversationId, settings }: Scope, text: string): Promise<void> {
  const title = cleanTitle(text);
  if (title === '') return;
  let isNew = false;
  const saved = await deps.store.updateMeta(conversationId, (meta) => {
    const isFree = meta.title === '' ? meta.namedBy !== 'words' : meta.namedBy === 'model';
    isNew = isFree && meta.title !== title;
    return isNew ? { ...meta, title, namedBy: 'model' } : meta;
  });
  if (!saved.ok || !isNew) return;
  await deps.hub.publishMeta(conversationId, { projectId: settings.projectId, meta: saved.value });
}
