// Detects permissions that are dangerous because they cover any command instead of particular ones.

import type { RuleMatch } from './rule.ts';

export function isAnyCommand({ tool, command, commandLine, opensPath, opensHost }: RuleMatch): boolean {
  // Permissions for the sandbox are not commands.
  if (opensPath !== undefined || opensHost !== undefined) return false;
  return (tool === 'run_command' || tool === '*') && command === undefined && commandLine === undefined;
}
