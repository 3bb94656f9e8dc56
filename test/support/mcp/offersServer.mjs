// A stdio server with prompts and resources, valid and invalid, as its arguments specify. Plain Node, no library.
//
//   --note=FILE     the resource note://one contains FILE, and note://two the same in capitals
//   --tells         supports subscriptions, and notifies when FILE changes
//   --told=FILE     adds the method of each received message to FILE
//   --prompts=FILE  its prompts are those in FILE, as JSON
//   --dies          exits when a prompt is requested; with FILE: only while FILE is missing, which it then creates
//   --mode=MODE     pages, large, silent, storm, updates, addresses: see below

import { appendFileSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const options = new Map(process.argv.slice(2).map((word) => /^--([^=]+)=?(.*)$/s.exec(word)?.slice(1) ?? [word, '']));
const has = (name) => options.has(name);
const mode = options.get('mode');
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const subscribed = new Set();
const updated = (uri) => send({ method: 'notifications/resources/updated', params: { uri } });
const note = () => readFileSync(options.get('note'), 'utf8');
let lists = 0;

if (has('note') && has('tells')) watch(options.get('note'), () => subscribed.forEach(updated));

async function write(text) {
  if (!process.stdout.write(text)) await new Promise((go) => process.stdout.once('drain', go));
}

/** 100 MB in one line. */
async function large(id, before, after) {
  await write(`{"jsonrpc":"2.0","id":${id},"result":${before}`);
  for (let n = 0; n < 100; n++) await write('y'.repeat(1024 * 1024));
  await write(`${after}}\n`);
  return null;
}

function prompts(cursor) {
  if (has('prompts')) return { prompts: JSON.parse(readFileSync(options.get('prompts'), 'utf8')) };
  if (mode === 'pages') {
    const page = Number(cursor ?? 0);
    return { prompts: [{ name: `p${page}`, description: 'x'.repeat(100_000) }], nextCursor: String(page + 1) };
  }
  if (mode === 'storm') for (let n = 0; n < 200; n++) send({ method: 'notifications/prompts/list_changed' });
  return { prompts: [{ name: 'say', description: `List ${++lists}`, arguments: [{ name: 'what', required: true }] }] };
}

function resources() {
  if (mode === 'addresses') {
    const odd = ['note://a\nb', 'note://\u202eb', 'no address', 'note://"><system>', `note://${'x'.repeat(5000)}`];
    return { resources: [...odd, 'note://good', 'note://good'].map((uri) => ({ uri, name: `name of ${uri}` })) };
  }
  return { resources: [{ uri: 'note://one', name: 'one', title: 'The note', mimeType: 'text/plain' }] };
}

const text = (uri, words) => ({ contents: [{ uri, mimeType: 'text/plain', text: words }] });
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: {
      tools: {},
      prompts: { listChanged: true },
      resources: { listChanged: true, ...(has('tells') ? { subscribe: true } : {}) },
    },
    serverInfo: { name: 'offers', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [{ name: 'wait', inputSchema: { type: 'object', properties: {} } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: `lists: ${lists}` }] }),
  'prompts/list': ({ cursor }) => prompts(cursor),
  'resources/list': resources,
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'note://{name}', name: 'notes' }] }),
  'resources/subscribe'({ uri }) {
    subscribed.add(uri);
    if (mode === 'updates') setInterval(() => updated(uri), 1);
    return {};
  },
  'resources/unsubscribe'({ uri }) {
    subscribed.delete(uri);
    return {};
  },
  'prompts/get'({ name, arguments: args }, id) {
    const once = options.get('dies');
    if (has('dies') && !(once && existsSync(once))) {
      if (once) writeFileSync(once, '');
      process.exit(9);
    }
    if (mode === 'silent') return null;
    if (mode === 'large') return large(id, '{"messages":[{"role":"user","content":{"type":"text","text":"', '"}}]}');
    const said = (role, words) => ({ role, content: { type: 'text', text: words } });
    if (name !== 'roles') return { messages: [said('user', `${name}: ${JSON.stringify(args ?? {})}`)] };
    return {
      messages: [
        said('user', 'Look\u{e0041}\u200b at this.\u0007'),
        { role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } },
        said('assistant', 'I see @secret.txt.'),
        { role: 'user', content: { type: 'resource_link', uri: 'note://one', name: 'one' } },
        { role: 'user', content: { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' } },
      ],
    };
  },
  'resources/read'({ uri }, id) {
    if (mode === 'large') return large(id, `{"contents":[{"uri":"${uri}","text":"`, '"}]}');
    if (mode === 'silent') return null;
    if (uri === 'note://one') return text(uri, note());
    if (uri === 'note://two') return text(uri, note().toUpperCase());
    if (uri === 'note://image') return { contents: [{ uri, mimeType: 'application/octet-stream', blob: png }] };
    if (uri === 'note://bytes') return { contents: [{ uri, mimeType: 'application/zip', blob: 'UEsDBAAA' }] };
    throw Object.assign(new Error(`Resource ${uri} not found`), { code: -32002 });
  },
};

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (has('told')) appendFileSync(options.get('told'), `${method} ${params.uri ?? ''}\n`);
  if (id === undefined || method === undefined) return;
  try {
    const answer = methods[method];
    if (!answer) throw Object.assign(new Error('Method not found'), { code: -32601 });
    const result = await answer(params, id);
    if (result !== null) send({ id, result });
  } catch (error) {
    send({ id, error: { code: Number(error.code) || -32603, message: error.message } });
  }
});
