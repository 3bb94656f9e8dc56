// What a new file is called: after the preset, with a number where that is taken. Letters of every script stay.

import { readdir } from 'node:fs/promises';
import { isPresetId } from '../../../shared/features/presets/preset.ts';

const longest = 60;

/** `place`: the folder that it will stand in; one that is not there has none. */
export async function freeId(place: string, name: string): Promise<string> {
  const taken = new Set(
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
    if (!taken.has(id)) return id;
  }
}

/** Names that Windows keeps for itself. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
