// A worker that colors code with Shiki, using the platform's own regular expressions (no WebAssembly, no eval). Handles
// one request at a time, and remembers the grammar state of a limited number of blocks.

import { createCssVariablesTheme, createHighlighterCore, type GrammarState, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { Token } from '../../core/state/textTools.ts';
import type { ColorAnswer, ColorRequest } from './highlighter.ts';
import { limits } from './limits.ts';

/** Languages of code blocks, with their aliases; each grammar loads on first use. */
const grammars: Record<string, Grammar> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
};

const chains = 60;
const theme = 'roles';

function createColoring() {
  const states = new Map<number, GrammarState>();
  let core: Promise<HighlighterCore> | null = null;

  return async function colour({ chain, language, text }: ColorRequest): Promise<Token[][] | null> {
    core ??= loadCore();
    const highlighter = await core;
    const load = grammars[language];
    if (!load) return null;
    if (!highlighter.getLoadedLanguages().includes(language)) {
      await highlighter.loadLanguage((await load()).default as never);
    }
    const before = states.get(chain);
    const lines = highlighter.codeToTokensBase(text.replace(/\n$/, ''), {
      lang: language,
      theme,
      tokenizeMaxLineLength: limits.colouredLine,
      // A time limit would stop in the middle of a line and color the rest like its last token.
      tokenizeTimeLimit: 0,
      ...(before ? { grammarState: before } : {}),
    });
    const after = highlighter.getLastGrammarState(lines);
    states.delete(chain);
    if (after) states.set(chain, after);
    for (const oldest of states.keys()) {
      if (states.size <= chains) break;
      states.delete(oldest);
    }
    return lines.map((line) => merged(line.map(({ content, color }) => ({ text: content, color: roleOf(color) }))));
  };
}

/** Text in the default color needs no element of its own. */
const roleOf = (color: string | undefined): string | undefined =>
  color === undefined || color.includes('--shiki-foreground') ? undefined : color;

function merged(tokens: Token[]): Token[] {
  const mergedTokens: Token[] = [];
  for (const token of tokens) {
    const last = mergedTokens.at(-1);
    if (last && last.color === token.color) last.text += token.text;
    else mergedTokens.push({ ...token });
  }
  return mergedTokens;
}

async function loadCore(): Promise<HighlighterCore> {
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: theme, variablePrefix: '--shiki-', fontStyle: false })],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

const colour = createColoring();
let turn: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ColorRequest>) => {
  turn = turn.then(async () => {
    const lines = await colour(data).catch(() => null);
    const answer: ColorAnswer = { id: data.id, lines };
    postMessage(answer);
  });
});

type Grammar = () => Promise<{ default: unknown }>;
