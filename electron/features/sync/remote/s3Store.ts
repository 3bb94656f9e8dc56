// A store in an S3 bucket, or in any server that speaks S3.

import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { type Collector, collectBytes } from './http/collectors.ts';
import { encodePath, exchange, type HttpDeps, type HttpRequest, type HttpResponse } from './http/exchange.ts';
import { collectXmlList, readXmlTexts, type XmlList } from './http/xmlList.ts';
import { maxObjectBytes, remoteFailure, storeFull, tooLarge } from './remoteFault.ts';
import { checkName, cleanEntries } from './remoteNames.ts';
import type { RemoteEntry, RemoteStore } from './remoteStore.ts';

export interface S3Options extends Omit<HttpDeps, 'store'> {
  /** The server's address, without the bucket. */
  endpoint: string;
  region: string;
  bucket: string;
  /** The bucket as the first part of the path; else of the host. */
  pathStyle: boolean;
  prefix: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Entries for each request of a list. Default: 1000, the maximum. */
  pageSize?: number;
}

/** A store that never ends a list is not asked further. */
const maxPages = 10_000;

interface Call {
  method: string;
  name: string;
  object: string;
  search?: Record<string, string>;
  body?: Uint8Array;
  signal: AbortSignal;
}

export function createS3Store(options: S3Options): RemoteStore {
  const { endpoint, region, bucket, pathStyle, prefix, credentials, clock, pageSize = 1000 } = options;
  const server = new URL(endpoint);
  const store = say`The bucket ${bucket} at ${server.host}`;
  const path = server.pathname.replace(/\/+$/, '');
  const root = pathStyle
    ? `${server.origin}${path}/${encodePath(bucket)}`
    : `${server.protocol}//${bucket}.${server.host}${path}`;
  /** Added to the machine's clock, once the server has refused it. */
  let clockOffsetMs = 0;

  async function signed({ method, name, search, body }: Call): Promise<HttpRequest> {
    const url = `${root}/${encodePath(name)}${search ? `?${encodeSearch(search)}` : ''}`;
    const signer = new AwsV4Signer({
      ...credentials,
      method,
      url,
      region,
      service: 's3',
      datetime: new Date(clock.now().getTime() + clockOffsetMs).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
    });
    const { headers } = await signer.sign();
    return { method, url, headers: Object.fromEntries(headers), ...(body ? { body } : {}) };
  }

  async function send<T>(
    call: Call,
    collect: () => Collector<T>,
    accepted: readonly number[],
  ): Promise<Result<HttpResponse<T>>> {
    const once = () =>
      exchange(
        { ...options, store },
        {
          object: call.object,
          request: () => signed(call),
          accepts: (status) => accepted.includes(status),
          collect,
          signal: call.signal,
        },
      );
    const first = await once();
    if (!first.ok || first.value.value !== null) return first;
    const isSkewed = errorOf(first.value).code === 'RequestTimeTooSkewed';
    const serverTime = Date.parse(first.value.headers.get('date') ?? '');
    if (!isSkewed || Number.isNaN(serverTime)) return first;
    clockOffsetMs = serverTime - clock.now().getTime();
    return once();
  }

  function refused({ status, text }: HttpResponse<unknown>, object: string) {
    const { code, message, region: rightRegion } = errorOf({ text });
    const named = faults(store, { bucket, region, object })[code]?.(rightRegion);
    if (named) return named;
    if (status === 401 || status === 403) {
      return remoteFailure(
        'credentials',
        say`${store} does not allow ${object} (HTTP ${status} ${code}). Check the keys and what they may do.`,
      );
    }
    if (status === 507) return storeFull(store);
    if (status === 413) return tooLarge(store, object);
    return remoteFailure(
      'unfit',
      say`${store} returned HTTP ${status} for ${object}: ${code} ${message.slice(0, 200)}`,
    );
  }

  async function listPage(name: string, search: Record<string, string>, signal: AbortSignal): Promise<Result<XmlList>> {
    const call: Call = { method: 'GET', name: '', object: name === '' ? prefix : name, search, signal };
    const sent = await send(call, () => collectXmlList('ListBucketResult', ['Contents', 'CommonPrefixes']), [200]);
    if (!sent.ok) return sent;
    return sent.value.value === null ? refused(sent.value, call.object) : ok(sent.value.value);
  }

  const endless = (name: string) =>
    remoteFailure('unfit', say`${store} does not continue a list of ${name || prefix}: the rest of it cannot be seen.`);

  return {
    async list(name, { after = '', signal }) {
      const folder = `${prefix}/${name === '' ? '' : `${checkName(name)}/`}`;
      const base = {
        'list-type': '2',
        delimiter: '/',
        'encoding-type': 'url',
        'max-keys': String(pageSize),
        prefix: folder,
      };
      const entries: RemoteEntry[] = [];
      let next: Record<string, string> = after === '' ? {} : { 'start-after': `${folder}${after}` };
      for (let page = 1; page <= maxPages; page++) {
        const listed = await listPage(name, { ...base, ...next }, signal);
        if (!listed.ok)
          return page === 1 ? listed : cannotContinue(listed.error.code === 'CANCELLED' ? null : store, listed);

        entries.push(...entriesOf(listed.value, folder));
        if (listed.value.texts.get('IsTruncated') !== 'true') return ok(cleanEntries(entries, after));
        const token = listed.value.texts.get('NextContinuationToken');
        if (!token || token === next['continuation-token']) {
          return endless(name);
        }
        next = { 'continuation-token': token };
      }
      return endless(name);
    },

    async get(name, signal) {
      const call: Call = { method: 'GET', name: `${prefix}/${checkName(name)}`, object: name, signal };
      const sent = await send(call, collectBytes, [200]);
      if (!sent.ok) return sent;
      if (sent.value.value !== null) return ok(sent.value.value);
      const isAbsent = sent.value.status === 404 && errorOf(sent.value).code !== 'NoSuchBucket';
      return isAbsent ? ok(null) : refused(sent.value, name);
    },

    async put(name, bytes, signal) {
      if (bytes.length > maxObjectBytes) return tooLarge(store, name);
      const call: Call = { method: 'PUT', name: `${prefix}/${checkName(name)}`, object: name, body: bytes, signal };
      const sent = await send(call, collectNothing, [200, 201, 204]);
      if (!sent.ok) return sent;
      return sent.value.value === null ? refused(sent.value, name) : ok(undefined);
    },

    async remove(name, signal) {
      const call: Call = { method: 'DELETE', name: `${prefix}/${checkName(name)}`, object: name, signal };
      const sent = await send(call, collectNothing, [200, 202, 204]);
      if (!sent.ok) return sent;
      const isAbsent = sent.value.status === 404 && errorOf(sent.value).code !== 'NoSuchBucket';
      return sent.value.value !== null || isAbsent ? ok(undefined) : refused(sent.value, name);
    },
  };
}

/** Errors of S3 by code (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html) that users can do something about. */
function faults(
  store: Sentence,
  { bucket, region, object }: { bucket: string; region: string; object: string },
): Record<string, (rightRegion: string) => ReturnType<typeof remoteFailure>> {
  const wrongKeys = () =>
    remoteFailure('credentials', say`${store} does not know this access key, or the secret key does not belong to it.`);
  const wrongRegion = (right: string) =>
    remoteFailure('unfit', say`${store} is not in the region ${region}. The server names: ${right || '–'}`);
  const noBucket = () => remoteFailure('missing', say`There is no bucket ${bucket}. Create it, or check its name.`);
  const full = () => storeFull(store);
  return {
    InvalidAccessKeyId: wrongKeys,
    SignatureDoesNotMatch: wrongKeys,
    AccessDenied: () => remoteFailure('readOnly', say`${store} does not allow ${object} with these keys.`),
    RequestTimeTooSkewed: () =>
      remoteFailure('clock', say`${store} refuses the time of this machine’s clock. Set the clock.`),
    NoSuchBucket: noBucket,
    InvalidBucketName: noBucket,
    AuthorizationHeaderMalformed: wrongRegion,
    PermanentRedirect: wrongRegion,
    EntityTooLarge: () => tooLarge(store, object),
    QuotaExceeded: full,
    InsufficientStorage: full,
    XMinioStorageFull: full,
    XMinioAdminBucketQuotaExceeded: full,
  };
}

function cannotContinue<T>(store: Sentence | null, failed: Result<T> & { ok: false }) {
  if (store === null) return failed;
  return {
    ok: false as const,
    error: {
      ...fail(
        failed.error.code,
        say`${store} returned the beginning of a list, but not the rest: ${failed.error.said ?? failed.error.message}`,
      ).error,
      ...(failed.error.details ? { details: failed.error.details } : {}),
    },
  };
}

function collectNothing(): Collector<true> {
  return { piece: () => {}, end: () => true };
}

function errorOf({ text }: { text: string }): { code: string; message: string; region: string } {
  const texts = readXmlTexts(text, 'Error');
  return { code: texts.get('Code') ?? '', message: texts.get('Message') ?? '', region: texts.get('Region') ?? '' };
}

/** As the signature needs it: sorted, and a space as %20. */
function encodeSearch(search: Record<string, string>): string {
  return Object.entries(search)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function entriesOf(list: XmlList, folder: string): RemoteEntry[] {
  const isEncoded = list.texts.get('EncodingType') === 'url';
  const nameOf = (key: string): string => {
    const text = isEncoded ? decoded(key) : key;
    return text.startsWith(folder) ? text.slice(folder.length) : '';
  };
  return list.items.map(({ element, texts }): RemoteEntry => {
    if (element === 'CommonPrefixes') {
      return { name: nameOf(texts.get('Prefix')?.[0] ?? '').replace(/\/$/, ''), kind: 'folder', bytes: 0 };
    }
    const size = Number(texts.get('Size')?.[0] ?? 0);
    return { name: nameOf(texts.get('Key')?.[0] ?? ''), kind: 'object', bytes: Number.isSafeInteger(size) ? size : 0 };
  });
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return '';
  }
}
