// A publication is read without being in memory as a whole.

import { randomBytes } from 'node:crypto';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Disk, nodeDisk } from '../../../electron/stores/files/disk.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, toolMessage } from '../../support/messageBuilder.ts';
import { okValue } from '../../support/result.ts';
import { type Member, openTeam } from '../../support/sharing/member.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();

/** A disk that measures what is read at once of a publication. */
function measuredDisk(): { disk: Disk; reads: number[] } {
  const reads: number[] = [];
  const disk: Disk = {
    ...nodeDisk,
    async open(...how) {
      const handle = await nodeDisk.open(...how);
      if (!String(how[0]).includes('reading.tmp-')) return handle;
      const read = handle.read.bind(handle);
      return Object.assign(handle, {
        read: (bytes: Buffer, at: number, length: number, position: number) => {
          reads.push(length);
          return read(bytes, at, length, position);
        },
      });
    },
  };
  return { disk, reads };
}

test(
  cite('SYNC-8', 'a publication is stored an attachment and a message at a time, and nothing of it stays beside'),
  async () => {
    const [ada, ben] = (await openTeam(['Ada', 'Ben'], tempFolder())) as [Member, Member];
    const agent = await ada.write('an errand', 'done with it');
    const id = await ada.write(
      'begin',
      assistantMessage('', [call('c1', 'run_agent')]),
      toolMessage('c1', 'done', { details: { agent: { conversationId: agent } } }),
    );
    const files = Array.from({ length: 4 }, () => randomBytes(2_000_000));
    for (const bytes of files) {
      const { hash } = okValue(await ada.store.saveAttachment(id, bytes));
      const content = [{ type: 'file' as const, hash, mediaType: 'application/octet-stream', name: 'data' }];
      okValue(await ada.store.appendConversationMessage(id, { role: 'user', content }));
    }
    await ada.publish(id);
    const { disk, reads } = measuredDisk();
    okValue(await ben.reopened(disk).look(ben.team, signal));
    const [row] = await ben.shared();
    const { messages } = okValue(await ben.store.readBranch(row?.conversationId ?? '', { tail: 20 }));
    expect(messages).toHaveLength(7);
    for (const [at, message] of messages.slice(3).entries()) {
      const part = Array.isArray(message.content) ? message.content[0] : null;
      const hash = part && 'hash' in part ? part.hash : '';
      expect(
        okValue(await ben.store.readAttachment(row?.conversationId ?? '', hash ?? '')).equals(files[at] ?? Buffer.of()),
      ).toBe(true);
    }
    // Each attachment is a line of 2.7 MB, of 10.7 MB in all.
    expect(Math.max(...reads)).toBeLessThan(3_000_000);
    expect(readdirSync(join(ben.dataDir, 'sharing', ben.team))).toEqual(['state.json']);

    // A process that was killed while it read leaves its file.
    const abandoned = join(ben.dataDir, 'sharing', ben.team, 'reading.tmp-0123456789ab');
    writeFileSync(abandoned, 'a text');
    utimesSync(abandoned, 0, 0);
    okValue(await ben.reopened().look(ben.team, signal));
    expect(readdirSync(join(ben.dataDir, 'sharing', ben.team))).toEqual(['state.json']);
  },
);
