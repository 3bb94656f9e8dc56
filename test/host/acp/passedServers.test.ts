// MCP servers over HTTP and SSE that an editor passes: the reference server, as its own process.

import { type McpServer, methods, type NewSessionResponse } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { shownIn } from '../../support/acpClient.ts';
import { acpPlace, callReply, send } from '../../support/acpPlace.ts';
import { cite } from '../../support/cite.ts';
import { startEverythingHttp } from '../../support/mcp/everythingHttp.ts';

test.each([
  ['http', 'streamableHttp'],
  ['sse', 'sse'],
] as const)(
  cite('ACP-3', 'a server of the type %s that the editor passes has its tools in the session'),
  async (...[type, transport]) => {
    const { url } = await startEverythingHttp(undefined, transport);
    const { project, model, open } = await acpPlace([
      callReply('mcp__remote__echo', { message: 'hello there' }),
      [{ text: 'heard' }],
    ]);
    const editor = await open({ permit: ({ options }) => options[0]?.optionId ?? null });
    const server: McpServer = {
      ...{ type, name: 'remote', url },
      headers: [{ name: 'X-From', value: 'the editor' }],
    };
    const { sessionId } = await editor.agent.request<NewSessionResponse>(methods.agent.session.new, {
      ...{ cwd: project, mcpServers: [server] },
    });
    expect((await send(editor, sessionId, 'use it')).stopReason).toBe('end_turn');
    expect(shownIn(editor.updates(sessionId))).toContainEqual(
      expect.objectContaining({ name: 'mcp__remote__echo', status: 'completed' }),
    );
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('hello there');
    expect(await editor.close()).toBe(0);
  },
);
