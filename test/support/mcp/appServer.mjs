// A stdio server with apps (MCP Apps). Plain Node, no library.
//   appServer.mjs PAGE [CALLS]: shows the HTML file PAGE, and adds each call to the file CALLS

import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [page, calls] = process.argv.slice(2);
const inputSchema = { type: 'object', properties: {} };
const uri = 'ui://board/page.html';
const tools = [
  { name: 'show', inputSchema, _meta: { ui: { resourceUri: uri } } },
  { name: 'older', inputSchema, _meta: { 'ui/resourceUri': uri } },
  { name: 'move', inputSchema, _meta: { ui: { visibility: ['app'] } } },
  { name: 'picture', inputSchema, _meta: { ui: { resourceUri: uri } } },
  { name: 'think', inputSchema, _meta: { ui: { visibility: ['model'] } } },
];

/** A picture of one pixel, with a link and metadata. */
const picture = {
  content: [
    { type: 'text', text: 'a dot' },
    {
      type: 'image',
      mimeType: 'image/png',
      data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
    { type: 'resource_link', uri: 'note://a', name: 'A note' },
  ],
  _meta: { at: 'noon' },
};

function answer(method, params) {
  switch (method) {
    case 'initialize': {
      const capabilities = { tools: {}, resources: {} };
      return { protocolVersion: params.protocolVersion, capabilities, serverInfo: { name: 'board', version: '1' } };
    }
    case 'tools/list':
      return { tools };
    case 'tools/call':
      if (calls) appendFileSync(calls, `${params.name} ${JSON.stringify(params.arguments)}\n`);
      if (params.name === 'picture') return picture;
      return { content: [{ type: 'text', text: `${params.name} done` }], structuredContent: { tool: params.name } };
    case 'resources/read':
      return params.uri === uri
        ? { contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text: readFileSync(page, 'utf8') }] }
        : { contents: [{ uri: params.uri, mimeType: 'text/plain', text: 'plain text' }] };
    case 'resources/list':
      return { resources: [] };
    default:
      return {};
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const body =
    method === 'server/discover' ? { error: { code: -32601, message: 'no' } } : { result: answer(method, params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
});
