// Every key in the environment, and its proxy's password, repeated by a model in text, in a call and in an error: none
// of them is in a file, in the output, or in an export.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keyNames } from '../../scripts/keyAside.mjs';
import { cite } from '../support/cite.ts';
import { commandHere } from '../support/commandHere.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { startWireServer } from '../support/wires/wireServer.ts';

const secretOf = (name: string): string => `secret-of-${name.toLowerCase().replaceAll('_', '-')}`;
const keys = Object.fromEntries(keyNames.map((name) => [name, secretOf(name)]));
const password = secretOf('PROXY_PASSWORD');
const all = [...Object.values(keys), password];

test(
  cite(['SEC-6', 'STORE-16'], 'keys from the environment that a model repeats are neither stored nor printed'),
  async () => {
    const root = tempFolder();
    const project = path.join(root, 'project');
    mkdirSync(project);
    const data = path.join(root, 'data');
    const at = ['--project', project, '--data', data];
    const words = all.join(', ');
    const server = await startWireServer(({ headers }) => {
      expect(headers['x-api-key']).toBe(keys.ANTHROPIC_API_KEY);
      if (server.requests.length === 1) {
        return {
          thought: `I know ${words}.`,
          text: `They are ${words}.`,
          calls: [{ id: 'call_1', name: 'write_file', arguments: { path: 'keys.txt', content: words } }],
        };
      }
      return (response) => {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: `no ${words}` } }),
        );
      };
    });
    const env = { ...keys, ANTHROPIC_BASE_URL: server.address, HTTPS_PROXY: `http://me:${password}@127.0.0.1:2` };
    const named = ['--provider', 'anthropic', '--model', 'm-1'];
    const run = await commandHere(
      ['run', '-p', `mine is ${words}`, ...named, '--approve', 'edits', '--output', 'stream-json', ...at],
      env,
    );
    expect(run.code).toBe(1);
    const { conversationId } = JSON.parse(run.stdout.split('\n', 1)[0] ?? '');
    const shown = await Promise.all(
      [
        ['show', conversationId, '--json'],
        ['export', conversationId, '--to', 'markdown'],
        ['export', conversationId, '--to', 'json'],
        ['request', conversationId],
        ['models', '--json'],
      ].map((args) => commandHere([...args, ...at], env)),
    );
    expect(shown.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    const printed = [run, ...shown].map(({ stdout, stderr }) => stdout + stderr).join('\n');
    const files = readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');
    expect(files).toContain('They are [key removed]');
    expect(all.filter((secret) => printed.includes(secret) || files.includes(secret))).toEqual([]);
  },
);
