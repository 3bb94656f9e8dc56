// Whether the connection is metered, as the system knows it: NetworkManager's property on Linux, the connection's cost on Windows.
// macOS has no command for it.

import { execFile } from 'node:child_process';
import type { Environment } from '../../../lib/environment.ts';
import type { Clock } from '../../../ports/clock.ts';

const timeoutMs = 5_000;
/** An answer is valid for this long. */
const validMs = 30_000;

const networkManager = 'org.freedesktop.NetworkManager';
const costScript = `[void][Windows.Networking.Connectivity.NetworkInformation,Windows,ContentType=WindowsRuntime]
[Windows.Networking.Connectivity.NetworkInformation]::GetInternetConnectionProfile().GetConnectionCost().NetworkCostType`;

const questions: Partial<Record<NodeJS.Platform, { file: string; args: string[]; yes: RegExp }>> = {
  linux: {
    file: 'busctl',
    args: ['--system', 'get-property', networkManager, '/org/freedesktop/NetworkManager', networkManager, 'Metered'],
    // NMMetered: 1 is yes, 3 a guess that it is.
    yes: /^u [13]\s*$/,
  },
  win32: {
    file: 'powershell.exe',
    args: ['-NoProfile', '-NonInteractive', '-Command', costScript],
    yes: /^(?:Fixed|Variable)\s*$/,
  },
};

/** Returns a function that asks the system; false if it does not know. */
export function createMetered(
  clock: Clock,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): () => Promise<boolean> {
  const question = questions[platform];
  let answer: Promise<boolean> | null = null;
  let askedAt = 0;
  return async () => {
    if (!question) return false;
    const now = clock.elapsed();
    if (answer === null || now - askedAt > validMs) {
      askedAt = now;
      answer = ask(question.file, question.args).then((out) => question.yes.test(out));
    }
    return answer;
  };

  function ask(file: string, args: string[]): Promise<string> {
    return new Promise((resolve) => {
      execFile(file, args, { env, timeout: timeoutMs, windowsHide: true }, (thrown, stdout) =>
        resolve(thrown ? '' : stdout),
      );
    });
  }
}
