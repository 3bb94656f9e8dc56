// Asks once whether two projects of the same repository are to be shown as one. Either answer can be changed in the folder menu.

import type { RelatedProject } from '../../../shared/features/projects/methods.ts';
import { useChatProject } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { focusComposer } from '../../ui/focus.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { TrustLine } from './TrustLine.tsx';
import { useRelation } from './useRelation.ts';
import { projectWords } from './words.ts';

/** Everything that is asked about the chat's folder. */
export function FolderLines() {
  return (
    <>
      <RepositoryLine />
      <TrustLine />
    </>
  );
}

function RepositoryLine() {
  const project = useChatProject();
  const offered = project?.related?.find(({ relation }) => relation === 'offered');
  return project && offered ? <Offer key={offered.id} {...{ id: project.id, name: project.name, offered }} /> : null;
}

function Offer({ id, name, offered }: { id: string; name: string; offered: RelatedProject }) {
  const relation = useRelation(id);
  const answer = async (what: 'join' | 'separate'): Promise<void> => {
    if (await relation.set(offered.id, what)) focusComposer();
  };
  return (
    <section
      aria-label={projectWords.region}
      className="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 px-2 text-ink-2 text-ui"
    >
      <p className="wrap-anywhere min-w-0 flex-1 basis-64">
        {strings.sentences.beside([
          projectWords.offer(visibleText(name), visibleText(offered.name)),
          offered.folder === null ? projectWords.elsewhere : projectWords.where(visibleText(offered.folder)),
        ])}
      </p>
      <div className="flex shrink-0 items-center gap-1">
        <Button size="small" disabled={relation.isBusy} onClick={() => void answer('join')}>
          {projectWords.join}
        </Button>
        <Button size="small" tone="ghost" disabled={relation.isBusy} onClick={() => void answer('separate')}>
          {projectWords.no}
        </Button>
      </div>
    </section>
  );
}
