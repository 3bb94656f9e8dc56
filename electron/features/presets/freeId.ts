// Derives a new preset's file name, numbered if taken. Keeps letters of all scripts.

import { readdir } from 'node:fs/promises';
import { isPresetId } from '../../../shared/features/presets/preset.ts';

const longest = 60;

/** `place` is its folder, which may not exist yet. */
export async function freeId(place: string, name: string): Promise<string> {
  const takenIds = new Set(
    (await readdir(place).catch(() => [])).map((file) => file.replace(/\.md$/i, '').toLocaleLowerCase('en')),
  );
  const plain = name
    .normalize('NFC')
    .toLocaleLowerCase('en')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+|-+$/gu, '');
  const short = [...plain].slice(0, longest).join('').replace(/-+$/, '');
  const base = isPresetId(short) && !reserved.test(short) ? short : 'preset';
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!takenIds.has(id)) return id;
  }
}

/** Reserved names on Windows. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
