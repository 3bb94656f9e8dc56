// Backups of a small data folder without an app, and their restore.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyRestore } from '../../electron/features/backup/applyRestore.ts';
import { isBackedUp } from '../../electron/features/backup/backedUp.ts';
import { type BackupRequest, makeBackup, type Watch } from '../../electron/features/backup/makeBackup.ts';
import { inspectBackup, type RestoreRequest, stageRestore } from '../../electron/features/backup/prepareRestore.ts';
import { type Disk, nodeDisk } from '../../electron/stores/files/disk.ts';
import { ok, type Result } from '../../shared/core/errors.ts';
import type { BackupReport, RestoreSummary } from '../../shared/features/backup/backup.ts';
import { okValue } from './result.ts';
import { tempFolder } from './tempFolder.ts';

const [projectId, conversationId] = ['p'.repeat(26), 'c'.repeat(26)];
const conversation = `projects/${projectId}/conversations/${conversationId}`;

export const messagesPath = `${conversation}/messages.json`;

export function logOf(texts: readonly string[]): string {
  const line = (text: string, at: number): string =>
    JSON.stringify({
      v: 1,
      id: `m${at}`,
      parentId: at === 0 ? null : `m${at - 1}`,
      role: 'user',
      content: text,
      createdAt: '2026-01-01T00:00:00.000Z',
    });
  return `[\n${texts.map(line).join('\n,')}\n]\n`;
}

/** As the app left it. */
export function smallData(texts: readonly string[] = ['one', 'two']): Record<string, string> {
  return {
    'settings.json': '{"v":1,"maxTurns":9}',
    'permissions.json': '{"v":1}',
    'memory.md': 'Remember this.\n',
    [`projects/${projectId}/project.json`]: JSON.stringify({
      v: 1,
      id: projectId,
      name: 'P',
      folders: {},
      createdAt: '2026-01-01T00:00:00.000Z',
    }),
    [messagesPath]: logOf(texts),
    [`${conversation}/meta.json`]: '{"v":1,"title":"A title"}',
    [`projects/${projectId}/state/logs/tool-results/${conversationId}/r1.json`]: 'result '.repeat(2000),
    [`projects/${projectId}/state/logs/execution/${conversationId}.jsonl`]: '{"v":1,"type":"tool_started"}\n',
    [`projects/${projectId}/state/attachments/${'a'.repeat(64)}`]: 'attached',
    'skills/ünïcode/Ａ very long name that does not fit into the classic header of a tar archive, really not at all, not even split.md':
      'skill',
    'usage/2026-01.jsonl': '{"v":1,"kind":"reply"}\n',
    'index.db': 'derived',
    'locks/data.folder.db': '',
    'server.json': '{"token":"secret-token"}',
    'desktop/Cookies': 'private',
  };
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** The files that belong in a backup, by path. */
export function filesIn(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (entry.isFile() && isBackedUp(path)) files[path] = readFileSync(join(folder, path), 'latin1');
  }
  return files;
}

const quiet = (): Watch => ({ signal: new AbortController().signal, onBytes: () => {} });

export function backup(
  dataDir: string,
  to: BackupRequest['to'],
  {
    disk = nodeDisk,
    encryptFor = {},
    watch = quiet(),
  }: { disk?: Disk; encryptFor?: BackupRequest['encryptFor']; watch?: Watch } = {},
): Promise<Result<BackupReport>> {
  return makeBackup(disk, { dataDir, version: '1.2.3', to, encryptFor }, watch);
}

/** A new data folder with these files, and a file for its backup. */
export async function backedUp(files = smallData()): Promise<{ dataDir: string; file: string }> {
  const dataDir = join(tempFolder(), 'data');
  writeFiles(dataDir, files);
  const file = join(tempFolder(), 'backup.tar');
  okValue(await backup(dataDir, { file }));
  return { dataDir, file };
}

type Options = Partial<Omit<RestoreRequest, 'dataDir' | 'path'>> & { disk?: Disk };

export const inspect = (
  path: string,
  dataDir: string,
  { disk = nodeDisk, ...options }: Options = {},
): Promise<Result<RestoreSummary>> =>
  inspectBackup(disk, { keys: {}, salvage: false, permissions: 'always' as const, ...options, dataDir, path }, quiet());

/** Into a folder without conversations of the backup. */
export async function restore(
  path: string,
  dataDir: string,
  { disk = nodeDisk, ...options }: Options = {},
): Promise<Result<RestoreSummary>> {
  const request = { keys: {}, salvage: false, permissions: 'always' as const, ...options, dataDir, path };
  const staged = await stageRestore(disk, request, quiet());
  if (!staged.ok) return staged;
  const applied = await applyRestore({ disk, dataDir, merge: async () => ok(undefined) }, staged.value.folder);
  return applied.ok ? ok(staged.value.summary) : applied;
}
