// Asks the user about an access that the sandbox denied. The answer may create a rule: to open it from now on, or to
// run the command outside.

import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { hostText } from '../../../shared/conversation/sandbox.ts';
import { type Sentence, say, toUserTextData } from '../../../shared/core/sentence.ts';
import { visibleText } from '../../../shared/core/visibleText.ts';
import { type ApprovalOffer, matchWords, type RuleMatch } from '../../../shared/permission/permission.ts';
import type { SandboxChoice, ToolContext } from '../../ports/tool.ts';
import { askerOf } from './approvalRouting.ts';
import { saveAnswerAsRule } from './authorizeCall.ts';
import type { CallScope } from './callScope.ts';

export type OpenSandbox = ToolContext['openSandbox'];

/** `tool`: display name of the tool. */
export function createSandboxAsker(
  call: ToolContext['call'],
  tool: Pick<ApprovalRequest, 'toolName' | 'kind'>,
  scope: CallScope,
): OpenSandbox {
  const { conversationId, settings, signal, deps } = scope;
  const asker = askerOf(deps, conversationId, settings.agent);
  return async (wish, until) => {
    const offers = offersOf(wish, tool.toolName);
    const request: ApprovalRequest = {
      approvalId: deps.ids.ulid(),
      messageId: call.messageId,
      index: call.index,
      ...tool,
      preview: { type: 'command', command: wish.command, cwd: settings.folder ?? '' },
      reason: toUserTextData(reasonOf(wish)),
      reasonType: 'sandbox',
      offers,
      byItself: true,
      askedAt: deps.clock.now().toISOString(),
    };
    const answer = await asker.approval(request, until ? AbortSignal.any([signal, until]) : signal);
    if (answer === null) return 'refused';
    await saveAnswerAsRule(answer, request, asker, scope);
    if (answer.decision === 'deny') {
      if (answer.stop) scope.stopRun();
      return 'refused';
    }
    const chosen = answer.remember && offers[answer.remember.offer]?.match;
    const outside = chosen ? chosen.commandLine !== undefined : wish.type === 'files' && wish.paths.length === 0;
    return outside ? 'outside' : 'opened';
  };
}

/** The prompt: what was requested, and exactly what an answer opens. */
function reasonOf(request: SandboxChoice): Sentence {
  if (request.type === 'host')
    return say`In the sandbox, it is trying to connect to ${visibleText(hostText(request))}.`;
  const hosts = request.stoppedAt.flatMap((each) => (each.type === 'host' ? visibleText(hostText(each)) : []));
  const deniedPaths = request.stoppedAt.flatMap((each) => ('path' in each ? visibleText(each.path) : []));
  const read = request.stoppedAt.every(({ type }) => type === 'read');
  const stopped =
    deniedPaths.length === 0
      ? say`The sandbox blocked a connection to ${say.list(hosts)}.`
      : read
        ? say`The sandbox blocked reading ${say.list(deniedPaths)}.`
        : say`The sandbox blocked writing to ${say.list(deniedPaths)}.`;
  const then =
    request.paths.length === 0
      ? say`If you allow this, it runs again from the beginning, outside the sandbox.`
      : say`If you allow this, it runs again from the beginning and can write to ${say.list(request.paths.map(visibleText))}.`;
  return say.all([stopped, then]);
}

function offersOf(request: SandboxChoice, tool: string): ApprovalOffer[] {
  const opened: RuleMatch[] =
    request.type === 'host'
      ? [{ tool, opensHost: hostText(request) }]
      : [...request.paths.map((path) => ({ tool, opensPath: path })), { tool, commandLine: request.command }];
  return opened.map((match) => ({
    match,
    label: matchWords(match),
    // A path of one machine, or a command outside: not to be allowed everywhere with one answer.
    ...(match.opensHost === undefined ? { outside: true as const } : {}),
  }));
}
