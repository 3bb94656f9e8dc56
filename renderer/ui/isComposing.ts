// Whether an input method has the press: then it chooses among its words with Enter, the arrows and Escape, and nothing else
// may be meant by them. Safari ends a composition before the press that ends it; that one has the key code 229
// (https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode).

interface Press {
  keyCode: number;
  isComposing?: boolean;
  nativeEvent?: { isComposing: boolean };
}

/** Of an event of the browser's or of React's. */
export function isComposing({ keyCode, isComposing: own, nativeEvent }: Press): boolean {
  return (own ?? nativeEvent?.isComposing ?? false) || keyCode === 229;
}

/** For `onEscapeKeyDown` of a layer: what an input method takes closes nothing. */
export function keepWhileComposing(event: KeyboardEvent): void {
  if (isComposing(event)) event.preventDefault();
}
