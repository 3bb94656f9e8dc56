// Where the store of this device is. Sign-in data is in the keychain, never here.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { isLoopback } from '../../../providers/http/baseUrl.ts';

const prefix = z.string().default('throughline');

export const storeConfigSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), folder: z.string(), prefix }),
  z.object({ kind: z.literal('webdav'), address: z.string(), prefix }),
  z.object({
    kind: z.literal('s3'),
    endpoint: z.string(),
    region: z.string(),
    bucket: z.string(),
    pathStyle: z.boolean(),
    prefix,
  }),
]);

export type StoreConfig = z.infer<typeof storeConfigSchema>;

/** For WebDAV a user name and a password, for S3 an access key and its secret; a folder needs none. */
export interface StoreCredentials {
  user: string;
  secret: string;
}

/** The folder or address, for the user. */
export function placeOf(store: StoreConfig): string {
  if (store.kind === 'folder') return store.folder;
  return store.kind === 'webdav' ? store.address : `${store.bucket} at ${store.endpoint}`;
}

/** Checks and normalizes what a user entered. */
export function checkConfig(config: StoreConfig): Result<StoreConfig> {
  const place = config.prefix.replace(/^\/+|\/+$/g, '');
  if (
    place === '' ||
    place.split('/').some((part) => part === '' || part === '.' || part === '..' || /[\p{Cc}\\]/u.test(part))
  ) {
    return fail('SETTINGS_INVALID', say`The folder inside the store must have a name, such as throughline.`);
  }
  if (config.kind === 'folder') return ok({ ...config, prefix: place });
  const address = checkAddress(config.kind === 'webdav' ? config.address : config.endpoint);
  if (!address.ok) return address;
  if (config.kind === 'webdav') return ok({ ...config, prefix: place, address: address.value });
  const bucket = config.bucket.trim();
  if (!/^[a-z0-9][a-z0-9._-]{1,62}$/i.test(bucket)) {
    return fail('SETTINGS_INVALID', say`Enter the name of a bucket: 3 to 63 letters, digits, dots and hyphens.`);
  }
  if (!/^[\w-]+$/.test(config.region))
    return fail('SETTINGS_INVALID', say`Enter the region of the bucket, such as us-east-1.`);
  return ok({ ...config, bucket, prefix: place, endpoint: address.value });
}

/** Returns the address without a trailing slash. Sign-in data belongs in the keychain, and only travels encrypted. */
function checkAddress(text: string): Result<string> {
  const url = URL.parse(text.trim());
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    return fail('SETTINGS_INVALID', say`Enter an address that starts with https://.`);
  }
  if (url.username !== '' || url.password !== '') {
    return fail(
      'SETTINGS_INVALID',
      say`The address must not contain a user name or password. They have fields of their own.`,
    );
  }
  if (url.search !== '' || url.hash !== '') {
    return fail('SETTINGS_INVALID', say`The address must end with its path. Remove everything from ? or # on.`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.href)) {
    return fail(
      'SETTINGS_INVALID',
      say`Plain http would show your sign-in to the network. Enter an address that starts with https://.`,
    );
  }
  return ok(url.href.replace(/\/+$/, ''));
}

/** Amazon's own servers have the bucket in the host; most others take it in the path. A dot would not fit the certificate. */
export function defaultPathStyle(endpoint: string, bucket: string): boolean {
  return bucket.includes('.') || !/(?:^|\.)amazonaws\.com(?:\.cn)?$/.test(URL.parse(endpoint)?.hostname ?? '');
}
