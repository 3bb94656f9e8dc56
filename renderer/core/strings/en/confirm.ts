// Words of the dialog that asks for the code of the terminal.

export const confirmStrings = {
  title: 'Confirm with a code',
  body: 'This gives tools more power, so it is confirmed outside of this window. Look where Throughline was started, usually a terminal: it shows what is being asked, and a code. Enter the code only if you asked for this.',
  code: 'Six-digit code',
  life: 'It is good for two minutes, once.',
  wrong: (left: number) =>
    left === 1
      ? 'That is not the code that was shown. You can try once more.'
      : `That is not the code that was shown. You can try ${left} more times.`,
  confirm: 'Confirm',
};
