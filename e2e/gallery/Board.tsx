// Every tool-call box in every state, collapsed and expanded; transcript rows; small components.

import { type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand/react';
import { ToastCard } from '../../renderer/app/ToastRegion.tsx';
import { type CallRef, transcriptItems } from '../../renderer/core/calls/items.ts';
import { useConversation, useSession } from '../../renderer/core/state/context.tsx';
import { ToolCallBox } from '../../renderer/features/calls/ToolCallBox.tsx';
import { ErrorRow } from '../../renderer/features/chat/transcript/ErrorRow.tsx';
import { Markdown } from '../../renderer/features/markdown/Markdown.tsx';
import { Button } from '../../renderer/ui/Button.tsx';
import { Field, TextInput } from '../../renderer/ui/Field.tsx';
import * as texts from './texts.ts';

export function Board() {
  const { app } = useSession();
  const ready = useStore(app.store, ({ snapshot }) => snapshot !== null);
  const messages = useConversation((state) => state.messages);
  if (!ready || !messages) return null;
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[808px] flex-col gap-10 px-6 py-10">
        <Calls />
        <Part title="Reply">
          <Markdown text={texts.reply} />
          <Markdown text={texts.chineseReply} />
        </Part>
        <Part title="Errors">
          <ErrorRow
            error={{ code: 'LLM_ERROR', message: 'The server answered 500 three times.' }}
            requestId="req_7b1f0a52c39d4e68"
            partial=""
            canContinue
          />
        </Part>
        <Part title="Buttons and fields">
          <div className="flex flex-wrap gap-2">
            <Button tone="primary">Allow once</Button>
            <Button>Deny</Button>
            <Button tone="ghost">Cancel</Button>
            <Button tone="danger">Delete</Button>
            <Button disabled>Disabled</Button>
          </div>
          <Field
            label="Address"
            hint="Up to and including /v1."
            error="Enter an address that starts with http:// or https://."
          >
            {(ids) => <TextInput {...ids} defaultValue="ftp://example.com" />}
          </Field>
        </Part>
        <Part title="Toasts">
          <ToastCard
            toast={{
              id: 1,
              tone: 'error',
              message: 'The disk is full. What you wrote is kept here; free some space and try again.',
              action: { label: 'Try again', run: () => {} },
            }}
            onDismiss={() => {}}
          />
        </Part>
      </div>
    </div>
  );
}

function Calls() {
  const { view } = useSession();
  const messages = useConversation((state) => state.messages) ?? [];
  const groups = useMemo(() => transcriptItems(messages).filter((item) => item.type === 'calls'), [messages]);
  const done = groups[0]?.calls ?? [];
  const live = groups[1]?.calls ?? [];
  const opened = useMemo(() => done.map((call): CallRef => ({ ...call, key: `open:${call.key}` })), [done]);
  useMemo(
    () => view.setState({ openCalls: Object.fromEntries(opened.map((call) => [call.key, true])) }),
    [opened, view],
  );
  return (
    <>
      <Part title="Closed">
        {done.map((call) => (
          <ToolCallBox key={call.key} call={call} />
        ))}
      </Part>
      <Part title="Live">
        {live.map((call) => (
          <ToolCallBox key={call.key} call={call} />
        ))}
      </Part>
      <Part title="Open">
        {opened.map((call) => (
          <ToolCallBox key={call.key} call={call} />
        ))}
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-ink-3 text-small">{title}</h2>
      <div>{children}</div>
    </section>
  );
}
