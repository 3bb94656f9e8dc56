// A conversation's files as a test reads them, and handwritten conversations: what a crash, another app or an older
// version left behind.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ExecutionEntry } from '../../electron/conversation/formats.ts';
import type { Message } from '../../shared/conversation/message.ts';
import type { TestApp } from './appHarness.ts';
import { messagesFile } from './messageBuilder.ts';

/** A call as the fake model sends it. */
export function askFor(id: string, name: string, args: unknown) {
  return { id, name, arguments: JSON.stringify(args) };
}

/** The folder of a conversation in a data folder; throws if there is none. */
export function conversationFolder(dataDir: string, conversationId: string): string {
  const projects = path.join(dataDir, 'projects');
  const folders = readdirSync(projects).map((project) => path.join(projects, project, 'conversations', conversationId));
  const found = folders.find((folder) => existsSync(folder));
  if (!found) throw new Error(`no folder of ${conversationId}`);
  return found;
}

/** A file next to messages.json, parsed; null while it is missing or incomplete. */
export function sidecar(app: TestApp, conversationId: string, name: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(path.join(conversationFolder(app.dataDir, conversationId), name), 'utf8'));
  } catch {
    return null;
  }
}

export function executionFile(dataDir: string, conversationId: string): string {
  const project = path.dirname(path.dirname(conversationFolder(dataDir, conversationId)));
  return path.join(project, 'state', 'logs', 'execution', `${conversationId}.jsonl`);
}

/** The entries of the execution log, read once; empty without a file. */
export function executionEntries(app: TestApp, conversationId: string): ExecutionEntry[] {
  const file = executionFile(app.dataDir, conversationId);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ExecutionEntry);
}

export interface HandWritten {
  messages: readonly Message[];
  execution?: readonly object[];
  partial?: object;
}

/** Creates a conversation with these files in the app's project, without opening it. */
export async function writeConversation(app: TestApp, files: HandWritten): Promise<string> {
  const { startProjectId } = await app.call('app.open', {});
  const { conversationId } = await app.call('conversation.create', { projectId: startProjectId });
  const folder = path.join(app.dataDir, 'projects', startProjectId ?? '', 'conversations', conversationId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'messages.json'), messagesFile(files.messages));
  if (files.partial) writeFileSync(path.join(folder, 'partial.json'), JSON.stringify(files.partial));
  if (files.execution) {
    const log = executionFile(app.dataDir, conversationId);
    mkdirSync(path.dirname(log), { recursive: true });
    writeFileSync(log, files.execution.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }
  return conversationId;
}

/** The user's messages, in log order. */
export function userTexts(rows: readonly Message[]): unknown[] {
  return rows.filter((row) => row.role === 'user').map((row) => row.content);
}
