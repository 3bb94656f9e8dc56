// An open file or folder of the simulated disk. Methods that the stores do not use yet throw.

import type { FileHandle } from 'node:fs/promises';
import { changeBytes, dropPending, fileAt, syncNode } from './diskModel.ts';
import type { DiskCore } from './simulatedDisk.ts';
import { statsOf } from './simulatedStats.ts';
import { systemError } from './systemError.ts';

export interface OpenedNode {
  inode: number;
  path: string;
  /** Opened for appending: every write goes to the end. */
  appends: boolean;
}

export function createSimulatedHandle(core: DiskCore, { inode, path, appends }: OpenedNode): FileHandle {
  let position = 0;
  let isOpen = true;

  function begin(name: string, half?: (() => ReturnType<DiskCore['get']>) | null, onError?: () => void): boolean {
    if (!isOpen) throw systemError('EBADF', path);
    return core.begin(name, path, half, onError);
  }

  function sync(name: string): void {
    // After a failed sync the system marks the pages clean: a later successful sync says nothing about them.
    begin(name, null, () => core.set(dropPending(core.get(), inode)));
    core.set(syncNode(core.get(), inode));
  }

  function put(bytes: Buffer, given: number | null | undefined): number {
    const at = appends ? fileAt(core.get(), inode).content.length : (given ?? position);
    const written = (length: number) =>
      changeBytes(core.get(), inode, { kind: 'write', at, bytes: Buffer.from(bytes.subarray(0, length)) }, core.now());
    const middle = Math.floor(bytes.length / 2);
    const isShort = begin('write', () => written(middle));
    const length = isShort ? middle || bytes.length : bytes.length;
    if (length > 0) core.set(written(length));
    if (given === null || given === undefined) position = at + length;
    return length;
  }

  const methods: Record<string, (...args: never[]) => unknown> = {
    async read(
      target: Buffer | { buffer: Buffer; offset?: number; length?: number; position?: number },
      ...rest: never[]
    ) {
      begin('read');
      const [offset, length, at] = rest as unknown as (number | null | undefined)[];
      const named = Buffer.isBuffer(target) || ArrayBuffer.isView(target) ? null : target;
      const buffer = (named?.buffer ?? target) as Buffer;
      const start = (named?.offset ?? offset ?? 0) as number;
      const wanted = (named?.length ?? length ?? buffer.length - start) as number;
      const from = named?.position ?? at ?? position;
      const { content } = fileAt(core.get(), inode);
      const bytes = content.subarray(from, from + wanted);
      Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength).set(bytes, start);
      if (named?.position === undefined && (at === null || at === undefined)) position += bytes.length;
      return { bytesRead: bytes.length, buffer };
    },
    async readFile(options?: string | { encoding?: string }) {
      begin('read');
      const bytes = Buffer.from(fileAt(core.get(), inode).content.subarray(position));
      const encoding = typeof options === 'string' ? options : options?.encoding;
      return encoding ? bytes.toString(encoding as BufferEncoding) : bytes;
    },
    async write(bytes: Uint8Array | string, offset?: number | null, length?: number, at?: number | null) {
      if (typeof bytes === 'string') {
        return { bytesWritten: put(Buffer.from(bytes, 'utf8'), offset), buffer: bytes };
      }
      const start = offset ?? 0;
      const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const part = all.subarray(start, start + (length ?? all.length - start));
      return { bytesWritten: put(part, at), buffer: bytes };
    },
    async appendFile(data: Uint8Array | string) {
      let rest = Buffer.from(data as Uint8Array);
      while (rest.length > 0) rest = rest.subarray(put(rest, fileAt(core.get(), inode).content.length));
    },
    async writeFile(data: Uint8Array | string) {
      let rest = Buffer.from(data as Uint8Array);
      while (rest.length > 0) rest = rest.subarray(put(rest, null));
    },
    async truncate(size: number = 0) {
      begin('truncate');
      core.set(changeBytes(core.get(), inode, { kind: 'truncate', size }, core.now()));
    },
    async stat(options?: { bigint?: boolean }) {
      begin('stat');
      return statsOf(core.get(), inode, options?.bigint === true);
    },
    sync: async () => sync('sync'),
    datasync: async () => sync('datasync'),
    async close() {
      begin('close', null, () => (isOpen = false));
      isOpen = false;
    },
    async chmod() {},
  };

  return new Proxy(methods, {
    get(target, property) {
      if (property === Symbol.asyncDispose) return target.close;
      if (typeof property === 'symbol' || property === 'then') return undefined;
      const method = target[property];
      if (!method) throw new Error(`the simulated disk has no handle.${property} yet: add it to simulatedHandle.ts`);
      return method;
    },
  }) as unknown as FileHandle;
}
