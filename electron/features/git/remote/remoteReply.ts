// Reads what git and a remote write during a transfer: progress, the remote's answer, and why it failed.

import { fail, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { gitFailure } from '../repository/repository.ts';
import { withoutPasswords } from './remotes.ts';

const maxWords = 2000;
const progress = /: +\d+% \(|, done\.?$|^Total \d+ \(/;

/** The lines that the remote wrote, without its progress. */
export function replyIn(output: string): string {
  const lines = output.split('\n').flatMap((line) => (line.startsWith('remote: ') ? [line.slice(8).trim()] : []));
  const telling = lines.filter((line) => line !== '' && !progress.test(line));
  return withoutPasswords(telling.join('\n')).slice(0, maxWords);
}

export function failWithReply(output: string, sentence: Sentence): Result<never> {
  const reply = replyIn(output);
  return fail('GIT_FAILED', reply === '' ? sentence : say`${sentence} The remote says: ${reply}`);
}

export function connectionFailure(output: string, remote: string): Result<never> {
  if (
    /could not read (?:username|password)|authentication failed|permission denied|terminal prompts disabled|returned error: 40[13]\b|unable to read askpass/i.test(
      output,
    )
  ) {
    return failWithReply(
      output,
      say`${remote} did not accept your sign-in. Sign in once in a terminal (git fetch, gh auth login or ssh-add), then try again.`,
    );
  }
  if (/host key verification failed/i.test(output)) {
    return failWithReply(
      output,
      say`The host key of ${remote} is unknown. Connect to it once in a terminal to check it, then try again.`,
    );
  }
  if (
    /could not resolve host|unable to access|connection (?:refused|timed out|reset)|network is unreachable/i.test(
      output,
    )
  )
    return failWithReply(output, say`${remote} could not be reached.`);
  if (/repository .{0,1000}not found|does not appear to be a git repository|does not exist/i.test(output))
    return failWithReply(output, say`${remote} has no such repository, or you may not see it.`);
  return gitFailure(withoutPasswords(output));
}

export interface TransferProgress {
  step: string;
  percent: number | null;
}

const intervalMs = 200;

/** A listener for pieces of git's error output; reports at most five times per second. */
export function readProgress(report: (progress: TransferProgress) => void): (piece: string) => void {
  let [last, step] = [0, ''];
  return (piece) => {
    const steps = piece.split(/[\r\n]/).flatMap((line) => {
      const match = /^(?:remote: )?([A-Z][a-z]+ [a-z]+): +(?:(\d{1,3})%)?/.exec(line);
      return match ? [match] : [];
    });
    const [, name, percent] = steps.at(-1) ?? [];
    const now = Date.now();
    if (name === undefined || (name === step && now - last < intervalMs)) return;
    [last, step] = [now, name];
    report({ step: name, percent: percent === undefined ? null : Math.min(100, Number(percent)) });
  };
}
