// The text of a result as its box shows it: without the line that names the file of a spilled one, and without the lines
// in which run_command tells the model how the command ended, which the box shows in its own way.

import type { ToolMessage } from '../../../shared/conversation/message.ts';

export function shownText(result: ToolMessage): { text: string; isPreview: boolean } {
  const { content, fullOutputPath } = result;
  const text = result.toolName === 'run_command' ? withoutEnding(content, result) : content;
  if (!fullOutputPath) return { text, isPreview: false };
  const at = text.lastIndexOf(`[Full output: ${fullOutputPath}]`);
  return { text: at < 0 ? text : text.slice(0, at).trimEnd(), isPreview: true };
}

function withoutEnding(content: string, { details }: ToolMessage): string {
  if (typeof details?.exitCode !== 'number') return content;
  const { exitCode } = details;
  const begun = content.replace(/^Error: the command exited with code -?\d+\.\n/, '');
  const end = `[exit code ${exitCode}]`;
  return begun.endsWith(end) ? begun.slice(0, -end.length).replace(/\n$/, '') : begun;
}
