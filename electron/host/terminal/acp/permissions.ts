// An approval as the protocol's permission request. Each option names what it allows or denies and for how long; only
// options that create a rule are called “always”.

import type { PermissionOption, RequestPermissionRequest, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { type ApprovalRequest, callKey } from '../../../../shared/conversation/event.ts';
import { textOf } from '../../../../shared/core/sentence.ts';
import { visibleText } from '../../../../shared/core/visibleText.ts';
import type { ApprovalOffer } from '../../../../shared/permission/offers.ts';
import { isAnyCommand } from '../../../../shared/permission/permission.ts';
import type { Core } from '../../../core.ts';
import { type Folder, fenced, kindOf, previewContents, textContent } from './toolCalls.ts';

type ApprovalAnswer = Parameters<Core['approvals']['answer']>[2];
type Scope = NonNullable<ApprovalAnswer['remember']>['scope'];

interface Choice extends PermissionOption {
  answer: ApprovalAnswer;
}

const once: ApprovalAnswer = { decision: 'allow', remember: null, reason: '', stop: false };
const denied: ApprovalAnswer = { decision: 'deny', remember: null, reason: '', stop: false };

/** More would not fit into an editor's panel; the window offers all of them. */
const maxOffers = 3;
const maxNameLength = 160;

/** `hasFolder`: without one, a project's rule would apply to every chat that has none. */
export function choicesFor(approval: ApprovalRequest, hasFolder: boolean): Choice[] {
  if (approval.external) return externalChoices(approval.external);
  const allowable = approval.offers.flatMap((offer, at) => (offer.onlyRefused ? [] : [{ offer, at }]));
  const [narrowest] = approval.offers.map((offer, at) => ({ offer, at }));
  return [
    { optionId: 'once', kind: 'allow_once', name: 'Allow once', answer: once },
    ...allowable
      .slice(0, maxOffers)
      .flatMap(({ offer, at }) => scopesOf(offer, hasFolder).map((scope) => rule(offer, at, scope, once))),
    { optionId: 'deny', kind: 'reject_once', name: 'Deny', answer: denied },
    ...(narrowest ? [rule(narrowest.offer, narrowest.at, 'conversation', denied)] : []),
  ];
}

/** The options of an external agent's own prompt: only it knows what its “always” covers. */
function externalChoices({ options }: NonNullable<ApprovalRequest['external']>): Choice[] {
  const choices = options.map(({ id, name, kind }, at): Choice => {
    const answer = kind.startsWith('allow') ? once : denied;
    return { optionId: `agent-${at}`, kind, name: oneLine(name), answer: { ...answer, option: id } };
  });
  const canDeny = choices.some(({ answer }) => answer.decision === 'deny');
  return canDeny ? choices : [...choices, { optionId: 'deny', kind: 'reject_once', name: 'Deny', answer: denied }];
}

function scopesOf({ match }: ApprovalOffer, hasFolder: boolean): Scope[] {
  // A rule for a background command ends with its conversation, as the command does.
  return hasFolder && match.process === undefined ? ['conversation', 'project'] : ['conversation'];
}

function rule(offer: ApprovalOffer, at: number, scope: Scope, answer: ApprovalAnswer): Choice {
  const allows = answer.decision === 'allow';
  const where = scope === 'project' ? 'in this project' : 'in this conversation';
  const danger = allows && isAnyCommand(offer.match) ? ' (dangerous)' : '';
  const outside = offer.outside ? ' (outside the project folder)' : '';
  const label = offer.match.commandLine === undefined ? oneLine(offer.label) : 'exactly this command';
  return {
    optionId: `${allows ? 'allow' : 'deny'}-${at}-${scope}`,
    kind: allows ? 'allow_always' : 'reject_always',
    name: `Always ${allows ? 'allow' : 'deny'} ${label}${outside}${danger} ${where}`,
    answer: { ...answer, remember: { offer: at, scope } },
  };
}

export interface AskedCall {
  /** The call in words; null if its message is not loaded. */
  title: string | null;
  rawInput?: unknown;
}

export function permissionRequest(
  sessionId: string,
  approval: ApprovalRequest,
  choices: readonly Choice[],
  { title, rawInput }: AskedCall,
  folder: Folder,
): RequestPermissionRequest {
  const { toolName, preview, agent, server, reason, grave = [] } = approval;
  const about = [
    ...(agent ? [`Requested by the agent “${oneLine(agent.title)}”.`] : []),
    ...(server === undefined ? [] : [`This tool is from the server “${oneLine(server)}”.`]),
    textOf(reason),
    ...(grave.length > 0 ? ['Check carefully before you allow this:', ...grave.map((why) => `- ${textOf(why)}`)] : []),
  ];
  const toolCall: ToolCallUpdate = {
    toolCallId: callKey(approval),
    title: title ?? oneLine(toolName),
    name: toolName,
    kind: kindOf(toolName),
    status: 'pending',
    content: [...previewContents(preview, folder), textContent(about.join('\n'))],
    ...(rawInput === undefined ? {} : { rawInput }),
  };
  return { sessionId, toolCall, options: choices.map(({ answer: _answer, ...option }) => option) };
}

/** The mode that never asks is only set after a yes, since a client may set a mode that its user did not choose. */
export function allToolsRequest(sessionId: string): RequestPermissionRequest {
  return {
    sessionId,
    toolCall: {
      toolCallId: 'mode-all',
      title: 'Run every tool call in this conversation without asking',
      kind: 'switch_mode',
      status: 'pending',
      content: [
        textContent('Dangerous: every tool call will run without asking, including commands, with your permissions.'),
        textContent(fenced('approval mode: all')),
      ],
    },
    options: [
      { optionId: 'allow', kind: 'allow_once', name: 'Run everything without asking' },
      { optionId: 'deny', kind: 'reject_once', name: 'Keep asking' },
    ],
  };
}

function oneLine(text: string): string {
  const line = visibleText(text).replaceAll(/\s+/g, ' ').trim();
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 1)}…` : line;
}
