// Reads encrypted data for the list that is printed without the store: unchangedList.ts.

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { databaseKeyFor } from '../encryption/dataKey.ts';
import { createEncryptedDisk } from '../encryption/encryptedDisk.ts';
import { openEncryptedSync } from '../encryption/openEncryptedSync.ts';
import { readRawSync } from '../encryption/rawFile.ts';
import { readSegmentHead, segmentHeadBytes, segmentTailBytes } from '../encryption/segments.ts';
import { openDatabase } from '../files/database.ts';
import { type DataKey, nodeDisk, readFlags } from '../files/disk.ts';
import { stampOf } from './indexFormat.ts';
import { type ListFiles, stampAt } from './unchangedList.ts';

export function encryptedFiles(key: DataKey): ListFiles {
  const disk = createEncryptedDisk(nodeDisk, key, () => false);
  return {
    hasStamp: (path, stamp) => (stamp !== '' && endsAs(path, stamp)) || stampAt(path, disk.statSync) === stamp,
    readText: (path) =>
      withFile(path, (file) => {
        const encrypted = openEncryptedSync(file, Number(fstatSync(file).size), key);
        return encrypted ? encrypted.read(0, encrypted.size).toString('utf8') : readFileSync(file, 'utf8');
      }),
    openIndex: (path, timeout) => openDatabase(path, { key: databaseKeyFor(disk), timeout, readOnly: true }),
  };
}

/**
 * Whether the file has the stamp, with the size that its last segment names. Nothing is decrypted: inode and time match,
 * too, which is all that plain data is compared by. False also if the file is plain or ends with a torn write.
 */
function endsAs(path: string, stamp: string): boolean {
  return withFile(path, (file) => {
    const { ino, size, mtimeNs: mtime } = fstatSync(file, { bigint: true });
    const end = Number(size) - 4;
    const length = end < 0 ? 0 : readRawSync(file, end, 4).readUInt32BE(0);
    const start = Number(size) - segmentTailBytes - length - segmentHeadBytes;
    const last = start < 0 ? null : readSegmentHead(readRawSync(file, start, segmentHeadBytes), start);
    return last?.length === length && stampOf({ ino, size: last.size, mtime }) === stamp;
  });
}

function withFile<T>(path: string, work: (file: number) => T): T {
  const file = openSync(path, readFlags);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}
