// Inline formulas, as a parser extension: `$…$` unless it looks like money, and `\(…\)`. Emits the tokens of
// micromark-extension-math, whose other half turns them into nodes.

import { limits } from './limits.ts';
import { isFormula } from './mathText.ts';

type Code = number | null;
type State = (code: Code) => State | undefined;

/** The arguments of a micromark tokenizer. */
interface Effects {
  enter(type: string): { type: string };
  exit(type: string): unknown;
  consume(code: Code): void;
}

interface Context {
  previous: Code;
}

const dollar = 36;
const backslash = 92;
const isLineEnd = (code: Code): boolean => code !== null && code < -2;

interface Marks {
  open: number[];
  close: number[];
  accepts(content: string, after: Code): boolean;
}

function construct(marks: Marks) {
  return {
    name: 'mathText',
    tokenize(this: Context, effects: Effects, ok: State, nok: State): State {
      const { previous } = this;
      let content = '';
      let matched = 0;
      let inData = false;
      let closing = { type: '' };
      const leaveData = (): void => {
        if (inData) effects.exit('mathTextData');
        inData = false;
      };
      const open: State = (code) => {
        if (matched === 0) {
          if (previous === marks.open[0]) return nok(code);
          effects.enter('mathText');
          effects.enter('mathTextSequence');
        }
        if (code !== marks.open[matched]) return nok(code);
        effects.consume(code);
        matched++;
        if (matched < marks.open.length) return open;
        effects.exit('mathTextSequence');
        matched = 0;
        return between;
      };
      const between: State = (code) => {
        if (code === null || content.length > limits.formula) return nok(code);
        if (isLineEnd(code)) {
          leaveData();
          effects.enter('lineEnding');
          effects.consume(code);
          effects.exit('lineEnding');
          content += '\n';
          return between;
        }
        if (code === marks.close[0]) {
          leaveData();
          closing = effects.enter('mathTextSequence');
          return close(code);
        }
        if (!inData) effects.enter('mathTextData');
        inData = true;
        content += code < 0 ? ' ' : String.fromCodePoint(code);
        effects.consume(code);
        return code === backslash ? escaped : between;
      };
      /** After a backslash, a mark closes nothing. */
      const escaped: State = (code) => {
        if (code !== dollar && code !== backslash) return between(code);
        content += String.fromCodePoint(code);
        effects.consume(code);
        return between;
      };
      const close: State = (code) => {
        if (code !== marks.close[matched]) {
          // It was the backslash of a command.
          closing.type = 'mathTextData';
          inData = true;
          matched = 0;
          content += '\\';
          return code === backslash ? escaped(code) : between(code);
        }
        effects.consume(code);
        matched++;
        if (matched < marks.close.length) return close;
        return after;
      };
      const after: State = (code) => {
        effects.exit('mathTextSequence');
        if (!marks.accepts(content, code)) return nok(code);
        effects.exit('mathText');
        return ok(code);
      };
      return open;
    },
  };
}

/** A micromark extension. */
export const mathsSyntax = {
  text: {
    [dollar]: construct({ open: [dollar], close: [dollar], accepts: isFormula }),
    [backslash]: construct({
      open: [backslash, 40],
      close: [backslash, 41],
      accepts: (content) => content.trim() !== '',
    }),
  },
};
