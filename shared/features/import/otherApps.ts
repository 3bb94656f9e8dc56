// The apps whose conversations can be imported or written. The ids are also command-line values (`import --as`, `export
// --to`).

export const importPrograms = [
  'claude-code',
  'codex',
  'opencode',
  'gemini-cli',
  'copilot',
  'qwen',
  'cline',
  'pi',
  'chatgpt',
  'claude-ai',
  'open-webui',
  'librechat',
  'vscode',
  'messages',
  'throughline',
] as const;

export type ImportProgram = (typeof importPrograms)[number];

/** Their brand names, not translated. */
export const programNames: Readonly<Record<ImportProgram, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  opencode: 'OpenCode',
  'gemini-cli': 'Gemini CLI',
  copilot: 'Copilot CLI',
  qwen: 'Qwen Code',
  cline: 'Cline',
  pi: 'Pi',
  chatgpt: 'ChatGPT',
  'claude-ai': 'Claude.ai',
  'open-webui': 'Open WebUI',
  librechat: 'LibreChat',
  vscode: 'VS Code',
  messages: 'OpenAI messages',
  throughline: 'Throughline',
};

/** Apps that a conversation can be exported to. @internal */
export const writerPrograms = ['claude-code', 'codex', 'opencode', 'chatgpt', 'messages'] as const;

export type WriterProgram = (typeof writerPrograms)[number];

/** Installed apps that can be told to continue a session. */
export const openInPrograms = ['claude-code', 'codex', 'opencode'] as const;

export type OpenInProgram = (typeof openInPrograms)[number];

/** Export-only formats: a page to share, and OpenTelemetry spans. */
const otherForms = ['html', 'otlp'] as const;

export type WrittenForm = WriterProgram | (typeof otherForms)[number];

/** Values of `export --to` besides `markdown` and `json`. */
export const writtenForms = [...writerPrograms, ...otherForms] as const;
