// The names of servers' tools for the model: each pair in the corpus gets a unique name that providers accept, always
// the same.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { callName } from '../../electron/mcp/tools/callNames.ts';
import { cite } from '../support/cite.ts';
import { offeredNames, startMcpApp } from '../support/mcp/mcpApp.ts';
import { nameCorpus } from '../support/mcp/nameCorpus.ts';

const allowed = /^[a-zA-Z0-9_-]{1,64}$/;

/** The common approach. */
const naive = (server: string, tool: string): string => `mcp__${server}__${tool}`.replaceAll(/[^a-zA-Z0-9_-]/g, '_');

const collisions = (name: typeof callName): string[] => {
  const names = nameCorpus.map(({ server, tool }) => name(server, tool));
  return names.filter((one, at) => names.indexOf(one) !== at);
};

test(cite('MCP-2', 'each pair of names gets its own name, which every provider accepts'), () => {
  console.log(`${nameCorpus.length} rows of names; simple replacement: ${collisions(naive).length} taken twice`);
  expect(nameCorpus.length).toBeGreaterThanOrEqual(60);
  for (const { server, tool, about } of nameCorpus) {
    const name = callName(server, tool);
    expect(name, about).toMatch(allowed);
    expect(name, about).toMatch(/^mcp__/);
    expect(callName(server, tool), about).toBe(name);
  }
  expect(collisions(callName)).toEqual([]);
  // The simple approach: two tools under one name, and names that are rejected.
  expect(collisions(naive).length).toBeGreaterThan(10);
  expect(nameCorpus.filter(({ server, tool }) => !allowed.test(naive(server, tool))).length).toBeGreaterThan(3);
});

test(
  cite('MCP-2', 'a name that needs no change stays as it is, and a hashed one cannot be forged by an original'),
  () => {
    expect(callName('github', 'create_issue')).toBe('mcp__github__create_issue');
    expect(callName('github', 'create.issue')).toMatch(/^mcp__github__create_issue_[0-9a-f]{10}$/);
    // A tool named like another one's name with its hash.
    const forged = callName('github', 'create.issue').slice('mcp__github__'.length);
    expect(callName('github', forged)).not.toBe(callName('github', 'create.issue'));
  },
);

test(cite('MCP-2', 'a server that offers all of them: each is called by its name, in whatever order they are listed'), {
  tags: ['all'],
}, async () => {
  const app = await startMcpApp({ settings: { deferToolsAbove: 128 } });
  const file = path.join(app.folder, 'tools.json');
  const names = [...new Set(nameCorpus.map(({ tool }) => tool))].filter((tool) => tool.isWellFormed());
  const tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  writeFileSync(file, JSON.stringify(tools));
  await app.saveOdd('odd', [`--tools=${file}`]);
  const id = await app.start();
  app.model.push({ text: 'Hello.' });
  await app.turn(id, 'hello');
  const before = offeredNames(app);
  expect(before.filter((name) => name.startsWith('mcp__'))).toHaveLength(names.length);
  // The built-in tools have kept their names.
  expect(before).toEqual(expect.arrayContaining(['read_file', 'run_command']));
  const [result] = await app.calls(id, [[callName('odd', 'read_file'), {}]]);
  expect(result?.content).toBe('called read_file');
  const [unicode] = await app.calls(id, [[callName('odd', '查询'), {}]]);
  expect(unicode?.content).toBe('called 查询');
  writeFileSync(file, JSON.stringify(tools.toReversed()));
  await app.call('mcp.restart', { server: { origin: { type: 'global' }, name: 'odd' } });
  app.model.push({ text: 'Hello.' });
  await app.turn(id, 'again');
  expect(offeredNames(app)).toEqual(before);
});
