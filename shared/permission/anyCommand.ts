// Which rule is a dangerous one to allow: not about this command, or some, but about whatever the model thinks of.

import type { RuleMatch } from './rule.ts';

export function isAnyCommand({ tool, command, commandLine, opensPath, opensHost }: RuleMatch): boolean {
  // What the sandbox lets through is no command.
  if (opensPath !== undefined || opensHost !== undefined) return false;
  return (tool === 'run_command' || tool === '*') && command === undefined && commandLine === undefined;
}
