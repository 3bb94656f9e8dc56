// Recorded exchanges of real providers, if they are next to the project: the nearest parent folder with a
// `shared/corpus`. Tests that need them are skipped without them, and say so.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProviderKind } from '../../shared/features/models/providerKind.ts';

export interface Recording {
  /** Relative to the corpus, with `/`. */
  file: string;
  /** The manifest's name: `chat`, `anthropic`, pairs of these, … */
  wire: string;
  vendor: string;
  model: string;
  status: number;
  /** What it contains. */
  tags: readonly string[];
  /** The usage fields that are set. */
  usage: readonly string[];
  /** The same in the manifest's words. */
  what: string;
  read(): Buffer;
}

const folderOf: Record<ProviderKind, string> = {
  openai: 'chat',
  responses: 'responses',
  anthropic: 'anthropic',
  gemini: 'gemini',
  ollama: 'ollama',
};

/** The folder; null if there is none. */
export const corpusFolder = ((): string | null => {
  for (let at = import.meta.dirname; ; at = path.dirname(at)) {
    const folder = path.join(at, 'shared', 'corpus');
    if (existsSync(path.join(folder, 'MANIFEST.tsv'))) return folder;
    if (at === path.dirname(at)) return null;
  }
})();

/** Every line of the manifest; empty without a corpus. */
export function recordings(): Recording[] {
  const folder = corpusFolder;
  if (folder === null) {
    console.log('no corpus beside the project: what needs recorded exchanges is left out');
    return [];
  }
  const lines = readFileSync(path.join(folder, 'MANIFEST.tsv'), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [file = '', wire = '', vendor = '', model = '', status = '', , what = ''] = line.split('\t');
    const [tags = '', usage = ''] = what.split(' | ');
    return {
      file,
      wire,
      vendor,
      model,
      status: Number(status),
      tags: tags.split(' '),
      usage: usage.split(' ').filter(Boolean),
      what,
      read: () => readFileSync(path.join(folder, file)),
    };
  });
}

/** The answers of one API, in the manifest's order. */
export function answersOf(all: readonly Recording[], kind: ProviderKind): Recording[] {
  return all.filter(({ file, wire }) => wire === folderOf[kind] && file.startsWith(`${folderOf[kind]}/`));
}

/** As served. */
export function contentTypeOf({ file }: Recording): string {
  if (file.endsWith('.sse')) return 'text/event-stream; charset=utf-8';
  return file.endsWith('.ndjson') ? 'application/x-ndjson' : 'application/json';
}
