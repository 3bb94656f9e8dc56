// A chat without messages: what it works in, and examples.

import { defaultProject, projectOf } from '../../../core/state/choices.ts';
import { useApp, useConversation, useView } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Notices } from '../transcript/Notices.tsx';
import { Examples } from './Examples.tsx';

export function EmptyChat() {
  const snapshot = useApp((now) => now);
  const chosen = useView((view) => view.newChat.projectId);
  const existing = useConversation((state) => state.projectId);
  const projectId = existing ?? (chosen === undefined ? defaultProject(snapshot) : chosen);
  const project = projectOf(snapshot, projectId);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-[808px] flex-col justify-end px-6 pt-10 pb-8">
        <Notices />
        <h2 className="text-display">{strings.start.emptyTitle}</h2>
        {project?.folder && (
          <p className="wrap-anywhere mt-1 text-ink-3 text-ui">
            {strings.start.emptyIn(project.name)} · {project.folder}
          </p>
        )}
        <div className="mt-6">
          <Examples />
        </div>
      </div>
    </div>
  );
}
