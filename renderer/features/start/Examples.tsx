// Example messages that suit any folder, and that the demo really carries out. A click sends one, in the sample folder if none
// is chosen.

import { ClipboardList, FilePenLine, FileSearch, ListChecks, type LucideIcon, SquareTerminal } from 'lucide-react';
import { useActions, useChatProject, useConversation, useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { StartRow, StartSection } from './StartRow.tsx';

const words = strings.start;

const icons: Record<keyof typeof words.examples, LucideIcon> = {
  look: FileSearch,
  edit: FilePenLine,
  plan: ClipboardList,
  failure: SquareTerminal,
  chain: ListChecks,
};

export function Examples() {
  const example = useExample();
  const { chooseApprovalMode } = useActions();
  return (
    <StartSection title={example.inSample ? words.examplesInSample : words.examplesTitle}>
      {(Object.keys(icons) as (keyof typeof icons)[]).map((name) => {
        const { text, shows } = words.examples[name];
        const run = async (): Promise<void> => {
          if (name !== 'plan' || (await chooseApprovalMode('plan'))) example.run(text);
        };
        return <StartRow key={name} icon={icons[name]} title={text} about={shows} onClick={() => void run()} />;
      })}
    </StartSection>
  );
}

interface Example {
  /** It runs in the sample folder. */
  inSample: boolean;
  run: (text: string, sample?: boolean) => void;
}

/**
 * Sends an example. A chat without a folder gets the sample folder: it contains only the app's own files, so reads need no
 * approval and the first tool call runs without a decision. Changes still ask.
 */
export function useExample(): Example {
  const { view } = useSession();
  const actions = useActions();
  const project = useChatProject();
  const begun = useConversation(() => true) ?? false;
  const inSample = project?.folder == null;
  return {
    inSample,
    run(text, sample = inSample) {
      void (async () => {
        if (sample) {
          if (!(await actions.takeDemoFolder())) return;
          if (!begun) view.setState(({ newChat }) => ({ newChat: { approvalMode: 'reads', ...newChat } }));
        }
        await actions.send(text);
      })();
    },
  };
}
