// The names that sync uses in a store. Syncing apps and servers add files of their own next to ours: conflict copies, parts, indexes.

const objectName = /^(?!.{513})[0-9a-z_-][0-9a-z._-]*(?:\/[0-9a-z_-][0-9a-z._-]*)*$/;

/** Copies and partial files of syncing apps whose names could be ours. Others begin with a dot or have a capital or a space. */
const foreignName = /[.-]sync-conflict|\.(?:part|partial|tmp|temp|lock|bts|!sync|filepart|crdownload|megatmp)$|\.tmp-/;

/** Suffix of an upload that is not complete. */
export const partialSuffix = '.part';

/** Whether a name in a list can be an object or folder of sync. */
function isEntryName(name: string): boolean {
  return objectName.test(name) && !name.includes('/') && !foreignName.test(name);
}

/** A wrong name is a bug of the caller: it could leave the user's prefix. */
export function checkName(name: string): string {
  if (!objectName.test(name)) throw new Error(`not the name of an object: ${name}`);
  return name;
}

/** Sorts and filters what a store returned; it may repeat entries and ignore `after`. */
export function cleanEntries<Entry extends { name: string }>(entries: Iterable<Entry>, after: string): Entry[] {
  const byName = new Map<string, Entry>();
  for (const entry of entries) if (isEntryName(entry.name) && entry.name > after) byName.set(entry.name, entry);
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
