// A rule about a server covers that very server, not another file's of the same name.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ApprovalRequest } from '../../shared/conversation/event.ts';
import { cite } from '../support/cite.ts';
import { globalServer, type McpApp, oddScript, startMcpApp } from '../support/mcp/mcpApp.ts';

const name = 'mcp__same__environment';

/** The approval request for one call of the server, or null if it did not ask. */
async function question(app: McpApp, conversationId: string): Promise<ApprovalRequest | null> {
  app.model.push({ calls: [{ id: 'c1', name, arguments: '{"name":"A"}' }] }, { text: 'Done.' });
  const from = app.events.length;
  await app.call('run.send', { conversationId, text: 'go' });
  await Promise.race([app.event('call.waiting', undefined, from), app.event('run.ended', undefined, from)]);
  const asked = app.events.slice(from).find(({ event }) => event.type === 'call.waiting')?.event;
  return asked?.type === 'call.waiting' ? asked.approval : null;
}

test(cite(
  ['APPROVE-2', 'MCP-5'],
  "a folder's server, trusted and approved, has none of the permissions of the user's own",
), { tags: ['all'] }, async () => {
  const app = await startMcpApp({ settings: { approvalMode: 'ask' } });
  const id = await app.start();
  const { projects } = await app.call('app.open', {});
  const projectId = projects.find(({ folder }) => folder === app.folder)?.id as string;
  await app.saveOdd('same', []);
  const first = await question(app, id);
  expect(first?.offers.map(({ match }) => match)).toEqual([
    { tool: name, server: 'same', serverId: 'global:same' },
    { tool: '*', server: 'same', serverId: 'global:same' },
  ]);
  const from = app.events.length;
  await app.call('approval.answer', {
    conversationId: id,
    approvalId: first?.approvalId as string,
    decision: 'allow',
    remember: { offer: 1, scope: 'always' },
  });
  await app.event('run.ended', undefined, from);
  expect(await question(app, id)).toBeNull();

  const mcpServers = { same: { command: process.execPath, args: [oddScript] } };
  writeFileSync(path.join(app.folder, '.mcp.json'), JSON.stringify({ mcpServers }));
  await app.call('project.trust', { projectId, trusted: true });
  await app.call('mcp.remove', { server: globalServer('same') });
  const folderOne = await app.info('same');
  await app.call('mcp.approve', { server: folderOne, hash: folderOne.hash });
  const other = await question(app, id);
  expect(other?.offers.map(({ label }) => label)).toEqual([
    'environment of the server same defined by the project folder',
    'every tool from the server same defined by the project folder',
  ]);
});
