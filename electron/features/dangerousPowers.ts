// Actions that the user must confirm outside of the window: turning off approvals, and writing to another app's files. docs/decisions/privileged-actions.md explains the choice.

import { type OpenInProgram, programNames } from '../../shared/features/import/otherApps.ts';
import { matchWords, type RuleMatch } from '../../shared/permission/permission.ts';
import type { Power } from '../ports/confirm.ts';

/** `conversation` null means every conversation without its own mode. */
export function allToolsPower(conversation: { id: string; title: string } | null): Power {
  const where = conversation === null ? 'in every conversation without its own setting' : `in ${named(conversation)}`;
  return {
    key: JSON.stringify(['every tool', conversation?.id ?? null]),
    sentence: `Let every tool run without asking ${where}.`,
  };
}

export function allToolsInProjectPower(project: { id: string; name: string }): Power {
  return {
    key: JSON.stringify(['every tool in the project', project.id]),
    sentence: `Let every tool run without asking in the project “${project.name}”, in every conversation without its own setting.`,
  };
}

export function ruleEverywherePower(match: RuleMatch): Power {
  return {
    key: JSON.stringify(['everywhere', match]),
    sentence: `From now on, allow ${matchWords(match)} everywhere without asking.`,
  };
}

export function writeForAppPower(program: OpenInProgram, file: string): Power {
  return {
    key: JSON.stringify(['write elsewhere', program, file]),
    sentence: `Write a copy of a conversation for ${programNames[program]} as the new file ${file}`,
  };
}

function named({ title }: { title: string }): string {
  return title === '' ? 'an untitled conversation' : `the conversation “${title}”`;
}
