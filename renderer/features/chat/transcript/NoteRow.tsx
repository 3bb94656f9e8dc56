// A note from the app: small and centered, with a Continue button if a limit stopped the run.

import { type Message, maxCalls, textOf } from '../../../../shared/conversation/message.ts';
import { hasOmittedCalls } from '../../../core/calls/items.ts';
import { useSession } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';

const limits = ['ENGINE_MAX_TURNS_EXCEEDED', 'ENGINE_LOOP_DETECTED'];

export function NoteRow({ message, canContinue }: { message: Message; canContinue: boolean }) {
  const { recover } = useSession();
  const sentence = message.role === 'assistant' ? (message.said ?? message.error?.said) : undefined;
  const code = message.role === 'assistant' ? message.error?.code : undefined;
  const leftOut = hasOmittedCalls(message);
  const shownText = leftOut
    ? strings.chat.callsLeftOut(maxCalls)
    : code === undefined
      ? strings.sentences.host(sentence ?? textOf(message))
      : strings.sentences.error(code, textOf(message), sentence);
  return (
    <div
      className="flex flex-col items-center gap-2 text-center"
      data-role="note"
      data-message={leftOut ? undefined : message.id}
    >
      <p className="max-w-[52ch] text-ink-3 text-ui">{shownText}</p>
      {canContinue && limits.includes(code ?? '') && (
        <Button size="small" data-follows onClick={() => void recover.resume()}>
          {strings.chat.continue}
        </Button>
      )}
    </div>
  );
}
