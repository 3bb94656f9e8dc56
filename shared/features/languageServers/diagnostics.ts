// Problems that a language server reports in a file after a call has changed it.

/** The protocol's severities, worst first. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;
type Severity = (typeof severities)[number];

export interface FileProblem {
  /** 1-based, in UTF-16 code units. */
  line: number;
  column: number;
  severity: Severity;
  message: string;
  /** Such as `2322` or `reportMissingImports`. */
  code?: string;
}

/** Stored with the call's result. */
export interface FileDiagnostics {
  /** The server's command. */
  server: string;
  /** As the call named it. */
  path: string;
  /** Errors and warnings, errors first, at most `maxProblems`. */
  problems: FileProblem[];
  /** The number of errors and warnings beyond these. */
  more?: number;
  /** Errors that appeared with the change in other files of the folder, at most `maxElsewhere`. `path`: relative to the folder. */
  elsewhere?: (FileProblem & { path: string })[];
  /** The number of such errors beyond these. */
  moreElsewhere?: number;
}

export const maxProblems = 20;
export const maxElsewhere = 10;
export const maxProblemLength = 500;

export function countErrors({ problems, elsewhere = [] }: Pick<FileDiagnostics, 'problems' | 'elsewhere'>): number {
  return problems.filter(({ severity }) => severity === 'error').length + elsewhere.length;
}
