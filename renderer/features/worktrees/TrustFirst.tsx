// A worktree works under the trust of its project's folder: without it that is asked first.

import type { ProjectInfo } from '../../../shared/contract/project.ts';
import { useTrust } from '../../core/state/useTrust.ts';
import { Button } from '../../ui/Button.tsx';
import { worktreeWords } from './words.ts';

const words = worktreeWords.trust;

export function TrustFirst({ project, onTrusted }: { project: ProjectInfo; onTrusted: () => void }) {
  const trust = useTrust();
  const give = async (): Promise<void> => {
    if (await trust.set(project, true)) onTrusted();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 basis-64 text-ui">{words.first}</p>
      <Button size="small" onClick={() => void give()}>
        {words.give}
      </Button>
    </div>
  );
}
