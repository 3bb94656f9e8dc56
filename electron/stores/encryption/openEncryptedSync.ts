// Reads an encrypted file synchronously, for the search threads.

import type { DataKey } from '../files/disk.ts';
import { readRawSync, runReadingSync } from './rawFile.ts';
import { createSegmentMap } from './segmentMap.ts';
import { fileKeyOf, headerBytes, readHeader } from './segments.ts';

interface EncryptedFile {
  /** Bytes of content. */
  size: number;
  /** Returns fewer bytes at the end. May use `into`. */
  read(start: number, length: number, into?: Buffer): Buffer;
}

/** `file` is open for reading; the caller closes it. Null if it is plain. Throws if it is of another key. */
export function openEncryptedSync(file: number, rawSize: number, key: DataKey): EncryptedFile | null {
  const header = readHeader(readRawSync(file, 0, headerBytes));
  if (header === null) return null;
  if (header === 'torn') return { size: 0, read: () => Buffer.alloc(0) };
  if (header === 'foreign' || header.layout === 'blocks' || !header.keyId.equals(key.id)) throw new Error('unreadable');
  const map = createSegmentMap(fileKeyOf(key, header));
  runReadingSync(map.refresh(rawSize), file);
  return {
    size: map.size,
    read(start, length, into) {
      const content = runReadingSync(map.read(start, length), file);
      if (!into || into.length < length) return content;
      content.copy(into);
      return into.subarray(0, content.length);
    },
  };
}
