// tool.* and attachment.*: available tools, tools run by the user, and images in results.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { toolMethods } from '../../../shared/features/tools/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { ToolScope } from '../../ports/toolSource.ts';
import type { AppParts } from '../appParts.ts';
import { workingFolderOf } from '../conversationFolder.ts';
import { defineFeature } from '../feature.ts';

export const toolsFeature = defineFeature<typeof toolMethods>()({ handlers });

function handlers(deps: AppParts): HandlersOf<typeof toolMethods> {
  const { store, toolSource } = deps;

  /** With neither, a new chat without a folder. */
  async function scopeOf(conversationId: string | null, projectId: string | null): Promise<Result<ToolScope>> {
    const place = await workingFolderOf(store, projectId, conversationId);
    if (!place.ok) return place;
    const { folder = null, project } = place.value ?? {};
    return ok({
      conversationId: conversationId ?? '',
      projectId: project?.id ?? '',
      folder,
      projectFolder: project?.folder ?? null,
      trusted: project?.trusted ?? false,
      start: false,
    });
  }

  return {
    async 'tool.list'({ conversationId, projectId }) {
      const scope = await scopeOf(conversationId, projectId);
      if (!scope.ok) return scope;
      const { knownTools, switchedOff } = await toolSource.toolsFor(scope.value);
      const setUp = await Promise.all(knownTools.map(async (tool) => tool.isSetUp?.(scope.value) ?? true));
      const usable = knownTools.filter(
        ({ needsFolder }, at) => setUp[at] && (scope.value.folder !== null || !needsFolder),
      );
      const tools = usable.map(({ name, kind, description, parameters, server }) => ({
        name,
        kind,
        description,
        parameters,
        enabled: !switchedOff.includes(name),
        ...(server === undefined ? {} : { server }),
      }));
      return ok({ tools });
    },

    async 'tool.run'({ conversationId, toolName, arguments: text, inContext }) {
      const toolRun = await deps.chat.runTool(conversationId, { toolName, arguments: text, inContext });
      return toolRun.ok ? ok({}) : toolRun;
    },

    'toolResult.read': ({ conversationId, messageId, offset, limit }) =>
      store.readToolResult(conversationId, messageId, offset, limit),
    'toolResult.place': ({ conversationId, messageId, line, offset }) =>
      store.placeInToolResult(conversationId, messageId, line === undefined ? { offset } : { line }),
    'toolResult.search': ({ conversationId, messageId, text, limit }) =>
      store.searchToolResult(conversationId, messageId, text, limit),
  };
}
