// A stdio server that misbehaves as its arguments specify. Plain Node, no library: it sends exactly what this file contains.
//
//   --started=FILE     adds a line to FILE when it starts
//   --slow=MS          answers the first request only after this delay
//   --until=FILE       answers the first request only once FILE exists
//   --silent           answers nothing
//   --garbage          prints lines that are not messages
//   --exit-early       exits immediately with code 3
//   --exits-on-probe   exits at any request before initialize
//   --flood            prints very much to standard error
//   --tools=FILE       offers the tools listed in FILE, as JSON
//   --told=FILE        adds each received message to FILE
//   --child=FILE       starts a child that only waits, and adds its PID to FILE
//   --asks-roots       requests the roots as soon as possible
//   --modern           speaks only the protocol of 2026-07-28

import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const options = new Map(process.argv.slice(2).map((word) => /^--([^=]+)=?(.*)$/s.exec(word)?.slice(1) ?? [word, '']));
const has = (name) => options.has(name);

if (has('started')) appendFileSync(options.get('started'), `${process.pid}\n`);
if (has('exit-early')) {
  process.stderr.write('cannot open the database: secret-token-0123456789abcdef\n');
  process.exit(3);
}
if (has('child')) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true });
  appendFileSync(options.get('child'), `${child.pid}\n`);
}
if (has('garbage')) for (let n = 0; n < 200; n++) process.stdout.write(`Listening… ${n} {"not": json\n`);
if (has('flood')) for (let n = 0; n < 20_000; n++) process.stderr.write(`line ${n} ${'x'.repeat(200)}\n`);

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const object = { type: 'object', properties: {} };
let asked = 0;
const waiting = new Map();
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = `s${++asked}`;
    waiting.set(id, resolve);
    send({ id, method, params });
  });
const textResult = (text) => ({ content: [{ type: 'text', text }] });
let extra = false;

const tools = {
  say: { description: 'Says it.', run: (args) => textResult(`said ${JSON.stringify(args)}`) },
  die: {
    run() {
      process.stderr.write('out of cheese\n');
      process.exit(7);
    },
  },
  hang: { run: () => new Promise(() => {}) },
  large: {
    // 100 MB in one line, in pieces.
    async run(_args, id) {
      process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
      for (let n = 0; n < 100; n++) {
        if (!process.stdout.write('y'.repeat(1024 * 1024))) await new Promise((go) => process.stdout.once('drain', go));
      }
      process.stdout.write('"}]}}\n');
      return null;
    },
  },
  big: { run: () => textResult('z'.repeat(8 * 1024 * 1024)) },
  'bad result': { run: () => ({ content: 'this is no list' }) },
  fails: { run: () => ({ ...textResult('It did not work.'), isError: true }) },
  throws: { run: () => Promise.reject(new Error('inside')) },
  image: { run: () => ({ content: [{ type: 'image', data: png, mimeType: 'image/png' }] }) },
  everyKind: {
    run: () => ({
      content: [
        { type: 'text', text: 'words' },
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'file:///a', name: 'a link' },
        { type: 'resource', resource: { uri: 'file:///b', mimeType: 'text/plain', text: 'inlined' } },
        { type: 'resource', resource: { uri: 'file:///c', mimeType: 'application/zip', blob: 'AAAA' } },
        { type: 'image', data: 'AAAA', mimeType: 'image/x-odd' },
      ],
    }),
  },
  structured: { run: () => ({ content: [], structuredContent: { answer: 42 } }) },
  grow: {
    run() {
      extra = true;
      send({ method: 'notifications/tools/list_changed' });
      return textResult('grown');
    },
  },
  readOnly: { annotations: { readOnlyHint: true }, run: () => textResult('read') },
  progress: {
    async run({ steps, ms }, _id, meta) {
      for (let step = 1; step <= steps; step++) {
        await new Promise((go) => setTimeout(go, ms));
        send({
          method: 'notifications/progress',
          params: { progressToken: meta.progressToken, progress: step, total: steps },
        });
      }
      return textResult('through');
    },
  },
  ask: { run: async (args) => textResult(JSON.stringify(await ask(args.method, args.params))) },
  // Sends a request and has exited before the answer; with `late`, sends it after exiting.
  outlive: {
    run({ method, params, late = 0 }) {
      setTimeout(() => ask(method, params), late);
      return late > 0 ? textResult('gone') : new Promise((go) => setTimeout(() => go(textResult('gone')), 200));
    },
  },
  environment: { run: ({ name }) => textResult(`${name}=${process.env[name] ?? '(none)'} in ${process.cwd()}`) },
  log: {
    run() {
      send({
        method: 'notifications/message',
        params: { level: 'warning', logger: 'odd', data: { from: 'the server' } },
      });
      return textResult('logged');
    },
  },
};
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function list() {
  if (has('tools')) return JSON.parse(readFileSync(options.get('tools'), 'utf8'));
  const all = Object.entries(tools).map(([name, { description = name, annotations }]) => ({
    name,
    description,
    inputSchema: object,
    ...(annotations ? { annotations } : {}),
  }));
  return extra ? [...all, { name: 'grown', description: 'New.', inputSchema: object }] : all;
}

const complete = has('modern') ? { resultType: 'complete' } : {};

async function answer({ id, method, params }) {
  if (method === 'server/discover' && has('modern')) {
    const capabilities = { tools: { listChanged: false } };
    const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'odd', version: '2' } };
    return { ...complete, supportedVersions: ['2026-07-28'], capabilities, ttlMs: 0, cacheScope: 'private', _meta };
  }
  if (method === 'initialize' && !has('modern')) {
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: { listChanged: true }, logging: {} },
      serverInfo: { name: 'odd', version: '1' },
    };
  }
  if (method === 'tools/list')
    return { ...complete, tools: list(), ...(has('modern') ? { ttlMs: 0, cacheScope: 'private' } : {}) };
  if (method === 'tools/call' && has('modern')) return modernCall(params);
  if (method === 'tools/call') {
    const tool = tools[params.name];
    return tool ? tool.run(params.arguments ?? {}, id, params._meta ?? {}) : textResult(`called ${params.name}`);
  }
  if (method === 'ping' || method === 'logging/setLevel') return {};
  throw Object.assign(new Error('Method not found'), { code: -32601 });
}

/** Requests the client's data with an incomplete answer, as in the later protocol. */
function modernCall(params) {
  const given = params.inputResponses;
  if (params.name === 'ask' && !given) {
    const { method, params: inner } = params.arguments;
    return {
      resultType: 'input_required',
      inputRequests: { one: { method, params: inner } },
      requestState: 'opaque-1',
    };
  }
  if (params.name === 'ask')
    return { ...complete, ...textResult(JSON.stringify({ given, state: params.requestState })) };
  return { ...complete, ...textResult(`called ${params.name}`) };
}

let first = true;
createInterface({ input: process.stdin }).on('line', async (line) => {
  if (has('told')) appendFileSync(options.get('told'), `${line}\n`);
  if (has('silent')) return;
  const message = JSON.parse(line);
  if (has('exits-on-probe') && message.id !== undefined && message.method !== 'initialize' && first) process.exit(1);
  if (first && has('slow')) await new Promise((go) => setTimeout(go, Number(options.get('slow'))));
  while (first && has('until') && !existsSync(options.get('until'))) await new Promise((go) => setTimeout(go, 20));
  first = false;
  if (message.method === undefined) return waiting.get(message.id)?.(message.result ?? message.error);
  if (message.method === 'notifications/initialized' && has('asks-roots')) void ask('roots/list', {});
  if (message.id === undefined) return;
  try {
    const result = await answer(message);
    if (result !== null) send({ id: message.id, result });
  } catch (error) {
    send({ id: message.id, error: { code: error.code ?? -32603, message: error.message } });
  }
});
