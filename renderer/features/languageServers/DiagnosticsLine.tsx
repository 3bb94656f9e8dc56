// Problems that a language server reported after a call had changed a file: a line of its box that expands to the problems.

import { ChevronRight, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ToolMessage } from '../../../shared/conversation/message.ts';
import {
  countErrors,
  type FileDiagnostics,
  type FileProblem,
  severities,
} from '../../../shared/features/languageServers/diagnostics.ts';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { languageServerWords } from './words.ts';

export function DiagnosticsLine({ of }: { of: ToolMessage }) {
  const diagnostics = readDiagnostics(of.details?.diagnostics);
  if (!diagnostics) return null;
  const { server, path, more, elsewhere = [], moreElsewhere } = diagnostics;
  const problems = [...diagnostics.problems.map((problem) => ({ path, ...problem })), ...elsewhere];
  const errors = countErrors(diagnostics);
  const summary = [
    languageServerWords.problems(errors - elsewhere.length, problems.length - errors),
    elsewhere.length > 0 ? languageServerWords.elsewhere(elsewhere.length) : '',
  ]
    .filter(Boolean)
    .join(languageServerWords.separator);
  const Icon = errors > 0 ? CircleAlert : problems.length > 0 ? TriangleAlert : CircleCheck;
  const head = (
    <>
      <Icon className={classes('size-3.5 shrink-0', errors > 0 ? 'text-fail' : 'text-ink-3')} aria-hidden />
      <span className={classes(errors > 0 && 'text-fail')}>{summary}</span>
      <span className="min-w-0 truncate text-ink-3">
        <VisibleText text={languageServerWords.by(server)} />
      </span>
    </>
  );
  const line = 'flex min-h-7 items-center gap-2 rounded-m px-2 text-ink-2 text-small';
  return (
    <div data-diagnostics className="border-line border-t px-1 py-1">
      {problems.length === 0 ? (
        <p className={line}>{head}</p>
      ) : (
        <details className="group/problems">
          <summary className={classes(line, 'list-none hover:bg-soft [&::-webkit-details-marker]:hidden')}>
            {head}
            <ChevronRight
              className="size-3.5 shrink-0 text-ink-3 transition-transform duration-120 group-open/problems:rotate-90"
              aria-hidden
            />
          </summary>
          <ul className="grid gap-1 px-2 pt-0.5 pb-2 pl-[30px] text-small">
            {problems.map((problem) => (
              <li key={JSON.stringify(problem)} className="wrap-anywhere">
                <span className="tabular font-mono text-code text-ink-3">
                  <VisibleText text={`${problem.path}:${problem.line}:${problem.column}`} />
                </span>{' '}
                <span className={classes(problem.severity === 'error' && 'text-fail')}>
                  {languageServerWords.severities[problem.severity]}
                  {problem.code !== undefined && <VisibleText text={` ${problem.code}`} />}
                </span>{' '}
                <span className="whitespace-pre-wrap">
                  <VisibleText text={problem.message} />
                </span>
              </li>
            ))}
            {(more ?? moreElsewhere) !== undefined && (
              <li className="text-ink-3">{languageServerWords.more((more ?? 0) + (moreElsewhere ?? 0))}</li>
            )}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Messages come from the disk, so malformed data is ignored. */
function readDiagnostics(value: unknown): FileDiagnostics | null {
  const read = (value ?? {}) as Partial<Record<keyof FileDiagnostics, unknown>>;
  const { server, path, problems, more, elsewhere, moreElsewhere } = read;
  if (typeof server !== 'string' || typeof path !== 'string' || !Array.isArray(problems)) return null;
  const others = (Array.isArray(elsewhere) ? elsewhere : []).filter(
    (each): each is FileProblem & { path: string } =>
      isProblem(each) && 'path' in each && typeof each.path === 'string',
  );
  return {
    ...{ server, path, problems: problems.filter(isProblem) },
    ...(typeof more === 'number' ? { more } : {}),
    ...(others.length > 0 ? { elsewhere: others } : {}),
    ...(typeof moreElsewhere === 'number' ? { moreElsewhere } : {}),
  };
}

function isProblem(value: unknown): value is FileProblem {
  const problem = (value ?? {}) as Partial<FileProblem>;
  const isPlaced = typeof problem.line === 'number' && typeof problem.column === 'number';
  return isPlaced && typeof problem.message === 'string' && severities.some((one) => one === problem.severity);
}
