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

export function rulesEverywherePower(matches: readonly RuleMatch[]): Power {
  return {
    key: JSON.stringify(['everywhere', ...matches]),
    sentence: `From now on, allow ${matches.map(matchWords).join(' and ')} everywhere without asking.`,
  };
}

/** The window could then run any command without a question, so the user must know that it asked. */
export function terminalPower(folder: string): Power {
  return {
    key: JSON.stringify(['terminal', folder]),
    sentence: `Let the window open terminals in ${folder} until the app ends. Everything typed there runs without asking.`,
  };
}

export function writeForAppPower(program: OpenInProgram, file: string): Power {
  return {
    key: JSON.stringify(['write elsewhere', program, file]),
    sentence: `Write a copy of a conversation for ${programNames[program]} as the new file ${file}`,
  };
}

/** `editor`: a program, or a command of the user's own. */
export function editorPower(editor: string): Power {
  return {
    key: JSON.stringify(['editor', editor]),
    sentence: `Open files of conversations with ${editor} when you click on them.`,
  };
}

/** The backup may come from someone else. */
export function restorePermissionsPower(file: string): Power {
  return {
    key: JSON.stringify(['restore permissions', file]),
    sentence: `Take over the permissions in the backup ${file}: what it allows then runs here without asking.`,
  };
}

function named({ title }: { title: string }): string {
  return title === '' ? 'an untitled conversation' : `the conversation “${title}”`;
}

interface PushedBranch {
  branch: string;
  commit: string;
  /** Where to, and the same without its password. */
  address: string;
  shown: string;
  folder: string;
}

export function pushPower({ branch, commit, address, shown, folder }: PushedBranch): Power {
  return {
    key: JSON.stringify(['push', folder, address, branch, commit]),
    sentence: `Push the branch “${branch}” (commit ${commit.slice(0, 10)}) of ${folder} to ${shown}.`,
  };
}

/** Holds until the app ends: the address then gets the user's sign-in whenever the window asks. */
export function fetchPower({ address, shown, folder }: Pick<PushedBranch, 'address' | 'shown' | 'folder'>): Power {
  return {
    key: JSON.stringify(['fetch', folder, address]),
    sentence: `Fetch and pull from ${shown} into ${folder} until the app ends.`,
  };
}

export function pullRequestPower(
  { branch, commit, address, shown, folder }: PushedBranch,
  wish: { base: string; title: string; body: string; draft: boolean },
): Power {
  return {
    key: JSON.stringify([
      'pull request',
      folder,
      address,
      branch,
      commit,
      wish.base,
      wish.title,
      wish.body,
      wish.draft,
    ]),
    sentence: `Push the branch “${branch}” (commit ${commit.slice(0, 10)}) of ${folder} to ${shown}, and open a pull request into “${wish.base}” with the title “${wish.title}”.`,
  };
}
