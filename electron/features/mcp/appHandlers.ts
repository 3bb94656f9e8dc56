// mcp.app*: apps of MCP servers. A call that an app makes is a call that the user makes: approved as usual, stored, and
// not sent to the model.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { mcpAppMethods } from '../../../shared/features/mcp/appMethods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { ToolScope } from '../../ports/toolSource.ts';
import type { AppParts } from '../appParts.ts';
import { workingFolderOf } from '../conversationFolder.ts';

type Parts = Pick<AppParts, 'mcp' | 'store' | 'chat' | 'hub'>;

export function appHandlers({ mcp, store, chat, hub }: Parts): HandlersOf<typeof mcpAppMethods> {
  async function scopeOf(conversationId: string): Promise<Result<ToolScope>> {
    const place = await workingFolderOf(store, null, conversationId);
    if (!place.ok) return place;
    const { folder = null, project } = place.value ?? {};
    return ok({
      conversationId,
      projectId: project?.id ?? '',
      folder,
      projectFolder: project?.folder ?? null,
      trusted: project?.trusted ?? false,
      start: false,
    });
  }

  return {
    async 'mcp.app'({ conversationId, server, uri }) {
      const scope = await scopeOf(conversationId);
      return scope.ok ? mcp.apps.page(scope.value, server, uri) : scope;
    },

    async 'mcp.allowApp'({ conversationId, server, allowed }) {
      const scope = await scopeOf(conversationId);
      if (!scope.ok) return scope;
      const saved = await mcp.apps.allow(scope.value, server, allowed);
      return saved.ok ? ok({}) : saved;
    },

    async 'mcp.appCall'({ conversationId, server, tool, arguments: text }) {
      const scope = await scopeOf(conversationId);
      if (!scope.ok) return scope;
      const name = await mcp.apps.toolOf(scope.value, server, tool);
      if (!name.ok) return name;
      const release = hub.hold(conversationId);
      try {
        const run = await chat.runTool(conversationId, { toolName: name.value, arguments: text, inContext: false });
        if (!run.ok) return run;
        await run.value.ended;
        const row = hub.peek(conversationId)?.messages.find(({ id }) => id === run.value.messageId);
        if (row?.role !== 'tool') return fail('TOOL_DENIED', say`The call was not allowed.`);
        const { content, attachments = [], details, outcome } = row;
        return ok({ text: content, mcp: details?.mcp ?? null, attachments, isError: outcome !== 'ok' });
      } finally {
        release();
      }
    },

    async 'mcp.appResource'({ conversationId, server, uri }) {
      const scope = await scopeOf(conversationId);
      return scope.ok ? mcp.apps.read(scope.value, server, uri) : scope;
    },
  };
}
