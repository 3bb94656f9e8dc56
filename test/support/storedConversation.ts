// The files of a conversation as a test looks at them, and conversations written by hand: what a crash, another program
// or an older version left behind.

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

/** The folder of a conversation in a data folder; an error when it has none. */
export function conversationFolder(dataDir: string, conversationId: string): string {
  const projects = path.join(dataDir, 'projects');
  const folders = readdirSync(projects).map((project) => path.join(projects, project, 'conversations', conversationId));
  const found = folders.find((folder) => existsSync(folder));
  if (!found) throw new Error(`no folder of ${conversationId}`);
  return found;
}

/** A file beside messages.json, parsed; null while it is not there or not whole. */
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

/** The lines of the execution log, read at once; none while there is no file. */
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

/** A new conversation of the app's project with these files, not opened. */
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

/** What the person said, in the order of the log. */
export function userTexts(rows: readonly Message[]): unknown[] {
  return rows.filter((row) => row.role === 'user').map((row) => row.content);
}
