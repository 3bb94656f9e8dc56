// The options for the place of a store, of the commands that set one up.

import { nonBlank } from '../../host/terminal/options.ts';

export const storeOptions = {
  folder: nonBlank('--folder needs a folder'),
  webdav: nonBlank('--webdav needs the address of a WebDAV folder'),
  s3: nonBlank('--s3 needs the address of a server'),
  bucket: nonBlank('--bucket needs a name'),
  region: nonBlank('--region needs a name'),
  user: nonBlank('--user needs a user name or an access key'),
  secretFile: nonBlank('--secret-file needs the name of a file'),
  prefix: nonBlank('--prefix needs the name of a folder'),
} as const;

export type StoreValues = Record<keyof typeof storeOptions, string | undefined>;

const kinds = ['folder', 'webdav', 's3'] as const;

/** Returns the problem; null if there is none. `command`: for the sentence. */
export function checkStoreOptions(values: StoreValues, command: string, takesStore: boolean): string | null {
  const chosen = kinds.filter((kind) => values[kind] !== undefined);
  if (!takesStore) {
    return chosen.length > 0 || values.user || values.secretFile || values.prefix ? `${command} takes no store` : null;
  }
  if (chosen.length !== 1) return `${command} needs one store: --folder, --webdav or --s3`;
  if (values.s3 && !values.bucket) return '--s3 needs --bucket';
  if (!values.s3 && (values.bucket || values.region)) return '--bucket and --region belong to --s3';
  return (values.webdav || values.s3) && !values.user ? `--${chosen[0]} needs --user` : null;
}
