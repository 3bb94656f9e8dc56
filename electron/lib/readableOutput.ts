// Converts terminal output to text for a model: what a user would finally see, without colors. A progress bar becomes
// one line.

import { nativeToolName } from '../../shared/features/tools/familiarCall.ts';
import { serverToolName } from '../../shared/features/tools/toolInfo.ts';
import { hasControls, readOutput, withoutControls } from '../../shared/terminal/output.ts';
import { createScreen } from '../../shared/terminal/screen.ts';

export interface ReadableOutput {
  /** Adds a chunk. False: stop, there will be no text. */
  add(text: string): boolean;
  /** Null: longer than `maxLength`, or too much work. */
  text(): string | null;
}

/** `maxLength`: of the final text, in UTF-16 units. */
export function createReadableOutput(maxLength: number): ReadableOutput {
  const screen = createScreen<null>(null, { clears: true });
  const add = readOutput(screen, null, () => null);
  let fits = true;
  /** Work done when the length was last measured: measuring visits all lines, and chunks may be tiny. */
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

/** Never returns a longer text: one that would take too much work, or grow, only loses its controls. */
export function readableOutput(text: string): string {
  if (!hasControls(text)) return text;
  const output = createReadableOutput(text.length);
  output.add(text);
  return output.text() ?? withoutControls(text);
}

const commandTools: readonly string[] = ['run_command', 'read_command', 'end_command'];

/**
 * Returns whether a tool's output may contain terminal codes: command output and server text, but never file contents.
 */
export function printsForTerminal(toolName: string): boolean {
  return serverToolName(toolName) !== null || commandTools.includes(nativeToolName(toolName));
}
