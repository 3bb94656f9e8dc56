// Sends an example. A chat without a folder gets the sample folder: it contains only the app's own files, so reads need no
// approval and the first tool call runs without a decision. Changes still ask.

import { useActions, useChatProject, useConversation, useSession } from '../../core/state/context.tsx';

interface Example {
  /** It runs in the sample folder. */
  inSample: boolean;
  run: (text: string, sample?: boolean) => void;
}

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
