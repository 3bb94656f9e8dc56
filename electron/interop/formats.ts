// All import and export formats. To add an app, edit this file and `shared/features/import/otherApps.ts`.

import type { WriterProgram } from '../../shared/features/import/otherApps.ts';
import { chatGptFormat } from './chatGpt/format.ts';
import { chatGptWriter } from './chatGpt/writer.ts';
import { claudeAiFormat } from './claudeAi/format.ts';
import { claudeCodeFormat } from './claudeCode/reader.ts';
import { claudeCodeWriter } from './claudeCode/writer.ts';
import { clineFormat } from './cline/format.ts';
import { codexFormat } from './codex/format.ts';
import { codexWriter } from './codex/writeRollout.ts';
import { copilotFormat } from './copilot/format.ts';
import { geminiCliFormat } from './geminiCli/format.ts';
import type { HistoryFormat, HistoryWriter } from './history.ts';
import { libreChatFormat } from './libreChat/format.ts';
import { messagesFormat } from './messages/format.ts';
import { messagesWriter } from './messages/writer.ts';
import { openCodeFormat } from './openCode/format.ts';
import { openCodeWriter } from './openCode/writeSession.ts';
import { openWebUiFormat } from './openWebUi/format.ts';
import { piFormat } from './pi/format.ts';
import { qwenFormat } from './qwen/format.ts';
import { throughlineFormat } from './throughline/format.ts';
import { vsCodeFormat } from './vsCode/format.ts';

/** In detection order, most specific first. */
export const historyFormats: readonly HistoryFormat[] = [
  throughlineFormat,
  claudeCodeFormat,
  codexFormat,
  openCodeFormat,
  geminiCliFormat,
  copilotFormat,
  qwenFormat,
  clineFormat,
  piFormat,
  vsCodeFormat,
  chatGptFormat,
  claudeAiFormat,
  openWebUiFormat,
  libreChatFormat,
  messagesFormat,
];

const writers: Readonly<Record<WriterProgram, HistoryWriter>> = {
  'claude-code': claudeCodeWriter,
  codex: codexWriter,
  opencode: openCodeWriter,
  chatgpt: chatGptWriter,
  messages: messagesWriter,
};

export function writerOf(program: WriterProgram): HistoryWriter {
  return writers[program];
}
