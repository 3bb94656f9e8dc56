// Colours for code, had only when code is first shown: Shiki's core, its engine on the platform's own regular
// expressions (no WebAssembly, no eval), and one grammar at a time. Where there is no grammar the code stays plain.

import type { HighlighterCore } from 'shiki/core';

export interface Token {
  text: string;
  color: string | undefined;
}

export interface Highlighter {
  /** Lines of tokens, at once when they are known already. */
  known(code: string, language: string): Token[][] | null;
  /** Null when the language is not known or the code is too long to be worth it. Never rejects. */
  tokens(code: string, language: string): Promise<Token[][] | null>;
}

type Grammar = () => Promise<{ default: unknown }>;

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

/** The grammar for a fence's word or a file's ending; null when there is none. */
export function languageFor(word: string): string | null {
  const name = word.toLowerCase();
  const language = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
  return Object.hasOwn(grammars, language) ? language : null;
}

const longest = 60_000;
const remembered = 60;

export function createHighlighter(): Highlighter {
  let core: Promise<HighlighterCore> | null = null;
  const cache = new Map<string, Token[][]>();
  const cacheKey = (code: string, language: string): string => `${language}\n${code}`;

  async function colour(code: string, language: string): Promise<Token[][] | null> {
    core ??= loadCore();
    const highlighter = await core;
    if (!highlighter.getLoadedLanguages().includes(language)) {
      const grammar = await (grammars[language] as Grammar)();
      await highlighter.loadLanguage(grammar.default as never);
    }
    const lines = highlighter.codeToTokensBase(code, { lang: language, theme: 'roles' });
    return lines.map((line) => line.map((token) => ({ text: token.content, color: token.color })));
  }

  return {
    known: (code, word) => cache.get(cacheKey(code, languageFor(word) ?? '')) ?? null,
    async tokens(code, word) {
      const language = languageFor(word);
      if (!language || code.length > longest) return null;
      try {
        const lines = await colour(code, language);
        if (lines) cache.set(cacheKey(code, language), lines);
        for (const oldest of cache.keys()) {
          if (cache.size <= remembered) break;
          cache.delete(oldest);
        }
        return lines;
      } catch {
        return null;
      }
    },
  };
}

async function loadCore(): Promise<HighlighterCore> {
  const [{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
  ]);
  const theme = createCssVariablesTheme({ name: 'roles', variablePrefix: '--shiki-', fontStyle: false });
  return createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}
