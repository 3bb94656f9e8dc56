// What users copy from a server's web page into the form.

import { expect, test } from 'vitest';
import { parsePastedServers, pastedDetails, pastedTarget } from '../../../renderer/features/mcp/pastedServers.ts';
import { looksLikeJson } from '../../../shared/features/mcp/serversIn.ts';
import { cite } from '../../support/cite.ts';

const files = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/tmp'] };
const web = { type: 'http', url: 'https://example.com/mcp' };
const both = { files, web };
const two = [
  { name: 'files', entry: files },
  { name: 'web', entry: web },
];
const pretty = JSON.stringify({ mcpServers: both }, null, 2);

test.each<[what: string, text: string, servers: object[]]>([
  ['a whole configuration', pretty, two],
  ['one in a block of code', `\`\`\`json\n${pretty}\n\`\`\``, two],
  [
    'one with comments and commas too many',
    `// mine\n${pretty.replace('"files"', '/* a */ "files"').replace(/\n\}$/, ',\n}')}`,
    two,
  ],
  ['that of VS Code', JSON.stringify({ servers: both, inputs: [] }), two],
  ['the settings of VS Code', JSON.stringify({ mcp: { servers: both } }), two],
  ['what stands under the key', JSON.stringify(both), two],
  ['a part without its braces', `"files": ${JSON.stringify(files)},`, [two[0] as object]],
  ['a part with its key and without braces', `"mcpServers": ${JSON.stringify(both)}`, two],
  ['one entry', JSON.stringify(web), [{ name: null, entry: web }]],
  [
    'a server that is called as a key is',
    JSON.stringify({ mcpServers: { servers: web } }),
    [{ name: 'servers', entry: web }],
  ],
  ['a command line', '$ npx -y @modelcontextprotocol/server-filesystem /tmp', [{ name: null, entry: files }]],
  ['an address', ' https://example.com/mcp\n', [{ name: null, entry: web }]],
])(cite('MCP-1', 'pasted servers are read: %s'), (_what, text, servers) => {
  expect(parsePastedServers(text)).toEqual({ ok: true, servers });
});

test.each([
  ['{"mcpServers": {"a": {"command": "npx"}', 'isn’t valid JSON'],
  ['{"mcpServers": {}}', '“command” or “url”'],
  ['{"a": 1}', '“command” or “url”'],
  ['{"postgres": {"host": "db", "port": 5432}}', '“command” or “url”'],
  [JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`s${at}`, web]))), 'More than 100'],
  ['[1]', '“command” or “url”'],
  ['npx', '“command” or “url”'],
])(cite('MCP-1', 'an invalid paste is rejected with an explanation: %s'), (text, why) => {
  expect(parsePastedServers(text)).toEqual({ ok: false, reason: expect.stringContaining(why) });
});

test('a command line and a word in a field are not mistaken for JSON', () => {
  expect(['npx -y x', 'https://example.com', '', 'a {b}'].filter(looksLikeJson)).toEqual([]);
  expect(['{', '"a": {}', '```json\n{', '// x\n{', '/* x */ {'].filter((text) => !looksLikeJson(text))).toEqual([]);
});

test(cite('MCP-1', 'everything that adding it approves is shown'), () => {
  const entry = { command: 'node', args: ['a b.js'], env: { NODE_OPTIONS: '--require ./x.js' }, cwd: '/tmp' };
  expect(pastedTarget(entry)).toBe('node "a b.js"');
  expect(pastedDetails(entry)).toEqual(['env: {"NODE_OPTIONS":"--require ./x.js"}', 'cwd: "/tmp"']);
});
