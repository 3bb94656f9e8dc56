// Recorded exchanges of real providers, where they lie beside the project: the first folder above with a `shared/corpus`. A test
// that needs them says so and is left out where they are not.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { WireKind } from '../../shared/features/models/providerKind.ts';

export interface Recording {
  /** Below the corpus, with `/`. */
  file: string;
  /** As the manifest names it: `chat`, `anthropic`, `pairs` of these, … */
  wire: string;
  vendor: string;
  model: string;
  status: number;
  /** What is in it. */
  tags: readonly string[];
  /** The fields of its usage that are set. */
  usage: readonly string[];
  /** The same in the manifest's words. */
  what: string;
  read(): Buffer;
}

const folderOf: Record<WireKind, string> = {
  openai: 'chat',
  responses: 'responses',
  anthropic: 'anthropic',
  gemini: 'gemini',
  ollama: 'ollama',
};

/** The folder; null: it is not there. */
export const corpusFolder = ((): string | null => {
  for (let at = import.meta.dirname; ; at = path.dirname(at)) {
    const folder = path.join(at, 'shared', 'corpus');
    if (existsSync(path.join(folder, 'MANIFEST.tsv'))) return folder;
    if (at === path.dirname(at)) return null;
  }
})();

/** Every line of the manifest; empty where there is no corpus. */
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

/** The answers of one wire, in the manifest's order. */
export function answersOf(all: readonly Recording[], kind: WireKind): Recording[] {
  return all.filter(({ file, wire }) => wire === folderOf[kind] && file.startsWith(`${folderOf[kind]}/`));
}

/** As it was served. */
export function contentTypeOf({ file }: Recording): string {
  if (file.endsWith('.sse')) return 'text/event-stream; charset=utf-8';
  return file.endsWith('.ndjson') ? 'application/x-ndjson' : 'application/json';
}
