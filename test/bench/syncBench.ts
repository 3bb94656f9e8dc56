// SYNC-6: the first upload of a large history, and its first download by another device. Each device is a process of its own; the store
// is a folder.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { hostNodeFlags } from '../../scripts/nodePath.mjs';
import { writeLongConversation } from '../support/longConversation.ts';
import { count, type Figure, megabytes, type Section } from './figures.ts';
import type { SyncReport } from './syncChild.ts';

const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const messagesEach = 50;
const usableSeconds = 10;
const allowedBytes = 150e6;

export async function syncBench(folder: string, conversations: number): Promise<Section> {
  for (let index = 0; index < conversations; index++) {
    let id = '';
    for (let rest = index; id.length < 26; rest = Math.floor(rest / 32)) id = letters[rest % 32] + id;
    writeLongConversation(join(folder, 'first'), { messages: messagesEach, conversationId: id });
  }
  const upload = syncDeviceProcess(folder, 'first');
  const again = syncDeviceProcess(folder, 'first', 'append');
  const download = syncDeviceProcess(folder, 'second');
  const usable = download.usableMs / 1_000;
  return {
    title: 'Sync',
    how: `${count(conversations)} conversations with ${count(conversations * messagesEach)} messages; the store is a folder on the same disk.`,
    figures: [
      ...figures('first upload', upload),
      ...figures('first download', download),
      {
        name: 'first download, until the list has all conversations',
        value: `${(download.listedMs / 1_000).toFixed(1)} s`,
      },
      {
        name: 'first download, until the newest 50 conversations are there',
        value: `${usable.toFixed(1)} s`,
        promise: { row: 'SYNC-6', text: `at most ${usableSeconds} s`, kept: usable <= usableSeconds },
      },
      {
        name: 'a look at the store, nothing new',
        value: `${(again.ms / 1_000).toFixed(1)} s`,
        note: `${again.requests} requests`,
      },
    ],
  };
}

/** `work`: `append` also syncs one more message. */
export function syncDeviceProcess(folder: string, name: string, work = ''): SyncReport {
  const child = join(import.meta.dirname, 'syncChild.ts');
  const args = [...hostNodeFlags, '--import', join(import.meta.dirname, '../../scripts/rawText.mjs')];
  return JSON.parse(String(execFileSync(process.execPath, [...args, child, folder, name, work]))) as SyncReport;
}

function figures(name: string, { ms, idle, peak, resident, requests, bytes }: SyncReport): Figure[] {
  const note = `${count(requests)} requests, ${megabytes(bytes)}`;
  return [
    { name, value: `${(ms / 1_000).toFixed(1)} s`, note },
    {
      name: `${name}, peak memory`,
      value: megabytes(peak),
      note: `${megabytes(idle)} before; after each quarter of the time ${resident.map(megabytes).join(', ')}`,
      promise: { row: 'SYNC-6', text: `at most ${megabytes(allowedBytes)} more`, kept: peak - idle <= allowedBytes },
    },
  ];
}
