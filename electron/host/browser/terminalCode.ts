// Prints a confirmation request with its code where the user can see it: a terminal, or a pipe to one. Never a file,
// which others could read.

import { fstatSync } from 'node:fs';

interface Output {
  fd: number;
  isTTY?: boolean;
  writable: boolean;
  write(text: string): unknown;
}

/** Returns false if nobody can see it. */
export function showCode(outputs: readonly Output[], sentence: string, code: string): boolean {
  const visibleOutput = outputs.find(({ isTTY, writable }) => isTTY && writable) ?? outputs.find(isPipe);
  visibleOutput?.write(
    `\nThroughline asks: ${sentence}\nTo allow this, enter ${code} in the window within two minutes. To refuse, do nothing.\n\n`,
  );
  return visibleOutput !== undefined;
}

function isPipe({ fd, writable }: Output): boolean {
  try {
    const kind = fstatSync(fd);
    return writable && (kind.isFIFO() || kind.isSocket());
  } catch {
    return false;
  }
}
