// A reply's text, set directly on the page.

import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { AssistantMessage } from '../../../../shared/conversation/message.ts';
import { hasUnseenThinking } from '../../../../shared/conversation/unseenThinking.ts';
import { readWebSources } from '../../../../shared/features/webSearch/webSearch.ts';
import { useInPlaceApp } from '../../../core/state/inPlace.ts';
import { useOpenPart } from '../../../core/state/useOpenPart.ts';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';
import { useRowMenu } from '../../../ui/useRowMenu.tsx';
import { HiddenReasoning, Reasoning } from '../../calls/Reasoning.tsx';
import { RemovedText } from '../../calls/RemovedText.tsx';
import { Markdown } from '../../markdown/Markdown.tsx';
import { SourcesView } from '../../results/SourcesView.tsx';
import { MessageActions } from './MessageActions.tsx';
import { MessageEntries } from './MessageEntries.tsx';

const cutSentences: Record<string, string> = {
  stopped: strings.chat.replyStopped,
  interrupted: strings.chat.replyInterrupted,
  length: strings.chat.replyCutAtLength,
};

/** `isStep`: its turn continues directly below. */
export const AssistantRow = memo(function AssistantRow({
  message,
  isStep = false,
}: {
  message: AssistantMessage;
  isStep?: boolean | undefined;
}) {
  const text = message.content ?? '';
  const cut = cutSentences[message.finishReason ?? ''];
  const target = { messageId: message.id, what: 'reply' as const };
  const readOnly = useInPlaceApp() !== null;
  const row = useRowMenu({
    label: strings.chat.messageMenu,
    entries: () => <MessageEntries message={message} target={target} text={text} />,
    off: readOnly || message.removed !== undefined,
  });
  return (
    <div className={classes('group/message', isStep && 'relative')} data-message={message.id} {...row.on}>
      {row.menu}
      <h2 className="sr-only">{strings.chat.assistant}</h2>
      <Thought message={message} />
      <div data-role="assistant">
        {message.removed ? <RemovedText at={message.removed.at} /> : <Markdown text={text} />}
      </div>
      {message.sources && <ReplySources id={message.id} sources={message.sources} />}
      {cut && <p className="mt-2 text-ink-3 text-small">{cut}</p>}
      {!message.removed && (
        <MessageActions
          message={message}
          target={target}
          text={text}
          createdAt={message.createdAt}
          model={message.model}
          isStep={isStep}
        />
      )}
    </div>
  );
});

function Thought({ message }: { message: AssistantMessage }) {
  const { id, reasoning, reasoningMs } = message;
  if (!reasoning && (message.removed || !hasUnseenThinking(message))) return null;
  return (
    <div className="mb-2">
      {reasoning ? <Reasoning id={id} text={reasoning} ms={reasoningMs} /> : <HiddenReasoning ms={reasoningMs} />}
    </div>
  );
}

/** `id`: the reply's message. `sources`: as stored in the log. */
function ReplySources({ id, sources }: { id: string; sources: unknown }) {
  const [open, setOpen] = useOpenPart(`${id}:sources`);
  const pages = readWebSources(sources);
  if (pages.length === 0) return null;
  return (
    <div className="mt-2 text-ink-3 text-ui">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 flex items-center gap-1 rounded-s px-1 hover:text-ink-2"
      >
        {strings.chat.sources(pages.length)}
        <ChevronRight
          className={classes('size-3.5 transition-transform duration-120', open && 'rotate-90')}
          aria-hidden
        />
      </button>
      {open && (
        <div className="mt-1 rounded-m border border-line">
          <SourcesView sources={pages} />
        </div>
      )}
    </div>
  );
}
