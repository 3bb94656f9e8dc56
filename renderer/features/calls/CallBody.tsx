// The content of an open box: tabs if there are several views, copy, full output, and a scrollable area of at most 360
// px. Parses the result only when the box is open.

import { Maximize2 } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, useMemo } from 'react';
import { toNativeCall } from '../../../shared/features/tools/familiarCall.ts';
import { parseArguments } from '../../../shared/features/tools/toolInfo.ts';
import { callLine } from '../../core/calls/callLine.ts';
import type { CallStatus } from '../../core/calls/callState.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { useConversation, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { NameScopeContext } from '../markdown/fileLinks/nameScope.ts';
import { WidenButton } from '../markdown/WidenButton.tsx';
import { DiffLayoutButton } from '../results/DiffView.tsx';
import { ResultView } from '../results/ResultView.tsx';
import { resultForm } from '../results/resultForm.ts';
import { TerminalView } from '../results/TerminalView.tsx';
import { TextView } from '../results/TextPane.tsx';
import { AgentPart } from './AgentChain.tsx';
import { ArgumentsView } from './ArgumentsView.tsx';
import { agentOf, openCallOf } from './agentCall.ts';
import { scopeOf } from './callScope.ts';
import { RemovedText } from './RemovedText.tsx';

const words = strings.calls;

export function CallBody({ call, status }: { call: CallRef; status: CallStatus }) {
  const { view } = useSession();
  const { result } = call;
  const hasArguments =
    Object.keys(parseArguments(call.arguments)).length > 0 || !/^(?:\{\s*\})?$/.test(call.arguments.trim());
  const left = useConversation((state) => openCallOf(call, state));
  const agent = agentOf(call, status.live ?? left);
  const form = useMemo(() => (result && !result.removed ? resultForm(call, result) : null), [call, result]);
  const tabs = ['result', ...(hasArguments ? ['arguments'] : []), ...(result ? ['raw'] : [])] as const;
  const names: Record<string, string> = { ...words.tabs, result: result ? words.tabs.result : words.tabs.output };
  const openFull = (): void => {
    if (!result) return;
    const title = callLine(call, status.state);
    view.setState({ dialog: { type: 'output', messageId: result.id, title } });
  };
  const scope = useMemo(() => scopeOf(call), [call]);
  return (
    <Tabs.Root defaultValue="result" data-wide={form?.type === 'diff' || undefined}>
      {tabs.length > 1 && (
        <div className="flex h-8 items-center gap-1 pr-1 pb-1 pl-1">
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
          <span className="ml-auto flex items-center">
            {form?.type === 'diff' && <WidenButton />}
            {form?.type === 'diff' && <DiffLayoutButton />}
            {result && (
              <CopyButton
                text={() => (form?.type === 'plan' ? form.plan.text : result.content)}
                label={words.copyResult}
              />
            )}
            {result && <IconButton icon={Maximize2} label={words.fullOutput} size="small" onClick={openFull} />}
          </span>
        </div>
      )}
      <NameScopeContext value={scope}>
        <Scroll value="result">
          {agent !== null && <AgentPart conversationId={agent} live={result === null} />}
          {result?.removed ? (
            <div className="px-3 py-2.5">
              <RemovedText at={result.removed.at} />
            </div>
          ) : result && form ? (
            <ResultView call={call} result={result} form={form} />
          ) : (
            <Unfinished call={call} status={status} printed={left?.printed ?? ''} />
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
      </NameScopeContext>
    </Tabs.Root>
  );
}

function Scroll({ value, children }: { value: string; children: ReactNode }) {
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

/** Content for a call without a result. */
function Unfinished({ call, status, printed }: { call: CallRef; status: CallStatus; printed: string }) {
  const { live } = status;
  if (status.state === 'interrupted') {
    const nativeCall = toNativeCall(call);
    const { command } = parseArguments(nativeCall.arguments);
    const commandText = nativeCall.name === 'run_command' && typeof command === 'string' ? command : null;
    return (
      <>
        {(commandText !== null || printed !== '') && <TerminalView command={commandText} output={printed} />}
        <p className="px-3 py-2.5 text-ink-2 text-ui">
          {strings.sentences.beside([
            status.neverStarted ? words.neverStartedBody : status.isTask ? words.taskBody : words.interruptedBody,
            printed === '' ? '' : words.printedBefore,
            status.process ? words.open.stillRunning(status.process.pid) : '',
          ])}
        </p>
      </>
    );
  }
  if (live && call.name === 'run_command') {
    const { command } = parseArguments(call.arguments);
    return <TerminalView command={typeof command === 'string' ? command : ''} output={live.output} live />;
  }
  if (live && live.output !== '') return <TerminalView command={null} output={live.output} live />;
  if (live?.agent) return null;
  return <p className="px-3 py-2.5 text-ink-3 text-ui">{words.noResultYet}</p>;
}
