// Whether an IME composition handles the key press: Enter, arrows and Escape then select among its candidates. Safari
// ends a composition before its final key press, which has key code 229
// (https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode).

interface Press {
  keyCode: number;
  isComposing?: boolean;
  nativeEvent?: { isComposing: boolean };
}

/** For native and React events. */
export function isComposing({ keyCode, isComposing: own, nativeEvent }: Press): boolean {
  return (own ?? nativeEvent?.isComposing ?? false) || keyCode === 229;
}

/** For `onEscapeKeyDown` of a layer: a key press handled by the IME closes nothing. */
export function preventWhileComposing(event: KeyboardEvent): void {
  if (isComposing(event)) event.preventDefault();
}
