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
}

export const maxProblems = 20;
export const maxProblemLength = 500;

export function countErrors({ problems }: Pick<FileDiagnostics, 'problems'>): number {
  return problems.filter(({ severity }) => severity === 'error').length;
}
