// A global server that is started from the settings and then used by a project: it is not restarted if that makes no
// difference.

import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cite } from '../support/cite.ts';
import { globalServer, startMcpApp } from '../support/mcp/mcpApp.ts';
import { tempFolder } from '../support/tempFolder.ts';

/** Tried in one project, used in another; returns every process that was started, and what the server said there. */
async function tryThenUse(what: string[], env: Record<string, string>) {
  const app = await startMcpApp();
  const started = path.join(tempFolder(), 'started');
  const folder = path.join(tempFolder(), 'other');
  mkdirSync(folder);
  const { id: projectId } = await app.call('project.open', { path: folder });
  const { conversationId: id } = await app.call('conversation.create', { projectId });
  await app.call('conversation.open', { conversationId: id });
  const { startProjectId } = await app.call('app.open', {});
  await app.saveOdd('odd', [`--started=${started}`, ...what], { env });
  const tried = { server: globalServer('odd'), projectId: startProjectId };
  await app.call('mcp.restart', tried);
  const { pid } = await app.call('mcp.restart', tried);
  const [result] = await app.calls(id, [['mcp__odd__environment', { name: 'WHERE' }]]);
  const starts = (): string[] => readFileSync(started, 'utf8').trim().split('\n');
  return { app, id, folder, pid: String(pid), starts, said: result?.content ?? '' };
}

test(cite(['MCP-1'], 'a server tried in the settings is adopted by the first project that uses it'), {
  tags: ['all'],
}, async () => {
  const { app, id, pid, starts } = await tryThenUse([], {});
  expect(starts()).toEqual([expect.any(String), pid]);
  // It is that project's now: another one has its own, and this one keeps it.
  await app.calls(await app.start(), [['mcp__odd__say', {}]]);
  expect(starts()).toHaveLength(3);
  await app.calls(id, [['mcp__odd__say', {}]]);
  expect(starts()).toHaveLength(3);
});

test(cite(['MCP-1'], 'but not if it can see its project: it names the folder, or has asked where it is'), {
  tags: ['all'],
}, async () => {
  const named = await tryThenUse([], { WHERE: `\${workspaceFolder}` });
  expect(named.starts()).toHaveLength(3);
  expect(named.said).toContain(`WHERE=${named.folder} in `);
  expect((await tryThenUse(['--asks-roots'], {})).starts()).toHaveLength(3);
});
