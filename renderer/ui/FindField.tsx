// Search field in a viewer's header: Enter goes to the next match, Shift+Enter to the previous one.

import { ChevronDown, ChevronUp } from 'lucide-react';
import { strings } from '../core/strings.ts';
import { TextInput } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { isComposing } from './isComposing.ts';

const words = strings.calls.viewer;

interface FindFieldProps {
  label: string;
  text: string;
  /** Position and number of matches. */
  status: string;
  onText: (text: string) => void;
  /** 1 or -1. */
  onStep: (by: 1 | -1) => void;
}

export function FindField({ label, text, status, onText, onStep }: FindFieldProps) {
  return (
    <div className="flex items-center justify-end gap-1">
      <span className="tabular shrink-0 text-ink-3 text-small" role="status">
        {status}
      </span>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        className="h-7 max-w-64"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
      />
      <IconButton icon={ChevronUp} label={words.previous} size="small" onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} label={words.next} size="small" onClick={() => onStep(1)} />
    </div>
  );
}
