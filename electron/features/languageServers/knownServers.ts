// Language servers that the app can start, by file type. The first installed one of a language is used.

import { extname } from 'node:path';

interface ServerProgram {
  command: string;
  args: readonly string[];
}

export interface Language {
  name: string;
  /** File extension to the protocol's language id. */
  ids: Readonly<Record<string, string>>;
  programs: readonly ServerProgram[];
}

const stdio = ['--stdio'];

export const languages: readonly Language[] = [
  {
    name: 'TypeScript, JavaScript',
    ids: {
      '.ts': 'typescript',
      '.mts': 'typescript',
      '.cts': 'typescript',
      '.tsx': 'typescriptreact',
      '.js': 'javascript',
      '.mjs': 'javascript',
      '.cjs': 'javascript',
      '.jsx': 'javascriptreact',
    },
    // TypeScript's compiler serves from version 7 on; an earlier one ends at once.
    programs: [
      { command: 'typescript-language-server', args: stdio },
      { command: 'vtsls', args: stdio },
      { command: 'tsc', args: ['--lsp', '--stdio'] },
    ],
  },
  {
    name: 'Python',
    ids: { '.py': 'python', '.pyi': 'python' },
    programs: [
      { command: 'basedpyright-langserver', args: stdio },
      { command: 'pyright-langserver', args: stdio },
      { command: 'pylsp', args: [] },
      { command: 'ruff', args: ['server'] },
    ],
  },
  { name: 'Go', ids: { '.go': 'go' }, programs: [{ command: 'gopls', args: [] }] },
  { name: 'Rust', ids: { '.rs': 'rust' }, programs: [{ command: 'rust-analyzer', args: [] }] },
  {
    name: 'C, C++',
    ids: { '.c': 'c', '.h': 'c', '.cc': 'cpp', '.cpp': 'cpp', '.cxx': 'cpp', '.hpp': 'cpp', '.hh': 'cpp' },
    programs: [{ command: 'clangd', args: [] }],
  },
  {
    name: 'Ruby',
    ids: { '.rb': 'ruby' },
    programs: [
      { command: 'ruby-lsp', args: [] },
      { command: 'solargraph', args: ['stdio'] },
    ],
  },
  { name: 'PHP', ids: { '.php': 'php' }, programs: [{ command: 'intelephense', args: stdio }] },
  { name: 'Java', ids: { '.java': 'java' }, programs: [{ command: 'jdtls', args: [] }] },
  { name: 'Lua', ids: { '.lua': 'lua' }, programs: [{ command: 'lua-language-server', args: [] }] },
  { name: 'Zig', ids: { '.zig': 'zig' }, programs: [{ command: 'zls', args: [] }] },
  {
    name: 'Shell',
    ids: { '.sh': 'shellscript', '.bash': 'shellscript' },
    programs: [{ command: 'bash-language-server', args: ['start'] }],
  },
  {
    name: 'CSS',
    ids: { '.css': 'css', '.scss': 'scss', '.less': 'less' },
    programs: [{ command: 'vscode-css-language-server', args: stdio }],
  },
  {
    name: 'JSON',
    ids: { '.json': 'json', '.jsonc': 'jsonc' },
    programs: [{ command: 'vscode-json-language-server', args: stdio }],
  },
  {
    name: 'YAML',
    ids: { '.yaml': 'yaml', '.yml': 'yaml' },
    programs: [{ command: 'yaml-language-server', args: stdio }],
  },
];

/** Null: no server is known for the file. */
export function languageOf(path: string): { language: Language; id: string } | null {
  const extension = extname(path).toLowerCase();
  const language = languages.find(({ ids }) => Object.hasOwn(ids, extension));
  return language ? { language, id: language.ids[extension] as string } : null;
}
