// Reads the parts of a publication from the store: each is verified before its bytes are used, and the whole at the end.

import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import { contentHash } from '../../../lib/ids.ts';
import { parseJson } from '../../sync/seal/signedObject.ts';
import type { OpenTeam } from '../team/teamAccount.ts';
import { type IndexEntry, partObject } from '../team/teamIndex.ts';

type Take = (line: unknown) => Promise<Result<void>>;

const newline = 0x0a;
/** An attachment is one line. */
const maxLineBytes = 128 * 1024 * 1024;

function damaged(entry: IndexEntry) {
  return fail('SYNC_DAMAGED', say`“${entry.title}” in the store is not what its author has published.`);
}

/** Calls `take` for each line. A missing part is SYNC_DAMAGED, too: the author may be replacing it just now. */
export async function fetchLines(
  { remote, sealer, config }: Pick<OpenTeam, 'remote' | 'sealer' | 'config'>,
  device: string,
  entry: IndexEntry,
  take: Take,
  signal: AbortSignal,
): Promise<Result<void>> {
  const whole = createHash('sha256');
  const slice = createTimeSlice();
  let rest: Buffer[] = [];
  let restBytes = 0;
  let bytes = 0;
  for (const [n, part] of entry.parts.entries()) {
    const name = partObject(config.space, device, entry.folder, n);
    const stored = await remote.get(name, signal);
    if (!stored.ok) return stored;
    if (stored.value === null) return fail('SYNC_DAMAGED', say`A part of “${entry.title}” is not in the store.`);
    const opened = await sealer.open(device, name, stored.value);
    if (!opened.ok) return opened;
    const content = Buffer.from(opened.value);
    if (content.length !== part.bytes || contentHash(content) !== part.hash) return damaged(entry);
    whole.update(content);
    bytes += content.length;
    let at = 0;
    for (let end = content.indexOf(newline); end >= 0; end = content.indexOf(newline, at)) {
      const line = Buffer.concat([...rest, content.subarray(at, end)]);
      [rest, restBytes, at] = [[], 0, end + 1];
      await slice();
      const taken = await take(parseJson(line));
      if (!taken.ok) return taken;
    }
    rest.push(content.subarray(at));
    restBytes += content.length - at;
    if (restBytes > maxLineBytes) return damaged(entry);
  }
  if (restBytes > 0 || bytes !== entry.bytes || whole.digest('hex') !== entry.hash) return damaged(entry);
  return ok(undefined);
}
