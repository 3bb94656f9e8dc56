// Words of the dialog that asks for the code of the terminal.

export const confirmStrings = {
  title: 'Confirm with a code',
  body: 'This gives tools more power, so it must be confirmed outside this window. Look where Throughline was started, usually a terminal: it shows what is being requested and a code. Enter the code only if you requested this.',
  code: 'Six-digit code',
  life: 'Valid once, for two minutes.',
  wrong: (left: number) =>
    left === 1 ? 'Wrong code. You can try once more.' : `Wrong code. You can try ${left} more times.`,
  confirm: 'Confirm',
};
