// Sends an example. Where the chat has no folder it gets the sample folder: what is read there is ours, so reading asks nobody,
// and the first tool call comes without a decision. Whatever changes something still asks.

import { useActions, useChatProject, useConversation, useSession } from '../../core/state/context.tsx';

interface Example {
  /** It is done in the sample folder. */
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
