// Shared by compaction tests: the app on a token-counting server, a model that reads a file for every question, and the
// records that compaction stored.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { isCompaction, isSummary } from '../../shared/conversation/context.ts';
import type { Message, SystemMessage } from '../../shared/conversation/message.ts';
import { startTestApp, type TestApp } from './appHarness.ts';
import type { Reply, RequestBody } from './fakeModelServer.ts';
import type { TokenCountingServer } from './tokenCountingServer.ts';

export const compactions = (rows: readonly Message[]): SystemMessage[] => rows.filter(isCompaction);
export const summaries = (rows: readonly Message[]): SystemMessage[] => compactions(rows).filter(isSummary);

/** About eighty characters, repeated. */
export const sentence = 'This is a sentence of some length that says something about nothing in particular. ';

/** Reads notes.txt for every question, then answers. */
export function reader(): (body: RequestBody) => Reply {
  let calls = 0;
  return (body) => {
    if (body.messages.at(-1)?.role === 'tool') return { text: `Read it. ${'It says what it says. '.repeat(20)}` };
    calls++;
    return { calls: [{ id: `call_${calls}`, name: 'read_file', arguments: JSON.stringify({ path: 'notes.txt' }) }] };
  };
}

/** The app with this server as its model and notes.txt in its folder. */
export async function startOn(server: TokenCountingServer, notes: string): Promise<TestApp> {
  const app = await startTestApp({ model: server.model, settings: { approvalMode: 'reads' } });
  writeFileSync(path.join(app.folder, 'notes.txt'), notes);
  return app;
}

/** The exact next request. */
export async function nextRequest(app: TestApp, conversationId: string): Promise<string> {
  return JSON.stringify((await app.call('conversation.request', { conversationId, text: 'And now?' })).body);
}
