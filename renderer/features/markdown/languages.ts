// Which language the word after a fence, or the ending of a file, means. It knows no grammar, so that it is cheap to have.

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

/** The language's name; null when there is no grammar for it. */
export function languageFor(word: string): string | null {
  const name = word.toLowerCase();
  const language = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
  return languages.has(language) ? language : null;
}
