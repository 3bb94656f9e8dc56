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
type StartWorker = () => Worker | undefined;

const startColorWorker: StartWorker = () =>
  typeof Worker === 'undefined'
    ? undefined
    : new Worker(new URL('./colorWorker.ts', import.meta.url), { type: 'module', name: 'colours' });

/** A worker whose file did not load starts again with the next request, or the next connection to the host. */
const maxTries = 3;

interface Pending {
  request: ColorRequest;
  settle(lines: Token[][] | null): void;
  tries: number;
}

interface HighlighterDeps {
  startWorker?: StartWorker;
  onConnected?(listener: () => void): unknown;
}

export function createHighlighter(deps: HighlighterDeps = {}): Highlighter {
  const { startWorker = startColorWorker, onConnected } = deps;
  const cache = new Map<string, Token[][]>();
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let hasAnswered = false;
  let ids = 0;

  function settle(id: number, lines: Token[][] | null): void {
    pending.get(id)?.settle(lines);
    pending.delete(id);
  }

  /** A worker that never answered has no state to lose, so its requests are sent again. */
  function onError(): void {
    worker?.terminate();
    worker = undefined;
    for (const [id, waiting] of pending) if (hasAnswered || ++waiting.tries >= maxTries) settle(id, null);
  }

  function start(): void {
    if (worker) return;
    hasAnswered = false;
    try {
      worker = startWorker();
    } catch {
      worker = undefined;
    }
    worker?.addEventListener('message', ({ data }: MessageEvent<ColorAnswer>) => {
      hasAnswered = true;
      settle(data.id, data.lines);
    });
    worker?.addEventListener('error', onError);
    for (const { request } of pending.values()) worker?.postMessage(request);
  }

  onConnected?.(() => {
    if (pending.size > 0) start();
  });

  return {
    start(word) {
      const language = languageFor(word);
      if (language === null) return null;
      const chain = ++ids;
      let first: Worker | undefined;
      return {
        next(text) {
          start();
          // The grammar's state after the previous lines ended with the worker that had it.
          if (!worker || (first && first !== worker)) return Promise.resolve(null);
          return new Promise((resolve) => {
            const id = ++ids;
            const request: ColorRequest = { id, chain, language, text };
            pending.set(id, {
              request,
              tries: 0,
              settle(lines) {
                first = worker;
                resolve(lines);
              },
            });
            worker?.postMessage(request);
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
