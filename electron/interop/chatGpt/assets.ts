// Images and files in a ChatGPT export. Messages refer to them by asset pointer; file names in the export start with
// the same id.

import { maxAttachmentBytes } from '../../../shared/conversation/attachmentLimits.ts';
import type { HistoryFile } from '../history.ts';

const folders = ['.', 'dalle-generations'];

export interface Assets {
  /** Null if it is not in the export. */
  find(pointer: string): Promise<Uint8Array | null>;
}

export function createAssets(file: HistoryFile): Assets {
  let names: Promise<string[]> | null = null;

  async function allNames(): Promise<string[]> {
    const names: string[] = [];
    for (const folder of folders) {
      for (const name of await file.namesIn(folder)) names.push(folder === '.' ? name : `${folder}/${name}`);
    }
    return names;
  }

  return {
    async find(pointer) {
      const id = /^[\w-]+:\/\/([\w-]{4,100})/.exec(pointer)?.[1];
      if (id === undefined) return null;
      names ??= allNames();
      const name = (await names).find((each) => (each.split('/').at(-1) ?? '').startsWith(id));
      if (name === undefined) return null;
      const asset = await file.beside(name);
      return asset ? asset.bytes(maxAttachmentBytes) : null;
    },
  };
}
