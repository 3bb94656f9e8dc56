// An update server on this machine: a folder of files, with ranges, and with anything that a bad server does instead.

import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { manifestName, sealManifest } from '../../electron/features/updates/manifest.ts';
import { publicKeyOf } from '../../scripts/publishUpdate/publishRelease.ts';

export interface UpdateServer {
  /** Ends with a slash. */
  address: string;
  files: Map<string, Buffer>;
  /** Requests so far: `GET name range`. */
  requests: string[];
  /** Answers instead of the folder; false: it does not. */
  instead: (name: string, request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

export async function startUpdateServer(): Promise<UpdateServer> {
  const files = new Map<string, Buffer>();
  const requests: string[] = [];
  const http = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1));
    requests.push(['GET', name, request.headers.range].filter(Boolean).join(' '));
    if (server.instead(name, request, response)) return;
    const bytes = files.get(name);
    if (!bytes) return void response.writeHead(404).end('not here');
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from === 0) return void response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    if (from >= bytes.length) return void response.writeHead(416).end();
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
    response
      .writeHead(206, { 'content-range': range, 'content-length': bytes.length - from })
      .end(bytes.subarray(from));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: UpdateServer = {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    files,
    requests,
    instead: () => false,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

export interface Publisher {
  publicKey: string;
  privateKey: KeyObject;
}

export function createPublisher(): Publisher {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { publicKey: publicKeyOf(privateKey), privateKey };
}

export interface Release {
  version: string;
  bytes: Buffer;
  published?: string;
  notes?: string;
  platform?: string;
  arch?: string;
  stagingPercentage?: number;
  /** Other than that of the bytes. */
  size?: number;
  name?: string;
  kind?: 'appImage' | 'deb';
}

export function releaseManifest(release: Release) {
  const { version, bytes, kind = 'appImage', name = `Throughline-${version}.AppImage` } = release;
  return {
    v: 1 as const,
    app: 'throughline' as const,
    version,
    platform: release.platform ?? 'linux',
    arch: release.arch ?? 'x64',
    published: release.published ?? '2026-11-20T12:00:00.000Z',
    notes: release.notes ?? `# What is new in ${version}`,
    ...(release.stagingPercentage === undefined ? {} : { stagingPercentage: release.stagingPercentage }),
    files: [
      { kind, name, size: release.size ?? bytes.length, sha512: createHash('sha512').update(bytes).digest('base64') },
    ],
  };
}

/** Publishes a release for Linux on x64, signed. */
export function publish({ files }: UpdateServer, { privateKey }: Publisher, release: Release): void {
  const manifest = releaseManifest(release);
  for (const { name } of manifest.files) files.set(name, release.bytes);
  files.set(manifestName('linux', 'x64'), Buffer.from(sealManifest(manifest, privateKey)));
}
