// Colors code in a worker that starts with the first code block. Without a worker or grammar, code stays plain. Recent
// results are cached, so that a block that reappears is colored at once.

import type { Highlighter, Token } from '../../core/state/textTools.ts';

/** Lines of one code block, in order: the grammar continues after the previous lines of `chain`. */
export interface ColorRequest {
  id: number;
  chain: number;
  language: string;
  /** Whole lines. */
  text: string;
}

/** Null: coloring failed. */
export interface ColorAnswer {
  id: number;
  lines: Token[][] | null;
}

const remembered = 400;

/** Undefined if workers are unavailable. */
export type StartWorker = () => Worker | undefined;

const startColorWorker: StartWorker = () =>
  typeof Worker === 'undefined'
    ? undefined
    : new Worker(new URL('./colorWorker.ts', import.meta.url), { type: 'module', name: 'colours' });

export function createHighlighter(startWorker: StartWorker = startColorWorker): Highlighter {
  const cache = new Map<string, Token[][]>();
  const waiting = new Map<number, (lines: Token[][] | null) => void>();
  let worker: Worker | undefined;
  let failed = false;
  let ids = 0;

  function giveUp(): void {
    failed = true;
    worker?.terminate();
    worker = undefined;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  }

  function running(): Worker | undefined {
    if (worker || failed) return worker;
    try {
      worker = startWorker();
    } catch {
      failed = true;
    }
    worker?.addEventListener('message', ({ data }: MessageEvent<ColorAnswer>) => {
      waiting.get(data.id)?.(data.lines);
      waiting.delete(data.id);
    });
    worker?.addEventListener('error', giveUp);
    return worker;
  }

  return {
    start(word) {
      const language = languageFor(word);
      if (language === null) return null;
      const chain = ++ids;
      return {
        next(text) {
          const started = running();
          if (!started) return Promise.resolve(null);
          return new Promise((resolve) => {
            const id = ++ids;
            waiting.set(id, resolve);
            const request: ColorRequest = { id, chain, language, text };
            started.postMessage(request);
          });
        },
      };
    },
    cached: (name) => cache.get(name),
    remember(name, lines) {
      cache.delete(name);
      cache.set(name, lines);
      for (const oldest of cache.keys()) {
        if (cache.size <= remembered) break;
        cache.delete(oldest);
      }
    },
  };
}

/** Maps a fence's info string or a file extension to a language. Contains no grammars, so it is cheap to load. */
const languages = new Set(
  'bash c cpp csharp css diff docker go html java javascript json jsx kotlin markdown php python ruby rust sql swift toml tsx typescript xml yaml'.split(
    ' ',
  ),
);

const aliases: Record<string, string> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  'c++': 'cpp',
  cc: 'cpp',
  h: 'c',
  hpp: 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  dockerfile: 'docker',
  golang: 'go',
  htm: 'html',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsonc: 'json',
  json5: 'json',
  kt: 'kotlin',
  md: 'markdown',
  patch: 'diff',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  ts: 'typescript',
  mts: 'typescript',
  svg: 'xml',
  yml: 'yaml',
};

/** The language's name; null without a grammar. */
function languageFor(word: string): string | null {
  const name = word.toLowerCase();
  const language = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
  return languages.has(language) ? language : null;
}
