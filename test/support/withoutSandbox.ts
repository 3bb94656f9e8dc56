// Why there is no sandbox where the tests run; null if there is one. Tests that need it state the reason when skipped.

import { execFileSync } from 'node:child_process';

export function reasonAgainstSandbox(): string | null {
  if (process.platform === 'linux' && process.execPath.startsWith('/tmp/')) {
    return 'this checkout is below /tmp, of which the sandbox has its own';
  }
  return reasonAgainstBubblewrap();
}

/** Why the app reports no sandbox, wherever this checkout is. */
export function reasonAgainstBubblewrap(): string | null {
  if (process.platform !== 'linux') return 'it is bubblewrap that is tried, on Linux';
  try {
    execFileSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'bubblewrap does not work here';
  }
}
