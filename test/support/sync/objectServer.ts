// A WebDAV folder and an S3 bucket in memory, behind one loopback port, with whatever a bad server does instead.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StoreConfig } from '../../../electron/features/sync/remote/storeConfig.ts';

export interface ObjectServer {
  address: string;
  webdav: StoreConfig;
  s3: StoreConfig;
  /** Objects by path, and folders (WebDAV only) as null. */
  files: Map<string, Buffer | null>;
  /** Requests so far: `METHOD path`. */
  requests: string[];
  /** Answers instead of the store; false: it does not. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

type Answer = [status: number, body?: string | Buffer];

export async function startObjectServer(): Promise<ObjectServer> {
  const files = new Map<string, Buffer | null>([['/dav', null]]);
  const http = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://server');
    const path = decodeURIComponent(url.pathname).replace(/\/$/, '');
    server.requests.push(`${request.method} ${path}`);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (server.instead(request, response)) return;
    const body = Buffer.concat(pieces);
    const isWebdav = path.startsWith('/dav');
    const [status, text = ''] = isWebdav
      ? webdav(files, request, path, body)
      : s3(files, request, path, url.searchParams, body);
    response.writeHead(status).end(text);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: ObjectServer = {
    address,
    webdav: { kind: 'webdav', address: `${address}/dav`, prefix: 'sync' },
    s3: { kind: 's3', endpoint: address, region: 'eu-1', bucket: 'bucket', pathStyle: true, prefix: 'sync' },
    files,
    requests: [],
    instead: () => false,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

function webdav(
  files: ObjectServer['files'],
  { method, headers }: IncomingMessage,
  path: string,
  body: Buffer,
): Answer {
  const parent = path.slice(0, path.lastIndexOf('/'));
  switch (method) {
    case 'PROPFIND': {
      if (!files.has(path)) return [404];
      const inside = [...files].filter(
        ([name]) => name.startsWith(`${path}/`) && !name.slice(path.length + 1).includes('/'),
      );
      return [207, multistatus([[path, files.get(path) ?? null], ...inside])];
    }
    case 'GET': {
      const file = files.get(path);
      return file ? [200, file] : [404];
    }
    case 'PUT':
      if (files.get(parent) !== null) return [409];
      files.set(path, body);
      return [201];
    case 'MKCOL':
      if (files.has(path)) return [405];
      if (files.get(parent) !== null) return [409];
      files.set(path, null);
      return [201];
    case 'MOVE': {
      const file = files.get(path);
      const target = decodeURIComponent(new URL(String(headers.destination)).pathname);
      if (!file) return [404];
      files.delete(path);
      files.set(target, file);
      return [201];
    }
    case 'DELETE':
      return [files.delete(path) ? 204 : 404];
    default:
      return [405];
  }
}

function multistatus(entries: (readonly [string, Buffer | null])[]): string {
  const responses = entries.map(([path, file]) => {
    const type = file === null ? '<D:resourcetype><D:collection/></D:resourcetype>' : '<D:resourcetype/>';
    const size = file === null ? '' : `<D:getcontentlength>${file.length}</D:getcontentlength>`;
    const href = path.split('/').map(encodeURIComponent).join('/') + (file === null ? '/' : '');
    return `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${type}${size}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
  });
  return `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${responses.join('\n')}</D:multistatus>`;
}

function s3(
  files: ObjectServer['files'],
  { method }: IncomingMessage,
  path: string,
  search: URLSearchParams,
  body: Buffer,
): Answer {
  if (!path.startsWith('/bucket')) return [404, s3Error('NoSuchBucket')];
  if (method === 'GET' && search.get('list-type') === '2') return [200, listBucket(files, search)];
  const file = files.get(path);
  if (method === 'GET') return file ? [200, file] : [404, s3Error('NoSuchKey')];
  if (method === 'PUT') files.set(path, body);
  if (method === 'DELETE') files.delete(path);
  return [method === 'DELETE' ? 204 : 200];
}

export function s3Error(code: string, more = ''): string {
  return `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Because.</Message>${more}</Error>`;
}

function listBucket(files: ObjectServer['files'], search: URLSearchParams): string {
  const prefix = search.get('prefix') ?? '';
  const max = Number(search.get('max-keys') ?? 1000);
  const after = search.get('continuation-token') ?? search.get('start-after') ?? '';
  const keys = [...files.keys()].map((path) => path.slice('/bucket/'.length)).filter((key) => key.startsWith(prefix));
  const rolled = [...new Set(keys.map((key) => prefix + key.slice(prefix.length).replace(/\/.*/, '/')))];
  const rest = rolled.sort().filter((key) => key > after);
  const page = rest.slice(0, max);
  const items = page.map((key) =>
    key.endsWith('/')
      ? `<CommonPrefixes><Prefix>${encodeURIComponent(key)}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${encodeURIComponent(key)}</Key><Size>${files.get(`/bucket/${key}`)?.length}</Size></Contents>`,
  );
  const next = rest.length > max ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><EncodingType>url</EncodingType><IsTruncated>${rest.length > max}</IsTruncated>${items.join('')}${next}</ListBucketResult>`;
}
