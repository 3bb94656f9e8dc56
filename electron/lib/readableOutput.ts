// Terminal output as a model reads it: what a user would see in the end, without colours. A progress bar is one line.

import { familiarTool } from '../../shared/features/tools/familiarCall.ts';
import { serverToolName } from '../../shared/features/tools/toolInfo.ts';
import { hasControls, readOutput, withoutControls } from '../../shared/terminal/output.ts';
import { createScreen } from '../../shared/terminal/screen.ts';

export interface ReadableOutput {
  /** A piece of the output, cut anywhere. False: nothing more is needed, because there will be no text. */
  add(text: string): boolean;
  /** Null: it came to more than `maxLength`, or would be too much work. */
  text(): string | null;
}

/** `maxLength`: UTF-16 units of what it comes to. */
export function createReadableOutput(maxLength: number): ReadableOutput {
  const screen = createScreen<null>(null, { clears: true });
  const add = readOutput(screen, null, () => null);
  let fits = true;
  /** Work when the length was last measured: that goes through all lines, and a piece may be a few letters. */
  let measuredAt = 0;
  return {
    add(text) {
      fits &&= add(text);
      if (fits && screen.work() - measuredAt > maxLength / 4) {
        measuredAt = screen.work();
        fits = screen.length() <= maxLength;
      }
      return fits;
    },
    text() {
      if (!fits || screen.length() > maxLength) return null;
      const lines = screen.lines().map((line) => line.map((run) => run.text).join(''));
      return lines.join('\n').toWellFormed();
    },
  };
}

/** Never longer than it was: what would be too much work, or would grow, only loses its controls. */
export function readableOutput(text: string): string {
  if (!hasControls(text)) return text;
  const output = createReadableOutput(text.length);
  output.add(text);
  return output.text() ?? withoutControls(text);
}

const commandTools: readonly string[] = ['run_command', 'read_command', 'end_command'];

/** Whether what a tool returns may be made for a terminal: output of commands, text of servers. Never the content of files. */
export function printsForTerminal(toolName: string): boolean {
  return serverToolName(toolName) !== null || commandTools.includes(familiarTool(toolName));
}
