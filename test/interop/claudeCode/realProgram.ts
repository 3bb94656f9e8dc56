// The real app, resuming an export against a local server that answers every question the same way.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Files, Row } from './files.ts';

/** Null: it is not on this machine. */
export const claudeProgram = ((): string | null => {
  const named = process.env.THROUGHLINE_CLAUDE_CODE;
  if (named !== undefined) return existsSync(named) ? named : null;
  const places = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'claude'));
  return places.find((place) => existsSync(place)) ?? null;
})();

export interface Resumed {
  code: number | null;
  output: string;
  /** The bodies of its model requests with the conversation, in order. */
  requests: Row[];
  /** The session's file afterwards. */
  session: string;
}

export async function resume(program: string, files: Files, question: string): Promise<Resumed> {
  const home = await mkdtemp(path.join(tmpdir(), 'claude-home-'));
  const work = path.join(home, 'harbour');
  await mkdir(work, { recursive: true });
  const [first = ''] = Object.keys(files);
  const projects = path.join(home, '.claude', 'projects');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(projects, name)), { recursive: true });
    await writeFile(path.join(projects, name), text);
  }
  const server = await startServer();
  try {
    const id = path.basename(first, '.jsonl');
    const args = ['-p', question, '--resume', id, '--model', 'claude-opus-5-5', '--output-format', 'json'];
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: home,
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: 'sk-ant-test-1234567890',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    };
    const child = spawn(program, args, { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => (output += String(data)));
    child.stderr.on('data', (data) => (output += String(data)));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    return { code, output, requests: server.requests, session: await readFile(path.join(projects, first), 'utf8') };
  } finally {
    server.close();
    await rm(home, { recursive: true, force: true });
  }
}

export async function startServer(): Promise<{ url: string; requests: Row[]; close(): void }> {
  const requests: Row[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => (body += String(data)));
    request.on('end', () => {
      const isQuestion = request.method === 'POST' && /\/v1\/messages(?:\?|$)/.test(request.url ?? '');
      if (!isQuestion) return response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      requests.push(JSON.parse(body) as Row);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(reply.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
      return undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
const message = { id: 'msg_real01', type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [] };
const reply = [
  { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Heard.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
  { type: 'message_stop' },
];
