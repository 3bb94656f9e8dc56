// How command rules are often matched: on the text. The corpus consists of what these checks let through.

import type { PermissionRule } from '../../../shared/permission/permission.ts';

/**
 * The first words of the text, or of each piece between `&&`, are those of a permission, and no piece starts like a
 * denial.
 */
export const naiveChecks: Readonly<
  Record<'wholeText' | 'splitOnAnd', (text: string, rules: readonly PermissionRule[]) => 'allow' | 'ask' | 'deny'>
> = {
  wholeText: (text, rules) => check([text], rules),
  splitOnAnd: (text, rules) => check(text.split('&&'), rules),
};

function check(pieces: readonly string[], rules: readonly PermissionRule[]): 'allow' | 'ask' | 'deny' {
  const begins = (piece: string, { match }: PermissionRule): boolean => {
    const wanted = (match.command ?? []).join(' ');
    return wanted !== '' && piece.trim().startsWith(wanted);
  };
  const of = (effect: PermissionRule['effect']): PermissionRule[] => rules.filter((rule) => rule.effect === effect);
  if (pieces.some((piece) => of('deny').some((rule) => begins(piece, rule)))) return 'deny';
  return pieces.every((piece) => of('allow').some((rule) => begins(piece, rule))) ? 'allow' : 'ask';
}

/** The same in the mode that asks nothing: anything not denied runs. */
export function naiveAll(text: string, rules: readonly PermissionRule[]): 'allow' | 'deny' {
  return Object.values(naiveChecks).some((check) => check(text, rules) === 'deny') ? 'deny' : 'allow';
}
