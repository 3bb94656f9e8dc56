// Example messages that suit any folder, and that the demo really carries out. A click sends one, in the sample folder if none
// is chosen.

import { ClipboardList, FilePenLine, FileSearch, ListChecks, type LucideIcon, SquareTerminal } from 'lucide-react';
import { strings } from '../../core/strings.ts';
import { StartRow, StartSection } from './StartRow.tsx';
import { useExample } from './useExample.ts';

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
  return (
    <StartSection title={example.inSample ? words.examplesInSample : words.examplesTitle}>
      {(Object.keys(icons) as (keyof typeof icons)[]).map((name) => {
        const { text, shows } = words.examples[name];
        return <StartRow key={name} icon={icons[name]} title={text} about={shows} onClick={() => example.run(text)} />;
      })}
    </StartSection>
  );
}
