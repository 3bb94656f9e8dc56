// Prepares an item for publication: masked, and still usable after that.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say, toUserTextData, type UserText } from '../../../../shared/core/sentence.ts';
import type { ItemFile, ItemPreview } from '../../../../shared/features/sharing/items.ts';
import { contentHash } from '../../../lib/ids.ts';
import type { Scrubber } from '../publish/scrub.ts';
import { inspectItem } from './inspectItem.ts';
import { type Item, type ItemFileContent, isItemName, isItemPath, itemLines, plainText } from './itemFormat.ts';
import { type ItemSource, sourceOf } from './itemSources.ts';

export interface PreparedItem {
  source: string;
  sourceHash: string;
  title: string;
  lines(): AsyncGenerator<unknown>;
  preview: Pick<ItemPreview, 'kind' | 'name' | 'files' | 'notes'>;
}

export async function prepareItem({ item, notes }: ItemSource, scrub: Scrubber): Promise<Result<PreparedItem>> {
  for (const { path, bytes } of item.files) {
    await scrub.scan(path);
    const text = plainText(bytes);
    if (text !== null) await scrub.scan(text);
  }
  await scrub.scan(item.name);
  const files: ItemFileContent[] = [];
  for (const { path, bytes } of item.files) {
    const text = plainText(bytes);
    const cleaned = text === null ? bytes : Buffer.from(await scrub.cleanDeep(text), 'utf8');
    files.push({ path: scrub.clean(path), bytes: cleaned });
  }
  const masked: Item = { kind: item.kind, name: scrub.clean(item.name), files };
  if (!isItemName(masked.kind, masked.name) || !files.every(({ path }) => isItemPath(path))) {
    return fail('PARAMS_INVALID', say`The name of it or of one of its files looks like a secret. Rename it first.`);
  }
  const { problem } = inspectItem(masked);
  if (problem !== null) {
    return fail('PARAMS_INVALID', say`It could not be used by others as it would be published: ${problem}`);
  }
  const binaries = files.filter(({ bytes }) => plainText(bytes) === null).length;
  const allNotes: UserText[] = [
    ...notes,
    ...(binaries > 0
      ? [say`In ${binaries} of its files nothing can be masked, as they are no text. Look at them first.`]
      : []),
  ];
  return ok({
    source: sourceOf(item),
    sourceHash: hashOfItem(item),
    title: masked.name,
    async *lines() {
      yield* itemLines(masked);
    },
    preview: { kind: masked.kind, name: masked.name, files: files.map(asShown), notes: allNotes.map(toUserTextData) },
  });
}

/** Recognizes that the original has changed since it was published. */
function hashOfItem(item: Item): string {
  return contentHash(Buffer.from(JSON.stringify([...itemLines(item)]), 'utf8'));
}

export function asShown({ path, bytes }: ItemFileContent): ItemFile {
  return { path, text: plainText(bytes), bytes: bytes.length };
}
