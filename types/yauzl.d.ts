// What is used of `yauzl`, which comes without types.

declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    fileNameRaw: Buffer;
    extraFields: readonly { id: number; data: Buffer }[];
    generalPurposeBitFlag: number;
    versionMadeBy: number;
    externalFileAttributes: number;
    compressedSize: number;
    uncompressedSize: number;
    crc32: number;
    canDecodeFileData(): boolean;
    isEncrypted(): boolean;
  }

  export interface ZipFile {
    readonly entryCount: number;
    readonly fileSize: number;
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
    close(): void;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  interface Options {
    autoClose?: boolean;
    lazyEntries?: boolean;
    decodeStrings?: boolean;
    validateEntrySizes?: boolean;
  }

  export function openPromise(path: string, options: Options): Promise<ZipFile>;
  export function getFileNameLowLevel(
    flags: number,
    name: Buffer,
    extraFields: Entry['extraFields'],
    strict: boolean,
  ): string;
  export function validateFileName(name: string): string | null;
}
