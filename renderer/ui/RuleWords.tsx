// What a rule is about, in words; the part of it that is a command, between backticks, as code. Nothing hides in it.

import { VisibleText } from './VisibleText.tsx';

export function RuleWords({ text }: { text: string }) {
  // The first and the last one: a command may have some of its own.
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
