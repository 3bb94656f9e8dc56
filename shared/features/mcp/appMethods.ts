// mcp.app*: the apps of MCP servers (MCP Apps), shown in the box of a call.

import { z } from 'zod';
import { conversationId, defineMethod, type Nothing } from '../../protocol/method.ts';

/** `off`: the user has not opened an app of this server yet. `disconnected`: only the plain result can be shown. */
export type McpAppPage = { state: 'shown'; html: string } | { state: 'off' } | { state: 'disconnected' };

export interface McpAppCallResult {
  text: string;
  /** As stored with the call: structured content, content blocks and metadata. */
  mcp: unknown;
  /** Of its images. */
  attachments: { hash: string; mediaType: string }[];
  isError: boolean;
}

const server = z.string().min(1).max(200);
const uri = z.string().min(1).max(2000);

export const mcpAppMethods = {
  'mcp.app': defineMethod<McpAppPage>()('none', z.object({ conversationId, server, uri: uri.regex(/^ui:\/\//) })),
  /** For this server as it is configured now. */
  'mcp.allowApp': defineMethod<Nothing>()('app', z.object({ conversationId, server, allowed: z.boolean() })),
  /** Calls a tool for an app, with the usual approval. The call is stored; the model does not see it. */
  'mcp.appCall': defineMethod<McpAppCallResult>()(
    'conversation',
    z.object({ conversationId, server, tool: z.string().min(1).max(200), arguments: z.string().max(500_000) }),
  ),
  'mcp.appResource': defineMethod<{ contents: unknown[] }>()('none', z.object({ conversationId, server, uri })),
} as const;
