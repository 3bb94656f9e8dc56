// Unpacks a tar archive, compressed with gzip or not.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { PackageLimits } from './entryPath.ts';
import { type PackageWriter, refused, tooLarge } from './packageWriter.ts';
import { notAFile } from './unpackZip.ts';

/** Headers and padding are part of the stream. */
const overhead = 2;
const maxRatio = 200;
const smallBytes = 4 * 1024 * 1024;

export async function unpackTar(
  file: string,
  isGzip: boolean,
  writer: PackageWriter,
  limits: PackageLimits,
): Promise<Result<void>> {
  const { createTarDecoder } = await import('modern-tar');
  const { size } = await stat(file);
  let isTooLarge = false;
  async function* bounded(): AsyncGenerator<Uint8Array> {
    const packed = createReadStream(file);
    const stream = isGzip ? packed.pipe(createGunzip({ chunkSize: 64 * 1024 })) : packed;
    packed.on('error', (error) => stream.destroy(error));
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      isTooLarge = bytes > limits.totalBytes * overhead || (bytes > smallBytes && bytes > size * maxRatio);
      if (isTooLarge) throw new Error('too large');
      yield chunk;
    }
  }
  try {
    const entries = Readable.toWeb(Readable.from(bounded())).pipeThrough(createTarDecoder({ strict: true }) as never);
    for await (const { header, body } of entries as AsyncIterable<TarEntry>) {
      const name = header.name.replace(/^(?:\.\/)+/, '');
      if (header.type === 'directory' || header.type === 'pax-global-header' || name === '') {
        await body.cancel();
        continue;
      }
      if ((header.type ?? 'file') !== 'file') return refused(notAFile(header.name));
      const written = await writer.write(name, body, ((header.mode ?? 0) & 0o100) !== 0);
      if (!written.ok) return written;
    }
    return ok(undefined);
  } catch {
    return refused(isTooLarge ? tooLarge(limits) : say`The archive is damaged.`);
  }
}

interface TarEntry {
  header: { name: string; type?: string; mode?: number };
  body: AsyncIterable<Uint8Array> & { cancel(): Promise<void> };
}
