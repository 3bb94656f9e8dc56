// Everything the model receives besides messages: size, source, text, whether it applies now, and how to change each.

import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../../shared/core/errors.ts';
import type { ModelInstructionsPart, ModelInstructionsReport } from '../../../shared/features/context/methods.ts';
import {
  useActions,
  useChatProject,
  useConversation,
  useConversationView,
  useSession,
} from '../../core/state/context.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ModelInstructionsItem } from './ModelInstructionsItem.tsx';
import { memoryWords } from './words.ts';

/** Loaded when shown, and again when it may have changed. */
interface InstructionsView {
  report: ModelInstructionsReport | null;
  error: AppError | null;
  conversationId: string | null;
  again(): void;
}

const causes: readonly string[] = ['ownTexts.changed', 'settings.changed', 'projects.changed'];

function useModelInstructions(): InstructionsView {
  const { call } = useActions();
  const { connection } = useSession();
  const conversationId = useConversationView((view) => view.id);
  const projectId = useChatProject()?.id ?? null;
  const running = useConversation((state) => state.run !== null) ?? false;
  const [count, setCount] = useState(0);
  const [answer, setAnswer] = useState<Pick<InstructionsView, 'report' | 'error'>>({ report: null, error: null });
  const again = useCallback(() => setCount((before) => before + 1), []);
  useEffect(() => connection.onEvent(({ event }) => causes.includes(event.type) && again()), [connection, again]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when a run starts or ends, and on `again`
  useEffect(() => {
    const controller = new AbortController();
    void call('context.told', { conversationId, projectId }, controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      if (result.ok) setAnswer({ report: result.value, error: null });
      else setAnswer((before) => ({ ...before, error: result.error }));
    });
    return () => controller.abort();
  }, [call, conversationId, projectId, running, count]);
  return { ...answer, conversationId, again };
}

const words = memoryWords;

type Group = keyof typeof words.groups;

const groupOf: Readonly<Record<ModelInstructionsPart['about'], Group>> = {
  system: 'app',
  moment: 'app',
  changes: 'app',
  plan: 'app',
  agents: 'tools',
  agent: 'app',
  resource: 'app',
  hook: 'app',
  instructions: 'folder',
  folder: 'folder',
  team: 'own',
  personal: 'own',
  project: 'own',
  conversation: 'own',
  preset: 'own',
  memory: 'memory',
  projectMemory: 'memory',
  skills: 'tools',
  tools: 'tools',
};
const groups: readonly Group[] = ['app', 'folder', 'own', 'memory', 'tools'];

export function ModelInstructionsDialog({ onClose }: { onClose: () => void }) {
  const { report, error, conversationId } = useModelInstructions();
  const [open, setOpen] = useState<ModelInstructionsPart['about'] | null>(null);
  // A conversation's own instructions need a conversation.
  const parts = (report?.parts ?? []).filter(({ about }) => about !== 'conversation' || conversationId !== null);
  const total = parts.reduce(
    (sum, part) => sum + (part.next === 'ends' ? 0 : ((part.next ?? part.now)?.tokens ?? 0)),
    0,
  );
  return (
    <Modal
      title={words.title}
      onClose={onClose}
      className="h-[min(820px,calc(100dvh-32px))] max-w-[760px]"
      head={report && <p className="tabular truncate text-right text-ink-3 text-small">{words.tokens(total)}</p>}
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-3 pb-5">
        <p className="text-ink-3 text-ui">{words.intro}</p>
        {error && (
          <p role="alert" className="wrap-anywhere pt-3 text-fail text-ui">
            {error.message}
          </p>
        )}
        {!report && !error && <p className="pt-3 text-ink-3 text-ui">{words.loading}</p>}
        {report &&
          groups.map((group) => {
            const members = parts.filter(({ about }) => groupOf[about] === group);
            if (members.length === 0) return null;
            return (
              <section key={group} aria-labelledby={`told-${group}`} className="pt-5">
                <h3 id={`told-${group}`} className="pb-1 font-strong text-ink-2 text-small">
                  {words.groups[group]}
                </h3>
                <ul className="divide-y divide-line border-line border-y">
                  {members.map((part) => (
                    <ModelInstructionsItem
                      key={`${part.about} ${part.folder ?? ''}`}
                      part={part}
                      projectId={report.projectId}
                      conversationId={conversationId}
                      editing={open === part.about}
                      onEdit={(isEditing) => setOpen(isEditing ? part.about : null)}
                    />
                  ))}
                </ul>
              </section>
            );
          })}
      </div>
    </Modal>
  );
}
