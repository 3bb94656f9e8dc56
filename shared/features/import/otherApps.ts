// The programs whose conversations are read, and those that they can be given back to. An id is also the word of the command
// line (`import --as`, `export --to`).

export const importPrograms = [
  'claude-code',
  'codex',
  'opencode',
  'gemini-cli',
  'chatgpt',
  'claude-ai',
  'open-webui',
  'librechat',
  'vscode',
  'messages',
  'throughline',
] as const;

export type ImportProgram = (typeof importPrograms)[number];

/** Their own names, the same in every language. */
export const programNames: Readonly<Record<ImportProgram, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  opencode: 'OpenCode',
  'gemini-cli': 'Gemini CLI',
  chatgpt: 'ChatGPT',
  'claude-ai': 'Claude.ai',
  'open-webui': 'Open WebUI',
  librechat: 'LibreChat',
  vscode: 'VS Code',
  messages: 'OpenAI messages',
  throughline: 'Throughline',
};

/** Those that a conversation can be given back to. @internal */
export const writerPrograms = ['claude-code', 'codex', 'opencode', 'chatgpt', 'messages'] as const;

export type WriterProgram = (typeof writerPrograms)[number];

/** Those on this machine that can be told to continue one. */
export const openInPrograms = ['claude-code', 'codex', 'opencode'] as const;

export type OpenInProgram = (typeof openInPrograms)[number];

/** Forms that are written and not read: a page to share, and spans of OpenTelemetry. */
const otherForms = ['html', 'otlp'] as const;

export type WrittenForm = WriterProgram | (typeof otherForms)[number];

/** The words of `export --to` besides `markdown` and `json`. */
export const writtenForms = [...writerPrograms, ...otherForms] as const;
