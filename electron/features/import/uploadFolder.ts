// Uploaded files for import, in a temporary folder of the data folder that is swept if its process was killed. External
// names only ever become names inside it.

import { dirname, join, relative, sep } from 'node:path';
import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { maxImportBytes, maxImportFiles } from '../../../shared/features/import/methods.ts';
import { temporaryName, writeAll } from '../../stores/files/atomicWrite.ts';
import { type Disk, diskReason, fileMode, folderMode } from '../../stores/files/disk.ts';
import type { UploadFolder } from './imports.ts';

const deepest = 20;
const maxNameLength = 255;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export function createUploadFolder(
  disk: Disk,
  dataDir: string,
  { bytes: maxBytes, files: maxFiles } = { bytes: maxImportBytes, files: maxImportFiles },
): UploadFolder {
  const root = temporaryName(join(dataDir, 'import'), disk.owner?.() ?? null);
  /** Received bytes and original path of each file, by its path here. */
  const files = new Map<string, { bytes: number; path: string }>();
  let total = 0;

  function refusal(path: string, place: string, offset: number, bytes: number): ReturnType<typeof fail> | null {
    const uploadedFile = files.get(place);
    if ((uploadedFile && uploadedFile.path !== path) || offset !== (uploadedFile?.bytes ?? 0)) {
      return fail('PARAMS_INVALID', say`${path} was not uploaded: its parts arrived out of order. Try again.`);
    }
    if (!uploadedFile && files.size >= maxFiles) {
      return fail('REQUEST_TOO_LARGE', say`You selected more than ${maxFiles} files. Choose fewer.`);
    }
    if (total + bytes > maxBytes) {
      const max = maxBytes / 1024 / 1024;
      return fail('REQUEST_TOO_LARGE', say`These files exceed ${max} MB in total. Choose fewer.`);
    }
    return null;
  }

  return {
    async add({ path, bytes, offset }) {
      const names = safeNames(path);
      if (names === null) return fail('PARAMS_INVALID', say`This is not a file path: ${path}`);
      const place = join(root, ...names);
      const refused = refusal(path, place, offset, bytes.length);
      if (refused) return refused;
      try {
        const isNew = !files.has(place);
        if (isNew) await disk.mkdir(dirname(place), { recursive: true, mode: folderMode });
        const handle = await disk.open(place, isNew ? 'wx' : 'r+', fileMode);
        try {
          await writeAll(handle, bytes, offset);
        } finally {
          await handle.close();
        }
      } catch (thrown) {
        return fail('STORE_WRITE_FAILED', say`${path} was not uploaded: ${diskReason(thrown)}.`);
      }
      files.set(place, { bytes: offset + bytes.length, path });
      total += bytes.length;
      return ok(undefined);
    },
    async paths() {
      const names = new Set([...files.keys()].map((place) => relative(root, place).split(sep)[0] as string));
      return [...names].toSorted().map((name) => join(root, name));
    },
    nameOf: (path) => files.get(path)?.path ?? relative(root, path),
    async discard() {
      files.clear();
      await disk.rm(root, { recursive: true, force: true }).catch(() => {});
    },
  };
}

/** Segments that are safe on any system; null if the path leads elsewhere or nowhere. */
function safeNames(path: string): string[] | null {
  const names = path.split('/');
  if (names.length > deepest) return null;
  const safe = names.map((name) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no system takes them all
    const plain = name.replace(/[<>:"|?*\\\u0000-\u001f\u007f]/g, '_').replace(/[. ]+$/, '_');
    return reserved.test(plain) ? `_${plain}` : plain;
  });
  const isSafe = names.every((name) => name !== '' && name !== '.' && name !== '..');
  return isSafe && safe.every((name) => name.length <= maxNameLength) ? safe : null;
}
