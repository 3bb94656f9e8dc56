// Asks once per folder with an AGENTS.md whether to use it as instructions; sends nothing of it before the user agrees. Says
// why if the file cannot be used.

import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../shared/contract.ts';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useChatProject } from '../../core/state/context.tsx';
import { useTrust } from '../../core/state/useTrust.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { focusComposer } from '../../ui/focus.ts';
import { Modal } from '../../ui/Modal.tsx';
import { TextView } from '../results/TextPane.tsx';

const words = lateStrings.mentions.trust;

export function TrustLine() {
  const trust = useTrust();
  const project = useChatProject();
  const [answered, setAnswered] = useState<string | null>(null);
  const [looking, setLooking] = useState(false);
  const projectId = project?.folder && project.folderExists ? project.id : null;
  // Includes the folder, since moving a project requires trust again.
  const name = `${projectId}.${project?.folder}`;
  const isOpen = projectId !== null && project !== null && answered !== name && !trust.isRefused(project);
  const instructions = useInstructions(isOpen ? projectId : null);
  if (!isOpen || !instructions) return null;
  if (instructions.problem !== null)
    return <UnusedLine problem={instructions.problem} onHide={() => setAnswered(name)} />;
  if (instructions.text === null || project.trusted) return null;

  const answer = async (trusted: boolean): Promise<void> => {
    setLooking(false);
    if (!(await trust.set(project, trusted))) return;
    setAnswered(name);
    focusComposer();
  };
  const choices = (
    <>
      <Button size="small" onClick={() => void answer(true)}>
        {words.trust}
      </Button>
      <Button size="small" tone="ghost" onClick={() => void answer(false)}>
        {words.no}
      </Button>
    </>
  );
  return (
    <section aria-label={words.region} className={lineClass}>
      <p className="min-w-0 flex-1 basis-64">{words.found}</p>
      <div className="flex shrink-0 items-center gap-1">
        <Button size="small" tone="ghost" onClick={() => setLooking(true)}>
          {words.look}
        </Button>
        {choices}
      </div>
      {looking && (
        <Modal title={words.title} onClose={() => setLooking(false)} className="max-w-[760px]">
          <div className="min-h-0 flex-1 overflow-y-auto bg-soft">
            <TextView text={instructions.text} />
          </div>
          <div className="flex flex-wrap items-center gap-2 border-line border-t px-5 py-3">
            <p className="min-w-0 flex-1 basis-64 text-ink-2 text-small">
              {strings.sentences.beside([words.hint, instructions.cut ? words.cut : ''])}
            </p>
            <div className="flex shrink-0 items-center gap-1">{choices}</div>
          </div>
        </Modal>
      )}
    </section>
  );
}

const lineClass = 'mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 px-2 text-ink-2 text-ui';

function UnusedLine({ problem, onHide }: { problem: UserTextData; onHide: () => void }) {
  return (
    <section aria-label={words.region} className={lineClass}>
      <p className="min-w-0 flex-1 basis-64">
        {strings.sentences.beside([words.unused, strings.sentences.host(problem)])}
      </p>
      <Button size="small" tone="ghost" onClick={onHide}>
        {words.hide}
      </Button>
    </section>
  );
}

type Instructions = ResultOf<'project.instructions'>;

function useInstructions(projectId: string | null): Instructions | null {
  const { call } = useActions();
  const [loaded, setLoaded] = useState<(Instructions & { projectId: string }) | null>(null);
  useEffect(() => {
    if (projectId === null) return;
    const controller = new AbortController();
    void call('project.instructions', { projectId }, controller.signal).then((answer) => {
      if (!controller.signal.aborted && answer.ok) setLoaded({ projectId, ...answer.value });
    });
    return () => controller.abort();
  }, [projectId, call]);
  return loaded?.projectId === projectId ? loaded : null;
}
