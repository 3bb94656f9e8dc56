// After a call has changed a file, what the user's language server reports in it: with the result, for the model and in
// the call's box. Runs after the hooks, which may format the file.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import {
  countErrors,
  type FileDiagnostics,
  type FileProblem,
} from '../../../shared/features/languageServers/diagnostics.ts';
import { isStillTrusted } from '../runSettings.ts';
import type { Verdict } from './callResult.ts';
import type { CallScope, ReadyCall } from './callScope.ts';

export async function withDiagnostics(verdict: Verdict, { tool }: ReadyCall, scope: CallScope): Promise<Verdict> {
  const { deps, settings, signal } = scope;
  const { path, diff } = verdict.details ?? {};
  const hasChanged = verdict.outcome === 'ok' && tool.kind === 'write' && path !== undefined && diff !== undefined;
  if (!hasChanged || settings.folder === null || signal.aborted) return verdict;
  const trusted = await isStillTrusted(deps, settings);
  const diagnostics = await deps.languageServers.diagnose({ folder: settings.folder, path, trusted, signal });
  if (diagnostics === null) return verdict;
  const note = countErrors(diagnostics) === 0 ? '' : diagnosticsBlock(diagnostics);
  return {
    ...verdict,
    details: { ...verdict.details, diagnostics },
    ...(note === '' ? {} : { note: [verdict.note, note].filter(Boolean).join('\n\n') }),
  };
}

function diagnosticsBlock(diagnostics: FileDiagnostics): string {
  const { server, path, problems, more, elsewhere = [], moreElsewhere } = diagnostics;
  const here = problems.map((problem) => problemLine(path, problem));
  const others = elsewhere.map((problem) => problemLine(problem.path, problem));
  return [
    here.length === 0 ? '' : block(`[Problems in the file now, from ${server}:]`, here, more),
    others.length === 0
      ? ''
      : block(`[New errors in other files since this change, from ${server}:]`, others, moreElsewhere),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function problemLine(path: string, { line, column, severity, message, code }: FileProblem): string {
  const text = message.replace(/\s*\n\s*/g, ' ');
  return `${path}:${line}:${column} ${severity}${code === undefined ? '' : ` ${code}`}: ${text}`;
}

function block(title: string, lines: readonly string[], more = 0): string {
  const text = [...lines, ...(more > 0 ? [`(${more} more)`] : [])].join('\n');
  const tag = blockTag('diagnostics', text);
  return `${title}\n<${tag}>\n${text}\n</${tag}>`;
}
