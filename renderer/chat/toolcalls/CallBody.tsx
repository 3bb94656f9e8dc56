// The inside of an open box: tabs where there is more than one view, copy, full output, and at most 360 px of it with a
// scroll of its own.

import { Maximize2 } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { parseArguments } from '../../../shared/toolInfo.ts';
import { useConversation, useSession } from '../../state/context.tsx';
import { strings } from '../../strings.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ForgetTarget } from '../transcript/ForgetDialog.tsx';
import { ForgetMenu } from '../transcript/ForgetMenu.tsx';
import type { CallRef } from '../transcript/items.ts';
import { RemovedText } from '../transcript/RemovedText.tsx';
import { AgentPart } from './AgentChain.tsx';
import { ArgumentsView } from './ArgumentsView.tsx';
import { agentOf, openCallOf } from './agentCall.ts';
import { callLine } from './callLine.ts';
import type { CallStatus } from './callState.ts';
import { ResultView } from './results/ResultView.tsx';
import { TerminalView } from './results/TerminalView.tsx';
import { TextView } from './results/TextView.tsx';
import { RunAgainItem } from './run/RunAgainItem.tsx';

const words = strings.calls;

export function CallBody({ call, status }: { call: CallRef; status: CallStatus }) {
  const { view } = useSession();
  const { result } = call;
  const hasArguments =
    Object.keys(parseArguments(call.arguments)).length > 0 || !/^(?:\{\s*\})?$/.test(call.arguments.trim());
  const targets = forgettable(call, hasArguments);
  const left = useConversation((state) => openCallOf(call, state));
  const agent = agentOf(call, status.live ?? left);
  const tabs = ['result', ...(hasArguments ? ['arguments'] : []), ...(result ? ['raw'] : [])] as const;
  const names: Record<string, string> = { ...words.tabs, result: result ? words.tabs.result : words.tabs.output };
  const openFull = (): void => {
    if (!result) return;
    const title = callLine(call, status.state);
    view.setState({ dialog: { type: 'output', messageId: result.id, title } });
  };
  return (
    <Tabs.Root defaultValue="result">
      <div className="flex h-8 items-center gap-1 pr-1 pb-1 pl-1">
        {tabs.length > 1 && (
          <Tabs.List aria-label={words.views} className="flex gap-0.5">
            {tabs.map((tab) => (
              <Tabs.Trigger
                key={tab}
                value={tab}
                className="rounded-m px-1.5 py-0.5 text-ink-3 text-small hover:text-ink data-[state=active]:bg-soft data-[state=active]:text-ink"
              >
                {names[tab]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        )}
        <span className="ml-auto flex items-center">
          {result && <CopyButton text={() => result.content} label={words.copyResult} />}
          {result && <IconButton icon={Maximize2} label={words.fullOutput} size="small" onClick={openFull} />}
          {(targets.length > 0 || result) && (
            <ForgetMenu
              targets={targets}
              label={words.menu}
              record={result ?? undefined}
              recordLabel={callLine(call, status.state)}
            >
              {result && !result.removed && <RunAgainItem call={call} />}
            </ForgetMenu>
          )}
        </span>
      </div>
      <Scroll value="result">
        {agent !== null && <AgentPart conversationId={agent} live={result === null} />}
        {result?.removed ? (
          <div className="px-3 py-2.5">
            <RemovedText at={result.removed.at} />
          </div>
        ) : result ? (
          <ResultView call={call} result={result} />
        ) : (
          <Unfinished call={call} status={status} />
        )}
      </Scroll>
      <Scroll value="arguments">
        <ArgumentsView text={call.arguments} />
      </Scroll>
      {result && (
        <Scroll value="raw">
          <p className="px-3 pt-2.5 text-ink-3 text-small">{words.rawArguments}</p>
          <TextView text={call.arguments} />
          <p className="px-3 pt-1 text-ink-3 text-small">{words.rawResult}</p>
          <TextView text={result.content} />
        </Scroll>
      )}
    </Tabs.Root>
  );
}

function Scroll({ value, children }: { value: string; children: React.ReactNode }) {
  return (
    <Tabs.Content
      value={value}
      data-scroll
      className="max-h-[328px] overflow-auto rounded-b-l border-line border-t focus-visible:-outline-offset-2"
    >
      {children}
    </Tabs.Content>
  );
}

/** What of a call can be removed for good: its result, and (when somebody asked for it) what was asked. */
function forgettable(call: CallRef, hasArguments: boolean): ForgetTarget[] {
  const { result, messageId } = call;
  const targets: ForgetTarget[] = [];
  if (result && !result.removed) targets.push({ messageId: result.id, what: 'result' });
  if (hasArguments && messageId !== result?.id) targets.push({ messageId, what: 'call' });
  return targets;
}

/** What can be said of a call that has no result. */
function Unfinished({ call, status }: { call: CallRef; status: CallStatus }) {
  const { live } = status;
  if (status.state === 'interrupted') {
    const { command } = parseArguments(call.arguments);
    return (
      <>
        {call.name === 'run_command' && typeof command === 'string' && <TerminalView command={command} output="" />}
        <p className="px-3 py-2.5 text-ink-2 text-ui">
          {status.neverStarted ? words.neverStartedBody : words.interruptedBody}
          {status.process && ` ${words.open.stillRunning(status.process.pid)}`}
        </p>
      </>
    );
  }
  if (live && call.name === 'run_command') {
    const { command } = parseArguments(call.arguments);
    return <TerminalView command={typeof command === 'string' ? command : ''} output={live.output} live />;
  }
  if (live && live.output !== '') return <TextView text={live.output} />;
  if (live?.agent) return null;
  return <p className="px-3 py-2.5 text-ink-3 text-ui">{words.noResultYet}</p>;
}
