// The text of an approval in the terminal, and the meaning of a typed answer. Pure.

import type { ApprovalPreview, ApprovalRequest } from '../../../shared/conversation/event.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import type { ApprovalOffer } from '../../../shared/permission/offers.ts';
import { isAnyCommand } from '../../../shared/permission/permission.ts';
import type { Core } from '../../core.ts';
import { visibleBlock, visibleLine } from './terminalText.ts';

export function questionText(approval: ApprovalRequest, choices: Choices): string {
  const { agent, server, reason, preview, toolName, grave = [] } = approval;
  const lines = [
    '',
    ...(agent ? [`Requested by the agent "${visibleLine(agent.title)}".`] : []),
    ...(server === undefined ? [] : [`This tool is from the server "${visibleLine(server)}".`]),
    visibleLine(textOf(reason)),
    previewText(preview),
    ...(grave.length > 0
      ? ['Check carefully before you allow this:', ...grave.map((why) => `! ${visibleLine(textOf(why))}`)]
      : []),
    ...choiceLines(choices),
    `Allow ${visibleLine(toolName)} once?`,
  ];
  return lines.join('\n');
}

function previewText(preview: ApprovalPreview): string {
  if (preview.type === 'command')
    return `${visibleBlock(preview.command)}\nin ${visibleLine(preview.cwd)}${preview.background ? ', in the background' : ''}`;
  if (preview.type === 'diff') return visibleBlock(preview.diff);
  return visibleBlock(preview.text);
}

type ApprovalAnswer = Parameters<Core['approvals']['answer']>[2];
type Scope = NonNullable<ApprovalAnswer['remember']>['scope'];

const scopes: readonly { key: string; scope: Scope; where: string }[] = [
  { key: 'c', scope: 'conversation', where: 'in this conversation' },
  { key: 'p', scope: 'project', where: 'in this project' },
  { key: 'a', scope: 'always', where: 'everywhere' },
];

interface Choices {
  offers: readonly ApprovalOffer[];
  /** Without a folder, a project rule would apply to every chat that has none. */
  hasFolder: boolean;
}

/**
 * A rule for a background command ends with its conversation, as the command does. Paths outside the project cannot be
 * allowed everywhere.
 */
function scopesOf({ offers, hasFolder }: Choices): typeof scopes {
  if (offers.length === 0) return [];
  if (offers.some(({ match }) => match.process !== undefined)) return scopes.slice(0, 1);
  const isOutside = offers.some(({ outside }) => outside);
  return scopes.filter(({ scope }) => (scope !== 'project' || hasFolder) && (scope !== 'always' || !isOutside));
}

/** One line per possible answer, without the question itself. @internal */
export function choiceLines(choices: Choices): string[] {
  const { offers } = choices;
  const open = scopesOf(choices);
  const lines = ['y: allow once. n: deny. n and a reason: deny and tell the model why.'];
  if (open.length === 0) return lines;
  const wider = open.map(({ key, where }) => `${key}: ${where}`).join(', ');
  const before = `Or always allow (${wider})`;
  if (offers.length === 1) return [...lines, `${before}: ${offerWords(offers[0])}`];
  const numbered = offers.map((offer, at) => `${at + 1}: ${offerWords(offer)}`);
  return [...lines, `${before}, followed by a number:`, ...numbered, 'A letter alone means number 1.'];
}

/** An exact command line is already printed above in full. */
function offerWords(offer: ApprovalOffer | undefined): string {
  if (!offer) return '';
  const { match } = offer;
  if (match.commandLine !== undefined) return `exactly this command${match.background ? ' in the background' : ''}`;
  const label = visibleLine(offer.label);
  if (offer.outside) return `${label} (outside the project folder)`;
  return isAnyCommand(match) ? `${label} (dangerous)` : label;
}

interface TypedAnswer extends ApprovalAnswer {
  /** The input was not a valid answer, and so counted as no. */
  misread?: true;
}

/** `typed` null: no answer. */
export function parseTypedAnswer(typed: string | null, choices: Choices): TypedAnswer {
  const line = (typed ?? '').trim();
  if (/^y(es)?$/i.test(line)) return allowed(null);
  const wider = /^([a-z])\s?(\d{1,2})?$/i.exec(line);
  const scope = scopesOf(choices).find(({ key }) => key === wider?.[1]?.toLowerCase());
  const offer = Number(wider?.[2] ?? 1) - 1;
  if (scope && choices.offers[offer]) return allowed({ offer, scope: scope.scope });
  const no = /^no?(?:\s+([\s\S]+))?$/i.exec(line);
  const reason = (no?.[1] ?? '').slice(0, maxReasonLength);
  return { ...refused, reason, ...(no || line === '' ? {} : { misread: true }) };
}

/** The contract's limit, in characters. */
const maxReasonLength = 10_000;
const refused: ApprovalAnswer = { decision: 'deny', remember: null, reason: '', stop: false };

function allowed(remember: ApprovalAnswer['remember']): ApprovalAnswer {
  return { ...refused, decision: 'allow', remember };
}
