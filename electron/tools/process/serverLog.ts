// A server's output, messages and errors: the last lines, bounded, with secrets masked.

import { mapUserText, textOf, toUserTextData, type UserText } from '../../../shared/core/sentence.ts';
import type { McpLogLine } from '../../../shared/features/mcp/methods.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import { firstCharacters } from '../../lib/text.ts';

export interface ServerLog {
  add(source: McpLogLine['source'], level: string, text: UserText): void;
  /** Takes stderr output in arbitrary chunks. */
  stderr(bytes: Buffer): void;
  lines(): McpLogLine[];
  /** The last output, to explain why the server ended. */
  lastPrinted(): string;
}

const maxLines = 1000;
const maxCharacters = 4000;
/** Limit of the whole buffer. */
const maxTotal = 1_000_000;

export function createServerLog(now: () => Date, mask: SecretMask): ServerLog {
  let lines: McpLogLine[] = [];
  let total = 0;
  let rest = '';
  const decoder = new TextDecoder();

  function add(source: McpLogLine['source'], level: string, spoken: UserText): void {
    const shorten = (text: string): string =>
      firstCharacters(mask.text(firstCharacters(text, maxCharacters * 2)), maxCharacters);
    const shortened = toUserTextData(mapUserText(spoken, shorten));
    lines.push({ at: now().toISOString(), source, level: firstCharacters(level, 20), text: shortened });
    total += textOf(shortened).length;
    if (lines.length <= maxLines * 2 && total <= maxTotal * 2) return;
    let size = 0;
    let from = lines.length;
    while (from > 0 && lines.length - from < maxLines && size < maxTotal)
      size += textOf((lines[--from] as McpLogLine).text).length;
    lines = lines.slice(from);
    total = size;
  }

  return {
    add,
    stderr(bytes) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      if (rest.length > maxCharacters * 2) {
        parts.push(rest);
        rest = '';
      }
      for (const line of parts) if (line.trim() !== '') add('stderr', 'info', line.replace(/\r$/, ''));
    },
    lines: () => lines.slice(-maxLines),
    lastPrinted() {
      const printed = lines.filter(({ source }) => source === 'stderr').map(({ text }) => textOf(text));
      if (rest.trim() !== '') printed.push(mask.text(rest));
      return printed.slice(-5).join('\n').slice(-1000);
    },
  };
}
