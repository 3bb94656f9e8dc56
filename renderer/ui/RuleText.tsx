// Describes a rule, with the command between backticks as code. Hides no characters.

import { VisibleText } from './VisibleText.tsx';

export function RuleText({ text }: { text: string }) {
  // First and last backtick: a command may contain some.
  const [, before = '', code, after = ''] = /^([^`]*)`([\s\S]+)`([^`]*)$/.exec(text) ?? [];
  if (code === undefined) return <VisibleText text={text} />;
  return (
    <>
      <VisibleText text={before} />
      <code className="wrap-anywhere rounded-s bg-soft px-1 py-px font-normal text-code">
        <VisibleText text={code} />
      </code>
      <VisibleText text={after} />
    </>
  );
}
