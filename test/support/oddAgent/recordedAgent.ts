// An agent that repeats the recorded exchange of a real one, such as openCode-1.18.33.jsonl: after each message of the
// client it sends what the real agent sent after the same message.
//
//   node recordedAgent.ts EXCHANGE STATE
//
// Where the recording was killed it kills itself, and the next process continues from there (STATE is a file). Requests
// that were not recorded are answered as unknown methods. The recorded folder `/project` becomes the session's.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Row } from './wire.ts';

const [exchange, state] = process.argv.slice(2) as [string, string];
const rows = readFileSync(exchange, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

let at = existsSync(state) ? Number(readFileSync(state, 'utf8')) : 0;
let folder = '/project';
/** The client's ID of a request, by the recorded one. */
const requestIds = new Map<unknown, unknown>();

const same = (row: Row, message: Row): boolean =>
  row.from === 'client' &&
  (message.method === undefined ? row.method === undefined && row.id === message.id : row.method === message.method);

/** Sends the agent's rows up to the client's next one. */
function sendRows(): void {
  for (let row = rows[at]; row && row.from !== 'client'; row = rows[++at]) {
    if (row.event === 'SIGKILL') {
      writeFileSync(state, String(at + 1));
      process.kill(process.pid, 'SIGKILL');
      return;
    }
    const { from: _, ...message } = row;
    const response = message.method === undefined && requestIds.has(message.id);
    const sent = { jsonrpc: '2.0', ...message, ...(response ? { id: requestIds.get(message.id) } : {}) };
    const text = JSON.stringify(sent).replaceAll('/project', JSON.stringify(folder).slice(1, -1));
    process.stdout.write(`${text.replaceAll('"project/', `"${folder.slice(1)}/`)}\n`);
  }
}

function receive(message: Row): void {
  const next = rows.findIndex((row, index) => index >= at && same(row, message));
  // Only a recording's later part: a request that was left out does not skip over others.
  const killed = rows.findIndex((row, index) => index >= at && row.event === 'SIGKILL');
  if (next < 0 || (killed >= 0 && next > killed)) {
    if (message.id === undefined || message.method === undefined) return;
    const error = { code: -32601, message: `"Method not found": ${String(message.method)}` };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, error })}\n`);
    return;
  }
  const { cwd } = (message.params ?? {}) as Row;
  if (typeof cwd === 'string') folder = cwd;
  if (message.method !== undefined) requestIds.set(rows[next]?.id, message.id);
  at = next + 1;
  sendRows();
}

createInterface({ input: process.stdin })
  .on('line', (line) => receive(JSON.parse(line) as Row))
  .on('close', () => process.exit(0));
