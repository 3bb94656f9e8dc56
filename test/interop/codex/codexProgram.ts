// The real Codex, if found: `CODEX_PROGRAM`, or `codex` on the PATH. It runs in its own home folder with a server on
// loopback, which records its requests.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

type Row = Record<string, unknown>;

export const codexProgram = findProgram('CODEX_PROGRAM', 'codex');

export function findProgram(variable: string, name: string): string | null {
  const named = process.env[variable];
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? null;
}

export interface ResponsesServer {
  url: string;
  /** `input` of each request, oldest first. */
  inputs: Row[][];
  close(): Promise<void>;
}

export async function startResponsesServer(): Promise<ResponsesServer> {
  const inputs: Row[][] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (!request.url?.endsWith('/responses')) return response.writeHead(200).end('{"data":[]}');
      inputs.push((JSON.parse(Buffer.concat(pieces).toString('utf8')) as { input: Row[] }).input);
      return answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    inputs,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answer(response: ServerResponse): void {
  const item = {
    type: 'message',
    id: 'msg_1',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Answered.', annotations: [] }],
  };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events: Row[] = [
    { type: 'response.created', response: { id: 'resp_1' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [item], usage } },
  ];
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

/** A home with a provider on loopback. */
export async function codexHome(folder: string, url: string): Promise<string> {
  const home = path.join(folder, '.codex');
  await mkdir(home, { recursive: true });
  const config = [
    'model = "gpt-5"',
    'model_provider = "mock"',
    'check_for_update_on_startup = false',
    '[analytics]',
    'enabled = false',
    '[model_providers.mock]',
    'name = "mock"',
    `base_url = "${url}"`,
    'wire_api = "responses"',
    'request_max_retries = 0',
    'stream_max_retries = 0',
  ];
  await writeFile(path.join(home, 'config.toml'), `${config.join('\n')}\n`);
  return home;
}

export async function runProgram(
  program: string,
  args: readonly string[],
  options: { home: string; cwd: string; input?: string },
): Promise<{ code: number | null; out: string; err: string }> {
  const env = {
    PATH: process.env.PATH,
    HOME: options.home,
    XDG_DATA_HOME: path.join(options.home, '.local/share'),
    XDG_CONFIG_HOME: path.join(options.home, '.config'),
    XDG_CACHE_HOME: path.join(options.home, '.cache'),
    XDG_STATE_HOME: path.join(options.home, '.local/state'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
  };
  const child = spawn(program, args, { cwd: options.cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
  child.stdin.end(options.input ?? '');
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, out: out.join(''), err: err.join('') };
}
