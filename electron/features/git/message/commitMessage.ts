// The text from which a model proposes a commit message, and how its answer is cleaned. Both are data: a change may contain
// any text.

import { sendableText } from '../../../../shared/conversation/sendable.ts';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { Repository } from '../repository/repository.ts';

/** In UTF-16 units. */
const maxFile = 4000;
const maxTotal = 24_000;
const maxReadBytes = 2 * 1024 * 1024;
const maxMessage = 4000;

/** The question about what is staged; GIT_FAILED if nothing is. */
export async function commitQuestion(
  { run, text }: Repository,
  mask: (text: string) => string,
  signal?: AbortSignal,
): Promise<Result<string>> {
  const args = [
    'diff',
    '--cached',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--find-renames',
    '--submodule=short',
    '--ignore-submodules=dirty',
  ];
  const summary = await run([...args, '--stat=200', '--stat-count=200'], { signal });
  if (!summary.ok) return summary;
  const files = summary.value.out.toString().trim();
  if (files === '') return fail('GIT_FAILED', say`Nothing is staged, so there is nothing to commit.`);
  const patch = await run([...args, '--unified=3'], { signal, maxBytes: maxReadBytes });
  if (!patch.ok) return patch;
  const log = await text([
    'log',
    '--no-show-signature',
    '--no-color',
    '--encoding=UTF-8',
    '--max-count=8',
    '--format=%s',
  ]);
  const quoted = {
    latestCommits: log.ok
      ? log.value
          .split('\n')
          .filter(Boolean)
          .map((line) => line.slice(0, 200))
      : [],
    files: cut(mask(files), maxFile),
    changes: shortened(mask(patch.value.out.toString())),
  };
  return ok(`The staged changes, as JSON:\n\n${JSON.stringify(quoted)}\n\nWrite the commit message now.`);
}

/** A part of each file rather than all of the first. */
function shortened(patch: string): string {
  const files = sendableText(patch).split(/^(?=diff --git )/m);
  const share = Math.max(300, Math.min(maxFile, Math.floor(maxTotal / Math.max(1, files.length))));
  return cut(files.map((file) => cut(file, share)).join(''), maxTotal);
}

function cut(text: string, max: number): string {
  return text.length <= max ? text.toWellFormed() : `${text.slice(0, max).toWellFormed()}\n[…]\n`;
}

/** Empty if it contains no message. */
export function cleanCommitMessage(answer: string): string {
  const lines = answer
    .slice(0, 50_000)
    .replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/giu, '')
    .split(/\r\n|[\r\n\u2028\u2029]/u)
    .map((line) =>
      sendableText(line)
        .replace(/(?![\u200C\u200D])\p{Cf}/gu, '')
        .trimEnd(),
    );
  const fence = lines.findIndex((line) => /^\s*```/.test(line));
  const end = lines.findIndex((line, at) => at > fence && /^\s*```\s*$/.test(line));
  const inside = fence >= 0 && end > fence ? lines.slice(fence + 1, end) : lines;
  const start = inside.findIndex(
    (line) => /[\p{L}\p{N}]/u.test(line) && !/^(?:here (?:is|'s)|commit message)\b.*[:：]$/iu.test(line),
  );
  if (start < 0) return '';
  const [first = '', ...rest] = inside.slice(start);
  const subject = first
    .replace(/^(?:#+|\*\*)\s*|\*\*$/g, '')
    .replace(/^(["'`“])(.*)["'`”]$/u, '$2')
    .trim();
  return [subject, ...rest].join('\n').trim().slice(0, maxMessage);
}
