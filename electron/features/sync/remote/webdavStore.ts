// A store in a WebDAV folder (RFC 4918). Only what every server can do is used: PROPFIND, GET, PUT, DELETE, MKCOL and MOVE.

import { ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { type Collector, collectBytes } from './http/collectors.ts';
import { encodePath, exchange, type HttpDeps, type HttpResponse } from './http/exchange.ts';
import { collectXmlList, type XmlItem, type XmlList } from './http/xmlList.ts';
import { maxObjectBytes, remoteFailure, storeFull, tooLarge } from './remoteFault.ts';
import { checkName, cleanEntries, partialSuffix } from './remoteNames.ts';
import type { RemoteEntry, RemoteStore } from './remoteStore.ts';

export interface WebdavOptions extends Omit<HttpDeps, 'store'> {
  /** The user's folder, without a trailing slash. */
  address: string;
  /** Folder of sync inside it; created when it is missing. */
  prefix: string;
  credentials: { user: string; password: string };
}

/** Some servers show a file while it is being written. Larger objects than one packet or two get their name when they are complete. */
const maxDirectBytes = 16 * 1024;

const query = `<?xml version="1.0" encoding="utf-8"?>
<d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getcontentlength/></d:prop></d:propfind>`;

export function createWebdavStore(options: WebdavOptions): RemoteStore {
  const { address, prefix, credentials } = options;
  const store = say`The WebDAV folder at ${new URL(address).host}`;
  const authorization = `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`, 'utf8').toString('base64')}`;
  const root = `${address}/${encodePath(prefix)}`;
  const urlOf = (name: string): string => `${root}/${encodePath(checkName(name))}`;
  /** Null: the server cannot move, so objects are written under their names. */
  let canMove: boolean | null = null;

  async function send<T>(
    call: {
      method: string;
      url: string;
      object: string;
      signal: AbortSignal;
      headers?: Record<string, string>;
      body?: Uint8Array;
    },
    collect: () => Collector<T>,
    accepted: readonly number[],
  ): Promise<Result<HttpResponse<T>>> {
    const { method, url, object, signal, headers, body } = call;
    const request = async () => ({ method, url, headers: { authorization, ...headers }, ...(body ? { body } : {}) });
    const sent = await exchange(
      { ...options, store },
      { object, request, accepts: (status) => accepted.includes(status), collect, signal },
    );
    return sent.ok ? refused(sent.value, object) : sent;
  }

  /** Failures that are the same for each request. */
  function refused<T>(response: HttpResponse<T>, object: string): Result<HttpResponse<T>> {
    const { status, headers } = response;
    if (status === 401) {
      const offered = headers.get('www-authenticate') ?? '';
      if (offered !== '' && !/\bbasic\b/i.test(offered)) {
        return remoteFailure(
          'credentials',
          say`${store} does not accept passwords the basic way, but only: ${offered}.`,
        );
      }
      return remoteFailure('credentials', say`${store} refused the user name or the password.`);
    }
    if (status === 403)
      return remoteFailure('readOnly', say`${store} does not allow ${object} (HTTP 403). Check what this user may do.`);
    if (status === 507) return storeFull(store);
    if (status === 413) return tooLarge(store, object);
    return ok(response);
  }

  const unexpected = (object: string, status: number) =>
    remoteFailure(
      'unfit',
      say`${store} returned HTTP ${status} for ${object}. Is this the address of a WebDAV folder?`,
    );

  async function write(url: string, object: string, body: Uint8Array, signal: AbortSignal): Promise<Result<number>> {
    const call = { method: 'PUT', url, object, body, signal, headers: { 'content-type': 'application/octet-stream' } };
    const sent = await send(call, collectNothing, [200, 201, 204]);
    return sent.ok ? ok(sent.value.status) : sent;
  }

  /** Creates the folders that contain the object, below the user's folder. */
  async function makeFolders(name: string, signal: AbortSignal): Promise<Result<void>> {
    const parts = [...prefix.split('/'), ...name.split('/').slice(0, -1)];
    for (let depth = 1; depth <= parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      const call = { method: 'MKCOL', url: `${address}/${encodePath(folder)}/`, object: folder, signal };
      // 405: it exists.
      const made = await send(call, collectNothing, [200, 201, 204, 405]);
      if (!made.ok) return made;
      if (made.value.value !== null) continue;
      if (depth === 1 && [404, 409].includes(made.value.status)) {
        return remoteFailure('missing', say`${store} has no folder ${address}. Create it, or enter another address.`);
      }
      return unexpected(folder, made.value.status);
    }
    return ok(undefined);
  }

  /** Writes the object, and creates its folders where they are missing. */
  async function writeWithFolders(
    url: string,
    name: string,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<Result<void>> {
    let written = await write(url, name, bytes, signal);
    if (written.ok && [404, 405, 409].includes(written.value)) {
      const made = await makeFolders(name, signal);
      if (!made.ok) return made;
      written = await write(url, name, bytes, signal);
    }
    if (!written.ok) return written;
    return written.value < 300 ? ok(undefined) : unexpected(name, written.value);
  }

  async function remove(name: string, url: string, signal: AbortSignal): Promise<Result<void>> {
    const sent = await send(
      { method: 'DELETE', url, object: name, signal },
      collectNothing,
      [200, 202, 204, 404, 409, 410],
    );
    if (!sent.ok) return sent;
    return sent.value.value === null ? unexpected(name, sent.value.status) : ok(undefined);
  }

  return {
    async list(name, { after = '', signal }) {
      const url = name === '' ? `${root}/` : `${urlOf(name)}/`;
      const call = {
        method: 'PROPFIND',
        url,
        object: name === '' ? prefix : name,
        signal,
        headers: { depth: '1', 'content-type': 'application/xml; charset=utf-8' },
        body: Buffer.from(query, 'utf8'),
      };
      const sent = await send(call, () => collectXmlList('multistatus', ['response']), [207]);
      if (!sent.ok) return sent;
      if ([404, 409, 410].includes(sent.value.status)) return ok([]);
      if (sent.value.value === null) return unexpected(call.object, sent.value.status);
      return ok(cleanEntries(entriesOf(sent.value.value, url), after));
    },

    async get(name, signal) {
      const sent = await send({ method: 'GET', url: urlOf(name), object: name, signal }, collectBytes, [200]);
      if (!sent.ok) return sent;
      // 409: a folder on the way is missing.
      if ([404, 409, 410].includes(sent.value.status)) return ok(null);
      return sent.value.value === null ? unexpected(name, sent.value.status) : ok(sent.value.value);
    },

    async put(name, bytes, signal) {
      if (bytes.length > maxObjectBytes) return tooLarge(store, name);
      const url = urlOf(name);
      if (bytes.length <= maxDirectBytes || canMove === false) return writeWithFolders(url, name, bytes, signal);
      const written = await writeWithFolders(`${url}${partialSuffix}`, name, bytes, signal);
      if (!written.ok) return written;
      const call = {
        method: 'MOVE',
        url: `${url}${partialSuffix}`,
        object: name,
        signal,
        headers: { destination: url, overwrite: 'T' },
      };
      const moved = await send(call, collectNothing, [200, 201, 204]);
      canMove = moved.ok && moved.value.value !== null;
      if (canMove || signal.aborted) return moved.ok ? ok(undefined) : moved;
      // A server behind a proxy may not know its own address.
      const direct = await writeWithFolders(url, name, bytes, signal);
      if (direct.ok) await remove(name, `${url}${partialSuffix}`, signal);
      return direct;
    },

    remove: (name, signal) => remove(name, urlOf(name), signal),
  };
}

function collectNothing(): Collector<true> {
  return { piece: () => {}, end: () => true };
}

/** Servers return absolute or relative addresses, some with another host or path than the client used. */
function entriesOf(list: XmlList, url: string): RemoteEntry[] {
  const candidates = list.items.flatMap(({ texts }) => {
    const path = pathOf(texts.get('href')?.[0], url);
    return path === null || isGone(texts) ? [] : [{ path, texts }];
  });
  const requested = pathOf(url, url);
  const hasFolder = candidates.some(({ path }) => path === requested);
  const shortest = candidates.reduce<string | null>(
    (least, { path }) => (least === null || path.length < least.length ? path : least),
    null,
  );
  const folder = hasFolder ? requested : shortest;
  return candidates.flatMap(({ path, texts }): RemoteEntry[] => {
    if (path === folder) return [];
    const isFolder = texts.has('propstat/prop/resourcetype/collection');
    const size = Number(texts.get('propstat/prop/getcontentlength')?.find((text) => text !== '') ?? 0);
    const name = path.slice(path.lastIndexOf('/') + 1);
    return [{ name, kind: isFolder ? 'folder' : 'object', bytes: isFolder || !Number.isSafeInteger(size) ? 0 : size }];
  });
}

function pathOf(href: string | undefined, base: string): string | null {
  const url = href === undefined ? null : URL.parse(href, base);
  if (!url) return null;
  try {
    return decodeURIComponent(url.pathname).replace(/\/+$/, '');
  } catch {
    return null;
  }
}

function isGone(texts: XmlItem): boolean {
  return texts.get('status')?.some((status) => /\s404\b/.test(status)) ?? false;
}
