// A text for the model as its author wrote it, without the surrounding tags.

import type { InstructionText as Told } from '../../../shared/features/context/methods.ts';
import { parseContextMessage } from '../../core/calls/contextMessage.ts';
import { PlainText } from '../markdown/PlainText.tsx';
import { memoryWords } from './words.ts';

const words = memoryWords;

interface ModelInstructionsTextProps {
  modelText: Told;
  /** Heading, if two of them are shown. */
  label: string | null;
  /** Shown verbatim. */
  plain: boolean;
}

export function ModelInstructionsText({ modelText, label, plain }: ModelInstructionsTextProps) {
  const { lead, text, after } = plain
    ? { lead: '', text: modelText.text, after: '' }
    : parseContextMessage(modelText.text);
  const small = [after, modelText.shortened ? words.shortened : ''].filter(Boolean).join(' ');
  return (
    <div>
      {label && <p className="pb-0.5 font-strong text-ink-2 text-small">{label}</p>}
      {lead !== '' && <p className="wrap-anywhere whitespace-pre-wrap pb-1 text-ink-3 text-small">{lead}</p>}
      {text !== '' && (
        <section
          aria-label={label ?? words.title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          tabIndex={0}
          className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-wrap rounded-m bg-soft px-3 py-2 text-ink-2 text-ui focus-visible:-outline-offset-2"
        >
          <PlainText text={text} />
        </section>
      )}
      {small !== '' && <p className="pt-1 text-ink-3 text-small">{small}</p>}
    </div>
  );
}
